import { readRecord } from '../../../lib/session/record.ts';

const KEY = 'foyer.codes';

/**
 * Keeps what was typed while its owner is away for an address (CD-03): in this tab only and never in the address bar, where
 * a history, a bookmark or a shared screen would show a code that works.
 */
export const storeCodes = (codes: readonly string[]): void => {
  const userId = readRecord()?.userId;
  if (userId) sessionStorage.setItem(KEY, JSON.stringify({ userId, text: codes.join('\n') }));
};

/** Returns the stored codes and removes them. Another customer who signs in to this tab gets an empty string. */
export const takeStoredCodes = (): string => {
  const stored = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  if (!stored) return '';
  const { userId, text } = JSON.parse(stored) as { userId: string; text: string };
  return userId === readRecord()?.userId ? text : '';
};
