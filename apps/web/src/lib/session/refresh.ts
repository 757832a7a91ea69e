import { exchange } from './exchange.ts';
import { withSessionLock } from './lock.ts';
import { isFresh, RECORD_KEY, readRecord, type SessionRecord, writeRecord } from './record.ts';

/**
 * The session with an access token that may be used now; refreshed when needed. Null: signed out.
 * @param refused an access token the server has just answered with 401, not to be used again
 */
export const usableRecord = async (refused?: string): Promise<SessionRecord | null> => {
  const usable = (record: SessionRecord) => isFresh(record) && record.accessToken !== refused;
  const held = readRecord();
  if (!held || usable(held)) return held;

  return withSessionLock(async () => {
    const before = readRecord();
    if (!before || usable(before)) return before; // signed out, or another tab has just done it

    const next = await exchange(before.refreshToken);
    // localStorage reaches the processes of other tabs late, even under the lock: look once more
    const after = readRecord();
    if (after?.refreshToken !== before.refreshToken) return after;
    if (next) writeRecord(next);
    else localStorage.removeItem(RECORD_KEY); // it was read, so it can be removed
    return next;
  });
};

/** A new access token now, because what it says about the visitor has changed: a purchase may bring claims (DR-05). */
export const refreshSession = async (): Promise<void> => {
  await usableRecord(readRecord()?.accessToken);
};
