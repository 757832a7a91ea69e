import { isSignInNew } from '@foyer/domain/security/step-up';
import type { Platform } from '../platform.ts';
import type { ConfirmPassword } from './confirm-password.ts';
import type { IdentityStore } from './ports.ts';

interface Dependencies {
  readonly store: Pick<IdentityStore, 'proofOf'>;
  readonly confirmPassword: ConfirmPassword;
}

/**
 * Step-up for what a sign-in of just now is proof enough of: who has come in within the last minutes is asked for nothing,
 * a session that was left open for the account password (docs/decisions/0021).
 */
export const makeConfirmLately =
  ({ wallNow }: Platform, { store, confirmPassword }: Dependencies): ConfirmPassword =>
  async (principal, password, origin) => {
    if (password) return confirmPassword(principal, password, origin);
    const proof = await store.proofOf(principal.sessionId);
    return proof && isSignInNew(proof.signedInAt, wallNow())
      ? proof.passwordHash
      : confirmPassword(principal, password, origin);
  };
