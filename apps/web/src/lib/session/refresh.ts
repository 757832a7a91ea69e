import { exchange } from './exchange.ts';
import { withSessionLock } from './lock.ts';
import { isFresh, RECORD_KEY, readRecord, type SessionRecord, writeRecord } from './record.ts';

/**
 * Returns the session with a valid access token, refreshing it if necessary. Null: signed out.
 * @param refused access token that the server has just answered with 401
 */
export const usableRecord = async (refused?: string): Promise<SessionRecord | null> => {
  const usable = (record: SessionRecord) => isFresh(record) && record.accessToken !== refused;
  const held = readRecord();
  if (!held || usable(held)) return held;

  return withSessionLock(async () => {
    const before = readRecord();
    if (!before || usable(before)) return before; // signed out, or refreshed by another tab

    const next = await exchange(before.refreshToken);
    // Writes of other tabs reach localStorage with a delay, even under the lock, so it is read once more.
    const after = readRecord();
    if (after?.refreshToken !== before.refreshToken) return after;
    if (next) writeRecord(next);
    else localStorage.removeItem(RECORD_KEY); // the storage could be read, so removing works
    return next;
  });
};

/** Gets a new access token after the claims of the user changed, for example by a purchase (DR-05). */
export const refreshSession = async (): Promise<void> => {
  await usableRecord(readRecord()?.accessToken);
};
