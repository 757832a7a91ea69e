import type { TokenPair } from '@foyer/contract/api/auth';
import { withSessionLock } from './lock.ts';
import { claimsOf, readRecord, recordOf, type SessionRecord, writeRecord } from './record.ts';
import { endSessionOnServer } from './sign-out.ts';

const sessionOf = (record: SessionRecord): string => claimsOf(record.accessToken).jti;

/**
 * Stores the tokens in the answer to a change of credentials; the other tabs read them from the record. Every token from
 * before is refused. Ends the session when this browser no longer holds it: signed out meanwhile.
 * @param answer without tokens from a server of the release before, which changes none
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
      return false; // the browser stores nothing more: the next call asks the user to sign in
    }
    return true;
  });
  if (!isHeld) await endSessionOnServer(next);
};
