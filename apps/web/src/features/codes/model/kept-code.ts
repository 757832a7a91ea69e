import { readRecord } from '../../../lib/session/record.ts';

const KEY = 'foyer.codes';

/**
 * Keeps what was typed while its owner is away for an address (CD-03): in this tab only and never in the address bar, where
 * a history, a bookmark or a shared screen would show a code that works.
 */
export const keepCodes = (codes: readonly string[]): void => {
  const userId = readRecord()?.userId;
  if (userId) sessionStorage.setItem(KEY, JSON.stringify({ userId, text: codes.join('\n') }));
};

/** What this visitor left here, once: whoever signs in after them in the same tab gets nothing. */
export const takeCodes = (): string => {
  const kept = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  if (!kept) return '';
  const { userId, text } = JSON.parse(kept) as { userId: string; text: string };
  return userId === readRecord()?.userId ? text : '';
};
