import { readRecord } from '../../../lib/session/record.ts';

const KEY = 'foyer.codes';

/**
 * Stores the typed codes in this tab while the customer is at the address form (CD-03). Never in the address, because a
 * history, bookmark or shared screen would show valid codes.
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
