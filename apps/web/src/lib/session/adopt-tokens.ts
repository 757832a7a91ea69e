import type { TokenPair } from '@foyer/contract/api/auth';
import { withSessionLock } from './lock.ts';
import { claimsOf, readRecord, recordOf, type SessionRecord, writeRecord } from './record.ts';
import { endSessionOnServer } from './sign-out.ts';

const sessionOf = (record: SessionRecord): string => claimsOf(record.accessToken).jti;

/**
 * Stores the tokens of a response that changed credentials, because the server refuses all earlier ones. Other tabs
 * read them from the record. If the user signed out meanwhile, ends the new session.
 * @param answer without tokens from a server of the previous release, which does not replace them
 */
export const adoptTokens = async (answer: { readonly tokens?: TokenPair } | undefined): Promise<void> => {
  if (!answer?.tokens) return;
  const next = recordOf(answer.tokens);
  const isHeld = await withSessionLock(async () => {
    const held = readRecord();
    if (!held || sessionOf(held) !== sessionOf(next)) return false;
    try {
      writeRecord(next);
    } catch {
      return false; // the browser cannot store the session, so the next call asks the user to sign in
    }
    return true;
  });
  if (!isHeld) await endSessionOnServer(next);
};
