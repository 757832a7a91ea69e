import { MARK_KEY, writeStored } from '../browser-store.ts';

/**
 * Stores a random mark in this tab when it begins a sign-in, and returns it. The token comes back as `token~mark`. A
 * token without the mark may come from a link of an attacker, so the user has to confirm it (decision 32). Returns an
 * empty string when the browser stores nothing.
 */
export const leaveMark = (): string => {
  // not `randomUUID`, which exists on https only
  const bytes = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0'));
  const mark = bytes.join('');
  return writeStored(MARK_KEY, mark, 'session') ? mark : '';
};

/** Removes the mark, which is valid for one sign-in. */
export const removeMark = (): void => void writeStored(MARK_KEY, '', 'session');
