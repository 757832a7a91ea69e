import { withSessionLock } from './lock.ts';
import { readRecord, type SessionRecord, writeRecord } from './record.ts';
import { endSessionOnServer } from './sign-out.ts';

/**
 * Replaces the session of another user and ends that one on the server. Call only after the user confirmed (INV-17).
 */
export const replaceSession = async (next: SessionRecord): Promise<void> => {
  const before = await withSessionLock(async () => {
    const held = readRecord();
    writeRecord(next);
    return held;
  });
  if (before) await endSessionOnServer(before);
};
