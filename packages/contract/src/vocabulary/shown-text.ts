/**
 * Invisible characters: zero-width space, word joiner, byte order mark; embeddings, overrides and isolates (UAX #9 §2).
 * Joiners are kept, because letters need them.
 */
const HIDDEN = /[\u200B\u2060\uFEFF\u202A-\u202E\u2066-\u2069]/g;

const RIGHT_TO_LEFT =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\u200F\u061C]/u;

/**
 * Removes invisible characters that change how the surrounding text reads. They come with pasted text, or disguise it
 * by reversing its direction. They are removed and not refused, because users cannot see them.
 */
export const withoutHidden = (text: string): string => text.replace(HIDDEN, '');

/**
 * White space, control characters, default-ignorable code points (joiners, soft hyphen, Hangul fillers) and blank
 * Braille.
 */
const UNSEEN = /[\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** Tells whether a text shows nothing. Such a text is not accepted as a name. */
export const isBlank = (text: string): boolean => text.replace(UNSEEN, '') === '';

/**
 * Prepares user text for the middle of a sentence. Right-to-left text is isolated (FSI … PDI, UAX #9 §2.4), so that the
 * text after it keeps its order.
 */
export const isolated = (text: string): string => {
  const shown = withoutHidden(text);
  return RIGHT_TO_LEFT.test(shown) ? `\u2068${shown}\u2069` : shown;
};
