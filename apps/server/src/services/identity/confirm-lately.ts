import { isSignInNew } from '@foyer/domain/identity/step-up';
import type { Platform } from '../platform.ts';
import type { ConfirmPassword } from './confirm-password.ts';
import type { IdentityStore } from './ports.ts';

interface Dependencies {
  readonly store: Pick<IdentityStore, 'proofOf'>;
  readonly confirmPassword: ConfirmPassword;
}

/**
 * Step-up for which a recent sign-in is enough. A session that is older than a few minutes needs the account password
 * (docs/decisions/0021).
 */
export const makeConfirmLately =
  ({ wallNow }: Platform, { store, confirmPassword }: Dependencies): ConfirmPassword =>
  async (principal, password, origin) => {
    if (password) return confirmPassword(principal, password, origin);
    const proof = await store.proofOf(principal.sessionId);
    return proof?.signedInAt != null && isSignInNew(proof.signedInAt, wallNow())
      ? proof.passwordHash
      : confirmPassword(principal, password, origin);
  };
