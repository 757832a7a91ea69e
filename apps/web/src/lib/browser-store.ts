// keys and values that this browser stores for later visits; none of them is secret

/** Chosen theme, `dark` or `light`. */
export const THEME_KEY = 'foyer.theme';
/**
 * Heights in px at the last visit: lists of Home's two product cards, its notice, the account alert. The loading page
 * reserves them (SH-12).
 */
export const ROWS_KEY = 'foyer.rows';

/** Last payment, until its notice is dismissed (`paid.ts`). */
export const PAID_KEY = 'foyer.paid';

/** Mark of the sign-in that began in this tab (`sign-in-mark.ts`). */
export const MARK_KEY = 'foyer.mark';

/** Product site from which the visitor of this tab came (SE-03). */
export const REFERRER_KEY = 'foyer.referrer';

/** Returns the value that is stored under a key; an empty string when there is none or the browser forbids storage. */
export const readBrowserStore = (key: string): string => {
  try {
    return localStorage.getItem(key) ?? '';
  } catch {
    return '';
  }
};

/** Stores a value under a key. Does nothing when the browser forbids storage. */
export const writeBrowserStore = (key: string, value: string): void => {
  try {
    localStorage.setItem(key, value);
  } catch {
    // without storage the next visit starts with the defaults
  }
};

/** Returns the stored heights in px, in the order of `ROWS_KEY`. */
export const storedHeights = (): string[] => (readBrowserStore(ROWS_KEY) || '67 67 0 0').split(' ');

/** Stores one of these heights and reserves it on the page that is open. */
export const storeHeight = (at: 0 | 1 | 2 | 3, px: number): void => {
  const heights = storedHeights();
  heights[at] = String(px);
  writeBrowserStore(ROWS_KEY, heights.join(' '));
  document.documentElement.style.setProperty(`--rows-${at + 1}`, `${px}px`);
};
