import { isProofFresh } from '@foyer/domain/identity/step-up';
import type { Platform } from '../platform.ts';
import { Refused } from '../refused.ts';
import type { ConfirmPassword } from './confirm-password.ts';
import type { IdentityStore } from './ports.ts';

interface Dependencies {
  readonly store: Pick<IdentityStore, 'proofOf'>;
}

/**
 * Step-up with an external provider. Users have no account password, so this session must have a fresh sign-in at the
 * provider (SC-02, SE-11). A password in the call is ignored: one from before the provider was configured would be a second
 * way in.
 */
export const makeConfirmAtProvider =
  ({ wallNow }: Platform, { store }: Dependencies): ConfirmPassword =>
  async ({ sessionId }) => {
    const proof = await store.proofOf(sessionId);
    if (!proof || !isProofFresh(proof.provedAt, wallNow())) {
      throw new Refused('PASSWORD_REQUIRED', {
        field: 'password',
        code: 'sign_in_again',
        message: 'Sign in again at the sign-in provider to confirm this call.',
      });
    }
    return proof.passwordHash;
  };
