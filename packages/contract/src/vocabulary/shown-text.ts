/** Zero-width space, word joiner, byte order mark; embeddings, overrides and isolates (UAX 9 §2). Joiners are letters' own. */
const HIDDEN = /[\u200B\u2060\uFEFF\u202A-\u202E\u2066-\u2069]/g;

const RIGHT_TO_LEFT =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\u200F\u061C]/u;

/**
 * A text without the characters that show nothing by themselves and change how the text around them reads: they come
 * along with what is pasted, or are there to turn `exe.txt` round. Whoever typed them does not see them, so they are taken
 * off rather than refused.
 */
export const withoutHidden = (text: string): string => text.replace(HIDDEN, '');

/** Spaces, controls, what Unicode says is ignored where it cannot be shown (joiners, soft hyphen, Hangul fillers), blank Braille. */
const UNSEEN = /[\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** Nothing of the text is seen: as a name it is none, although its characters are somebody's own. */
export const isBlank = (text: string): boolean => text.replace(UNSEEN, '') === '';

/**
 * Somebody's own text for the middle of a sentence of ours: one that is written from right to left keeps its direction to
 * itself (FSI…PDI, UAX 9 §2.4), so that what stands behind it stays there.
 */
export const isolated = (text: string): string => {
  const shown = withoutHidden(text);
  return RIGHT_TO_LEFT.test(shown) ? `\u2068${shown}\u2069` : shown;
};
