/** Small things this browser remembers for the first script of the next visit. Nothing of them is secret. */
export const THEME_KEY = 'foyer.theme';
/** Heights of the lists in Home's product cards at the last visit, so that the waiting page reserves them (language.md §7). */
export const ROWS_KEY = 'foyer.rows';

export const kept = (key: string): string => {
  try {
    return localStorage.getItem(key) ?? '';
  } catch {
    return '';
  }
};

export const keep = (key: string, value: string): void => {
  try {
    localStorage.setItem(key, value);
  } catch {
    // no storage, nothing is remembered
  }
};
