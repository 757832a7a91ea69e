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
 * Checks the account password before a change that only its owner may make (SC-02). A stolen session has no more attempts
 * here than at sign-in. Returns the hash it was checked against, which the transaction compares (`requireConfirmed`).
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
    const confirmed = await renewHash(principal.userId, hash, password);
    if (confirmed === null) throw new Refused('INVALID_CREDENTIALS', { field: 'password' });
    return confirmed;
  };

export type ConfirmPassword = ReturnType<typeof makeConfirmPassword>;
