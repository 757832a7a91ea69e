// biome-ignore lint/suspicious/noControlCharactersInRegex: the expression refuses control characters
const unsafe = /[\u0000-\u001f\u007f\\]/;

/** Another host, or a page that signs in or out. A redirect to one of these would loop or end the session. */
const noPlace = /^\/(\/|(sign|log)(in|out)\b)/i;

/**
 * Returns a path of this portal from an untrusted parameter (`to`, `returnPath`, `from`), else `fallback`. Browsers
 * drop tabs and newlines and read `\` as `/`, so a value with any of these is refused before it is parsed. A parsed
 * path must stay on our origin and start with one `/` (PM-01), and must not be a page that signs in or out (SE-02,
 * AD-09). With another `origin` it is a path of that site (SH-09).
 */
export const sameSitePath = (value: string | null | undefined, fallback = '/', origin = location.origin): string => {
  if (!value?.startsWith('/') || value.startsWith('//') || unsafe.test(value)) return fallback;
  const url = URL.parse(value, origin);
  if (!url || url.origin !== origin || noPlace.test(url.pathname)) return fallback;
  return url.pathname + url.search + url.hash;
};
