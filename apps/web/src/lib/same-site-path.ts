// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused here
const unsafe = /[\u0000-\u001f\u007f\\]/;

/** Another site's name, or a page that signs in or out: whoever is sent to it goes in a circle, or loses the session. */
const noPlace = /^\/(\/|(sign|log)(in|out)\b)/i;

/**
 * A path of this portal out of a parameter that anybody may have written (`to`, `returnPath`, `from`), else `fallback`.
 * Browsers drop tabs and newlines and read `\` as `/`, so a text with any of these is refused before it is parsed;
 * the rest is parsed once against our own origin, and only what stays there and starts with one `/` passes (PM-01), but for the
 * pages that sign in or out, to which nobody returns (SE-02, AD-09). With another `origin` it is a path of that site (SH-09).
 */
export const sameSitePath = (value: string | null | undefined, fallback = '/', origin = location.origin): string => {
  if (!value?.startsWith('/') || value.startsWith('//') || unsafe.test(value)) return fallback;
  const url = URL.parse(value, origin);
  if (!url || url.origin !== origin || noPlace.test(url.pathname)) return fallback;
  return url.pathname + url.search + url.hash;
};
