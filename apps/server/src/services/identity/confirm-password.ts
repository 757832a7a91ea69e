import { stepUpPolicy } from '@foyer/domain/identity/lockout';
import type { Platform } from '../platform.ts';
import { Refused } from '../refused.ts';
import type { CountLoginAttempt } from './login-attempt-ports.ts';
import type { IdentityStore, Origin, PasswordHasher, Principal, RenewHash } from './ports.ts';
import type { StepUpFailed } from './step-up-failed.ts';

interface Dependencies {
  readonly store: Pick<IdentityStore, 'clearFailures' | 'passwordHash'>;
  readonly countLoginAttempt: CountLoginAttempt;
  readonly hasher: Pick<PasswordHasher, 'verify'>;
  readonly renewHash: RenewHash;
  readonly stepUpFailed: StepUpFailed;
}

/**
 * Step-up: the account password again, before something that only its owner may do (SC-02). A stolen session has no more
 * attempts here than at sign-in. Gives the hash it was checked against, so that the transaction that
 * follows can see that it is still the present one.
 */
export const makeConfirmPassword =
  ({ wallNow }: Platform, { store, countLoginAttempt, hasher, renewHash, stepUpFailed }: Dependencies) =>
  async (principal: Principal, password: string | undefined, origin: Origin): Promise<string> => {
    if (password === undefined || password === '') throw new Refused('PASSWORD_REQUIRED', { field: 'password' });
    const now = wallNow();
    const key = `step-up:${principal.userId}`;
    const counter = await countLoginAttempt(key, stepUpPolicy, now);
    const hash = await store.passwordHash(principal.userId);
    if (hash === null || !(await hasher.verify(hash, password))) {
      await stepUpFailed(principal, origin, { counter, policy: stepUpPolicy, now });
      throw new Refused('INVALID_CREDENTIALS', { field: 'password' });
    }
    await store.clearFailures(key);
    return renewHash(principal.userId, hash, password);
  };

export type ConfirmPassword = ReturnType<typeof makeConfirmPassword>;
