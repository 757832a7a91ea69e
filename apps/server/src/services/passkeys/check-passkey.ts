import { MINUTE_MS } from '@foyer/contract/vocabulary/instants';
import type { CheckPasskey } from '../identity/ports.ts';
import type { Platform } from '../platform.ts';
import type { PasskeyProtocol, PasskeyStore } from './ports.ts';
import type { RelyingPartyOf } from './relying-party.ts';

/** Life of a challenge, the time that a browser waits for its user. */
export const CHALLENGE_LIFE_MS = 5 * MINUTE_MS;

interface AskPasskeyDependencies {
  readonly store: Pick<PasskeyStore, 'addChallenge'>;
  readonly protocol: Pick<PasskeyProtocol, 'authenticationOptions'>;
  readonly relyingPartyOf: RelyingPartyOf;
}

/** Returns a challenge for any caller. It names no user and no passkey, so it reveals no account (INV-19). */
export const makeRequestPasskeyOptions =
  ({ wallNow, newId }: Platform, { store, protocol, relyingPartyOf }: AskPasskeyDependencies) =>
  async (hostname: string): Promise<{ challengeId: string; options: Record<string, unknown> }> => {
    const party = relyingPartyOf(hostname);
    const { challenge, options } = await protocol.authenticationOptions(party);
    const id = newId('challenge');
    const now = wallNow();
    await store.addChallenge({ id, userId: null, rpId: party.id, challenge }, now, now + CHALLENGE_LIFE_MS);
    return { challengeId: id, options };
  };

interface CheckPasskeyDependencies {
  readonly store: Pick<PasskeyStore, 'takeChallenge' | 'byCredential' | 'used'>;
  readonly protocol: Pick<PasskeyProtocol, 'claimedCredential' | 'readSigned'>;
  readonly relyingPartyOf: RelyingPartyOf;
}

/**
 * Checks what a passkey signed. The challenge is used up by the first answer, right or wrong. As a second factor the
 * touch is enough; alone the device must have verified its owner too, because then it stands for both.
 */
export const makeCheckPasskey =
  ({ wallNow }: Platform, { store, protocol, relyingPartyOf }: CheckPasskeyDependencies): CheckPasskey =>
  async ({ challengeId, response }, userId) => {
    const now = wallNow();
    const asked = await store.takeChallenge(challengeId, null, now);
    const credentialId = protocol.claimedCredential(response);
    if (!asked || credentialId === null) return null;
    const passkey = await store.byCredential(credentialId);
    if (!passkey || passkey.rpId !== asked.rpId || (userId !== null && passkey.userId !== userId)) return null;
    const signed = await protocol.readSigned(response, {
      party: relyingPartyOf(asked.rpId),
      challenge: asked.challenge,
      passkey,
      verified: userId === null,
    });
    // A changed counter means that another device has a copy of the key.
    if (!signed || !(await store.used(passkey, signed, now))) return null;
    return { userId: passkey.userId };
  };
