import { isProofFresh } from '@foyer/domain/security/step-up';
import type { Platform } from '../platform.ts';
import { Refused } from '../refused.ts';
import type { ConfirmPassword } from './confirm-password.ts';
import type { IdentityStore } from './ports.ts';

interface Dependencies {
  readonly store: Pick<IdentityStore, 'proofOf'>;
}

/**
 * Step-up where another provider signs people in: nobody has an account password to type, so this session must have been
 * proved by a fresh sign-in there, a few minutes ago at most (SC-02, SE-11). A password that comes along is not looked at:
 * one from the time before the provider would be a second door.
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
