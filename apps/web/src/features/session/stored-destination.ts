import { readStored, writeStored } from '../../lib/browser-store.ts';

const KEY = 'foyer.to';

const isSecret = (to: string): boolean => /^\/cea\//i.test(to);

/**
 * Returns the destination of the next sign-in if it may be part of a URL. A path with the secret of a mail is stored in
 * this tab instead, and null is returned: the secret must stay behind the `#`, which no server receives (INV-17).
 */
export const urlSafeDestination = (to: string | null): string | null => {
  const isStored = to !== null && isSecret(to);
  writeStored(KEY, isStored ? to : '', 'session'); // with full storage only the destination is lost
  return isStored ? null : to;
};

/** Returns the stored destination and removes it; null when there is none. */
export const takeStoredDestination = (): string | null => {
  const to = readStored(KEY, 'session');
  writeStored(KEY, '', 'session');
  return to || null;
};
