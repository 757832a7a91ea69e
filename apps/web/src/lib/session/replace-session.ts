import { withSessionLock } from './lock.ts';
import { readRecord, type SessionRecord, writeRecord } from './record.ts';
import { endSessionOnServer } from './sign-out.ts';

/** Puts another user's session in the place of the one that is here, and ends that one on the server. Only after asking (INV-17). */
export const replaceSession = async (next: SessionRecord): Promise<void> => {
  const before = await withSessionLock(async () => {
    const held = readRecord();
    writeRecord(next);
    return held;
  });
  if (before) await endSessionOnServer(before);
};
