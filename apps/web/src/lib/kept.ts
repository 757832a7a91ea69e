/** Small things this browser remembers for the first script of the next visit. Nothing of them is secret. */
export const THEME_KEY = 'foyer.theme';
/** Heights at the last visit of the lists in Home's two product cards, of its notice and of the account alert, so that the waiting page reserves them (language.md §7). */
export const ROWS_KEY = 'foyer.rows';

/** The last payment, until its notice is dismissed (`paid.ts`). */
export const PAID_KEY = 'foyer.paid';

/** Where this tab keeps the mark of the sign-in that began in it (sign-in-mark.ts). */
export const MARK_KEY = 'foyer.mark';

/** Where this tab keeps the product its visitor came from (readings 4.6). */
export const REFERRER_KEY = 'foyer.referrer';

/** What is remembered under this name; nothing where the browser keeps nothing. */
export const kept = (key: string): string => {
  try {
    return localStorage.getItem(key) ?? '';
  } catch {
    return '';
  }
};

/** Remembers it, where the browser allows. */
export const keep = (key: string, value: string): void => {
  try {
    localStorage.setItem(key, value);
  } catch {
    // no storage, nothing is remembered
  }
};

/** What is remembered of those places, in their order. */
export const keptHeights = (): string[] => (kept(ROWS_KEY) || '67 67 0 0').split(' ');

/** Remembers how high one of these places is, and what is reserved for it from now on. */
export const keepHeight = (at: 0 | 1 | 2 | 3, px: number): void => {
  const heights = keptHeights();
  heights[at] = String(px);
  keep(ROWS_KEY, heights.join(' '));
  document.documentElement.style.setProperty(`--rows-${at + 1}`, `${px}px`);
};
