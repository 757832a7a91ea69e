// Keys and values that this browser stores. The session has direct calls of the storage (`session/record.ts`): a write
// that fails must throw, and the first script, which contains that code, has a limit of 4,096 bytes.

/** Chosen theme, `dark` or `light`. */
export const THEME_KEY = 'foyer.theme';
/**
 * Heights in px at the last visit: lists of Home's first two product cards, its notice, the account alert, the list of
 * the third card. The loading page reserves them (SH-12).
 */
export const ROWS_KEY = 'foyer.rows';

/** Last payment, until its notice is dismissed (`paid.ts`). */
export const PAID_KEY = 'foyer.paid';

/** Mark of the sign-in that began in this tab (`sign-in-mark.ts`). */
export const MARK_KEY = 'foyer.mark';

/** Product site from which the visitor of this tab came (SE-03). */
export const REFERRER_KEY = 'foyer.referrer';

/** `local` (the default of each function): for later visits, and seen by other tabs. `session`: until this tab closes. */
export type StoreScope = 'local' | 'session';

/** Returns a stored value; an empty string when there is none or the browser forbids storage. */
export const readStored = (key: string, scope: StoreScope = 'local'): string => {
  try {
    return window[`${scope}Storage`].getItem(key) ?? '';
  } catch {
    return '';
  }
};

/** Returns a stored JSON value; null when there is none or it is unreadable. */
export const readStoredJson = <Value>(key: string, scope: StoreScope = 'local'): Value | null => {
  try {
    return JSON.parse(readStored(key, scope));
  } catch {
    return null;
  }
};

/** Stores a value, or removes it when it is empty. Returns false when storage is full or the browser forbids it. */
export const writeStored = (key: string, value: string, scope: StoreScope = 'local'): boolean => {
  try {
    const storage = window[`${scope}Storage`];
    if (value) storage.setItem(key, value);
    else storage.removeItem(key);
    return true;
  } catch {
    return false;
  }
};

/**
 * Returns a value that is stored for this user; null when there is none. Removes a value that is unreadable or belongs to
 * another user. Without a user, which means signed out, there is none.
 */
export const readOwned = <Value extends object>(
  key: string,
  userId: string | undefined,
  scope: StoreScope = 'local',
): Value | null => {
  const { userId: owner, ...value } = readStoredJson<{ userId?: string }>(key, scope) ?? {};
  if (owner && owner === userId) return value as Value;
  writeStored(key, '', scope);
  return null;
};

/** Stores a value for this user. Does nothing without a user, which means signed out. */
export const writeOwned = (
  key: string,
  userId: string | undefined,
  value: object,
  scope: StoreScope = 'local',
): void => {
  if (userId) writeStored(key, JSON.stringify({ ...value, userId }), scope);
};

/** Returns the stored heights in px, in the order of `ROWS_KEY`. */
export const storedHeights = (): string[] => (readStored(ROWS_KEY) || '67 67 0 0').split(' ');

/** Stores one of these heights and reserves it on the page that is open. */
export const storeHeight = (at: number, px: number): void => {
  const heights = storedHeights();
  heights[at] = String(px);
  writeStored(ROWS_KEY, heights.join(' '));
  document.documentElement.style.setProperty(`--rows-${at + 1}`, `${px}px`);
};
