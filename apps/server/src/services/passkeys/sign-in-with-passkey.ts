import type { BeginSession, CheckPasskey, IdentityStore, Origin, PasskeyAnswer } from '../identity/ports.ts';
import type { Platform } from '../platform.ts';
import { Refused } from '../refused.ts';

interface Dependencies {
  readonly checkPasskey: CheckPasskey;
  readonly beginSession: BeginSession;
  readonly store: Pick<IdentityStore, 'record'>;
}

/**
 * Signs in with a passkey alone (BY-01). The device and its unlocking count as two factors. Every failure has the same
 * refusal (INV-19).
 */
export const makeSignInWithPasskey =
  ({ wallNow }: Platform, { checkPasskey, beginSession, store }: Dependencies) =>
  async (answer: PasskeyAnswer, device: string | undefined, origin: Origin) => {
    const signed = await checkPasskey(answer, null);
    if (!signed) {
      await store.record({ ...origin, type: 'sign_in_failed', accountId: null, sessionId: null });
      throw new Refused('PASSKEY_NOT_VALID');
    }
    return beginSession(signed.userId, 'passkey', device, origin, wallNow());
  };
