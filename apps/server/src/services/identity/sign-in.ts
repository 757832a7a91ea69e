import type { Instant } from '@foyer/contract/vocabulary/instants';
import { tidyEmail } from '@foyer/domain/identity/email-address';
import {
  afterFailure,
  type FailureCounter,
  isNotificationDue,
  type LockoutPolicy,
  secondFactorPolicy,
  signInPolicy,
} from '@foyer/domain/identity/lockout';
import type { Platform } from '../platform.ts';
import { Refused } from '../refused.ts';
import { networkRefusal, type OpenSession, type SignInWrites } from './begin-session.ts';
import type {
  AttemptKeys,
  CountLoginAttempt,
  DeviceTokens,
  RateLimitKeySet,
  RateLimitKeySets,
} from './login-attempt-ports.ts';
import type {
  BeginSession,
  FoundByEmail,
  IdentityStore,
  Origin,
  PasswordHasher,
  RenewHash,
  SecondFactorRows,
  SignInUser,
} from './ports.ts';
import { hasFactor, isWrongFactor, methodWith, type PresentedFactor, type SecondStep } from './second-step.ts';
import { notifyOwner } from './security-mail.ts';

export interface SignInRequest extends PresentedFactor {
  readonly email: string;
  readonly password: string;
  readonly device?: string | undefined;
}

export interface SignInDependencies {
  readonly store: Pick<IdentityStore, 'signInUser' | 'clearFailures'>;
  readonly inTransaction: <T>(work: (tx: SignInWrites & SecondFactorRows) => Promise<T>) => Promise<T>;
  readonly hasher: Pick<PasswordHasher, 'verify' | 'decoy'>;
  readonly renewHash: RenewHash;
  readonly devices: Pick<DeviceTokens, 'readDeviceId'>;
  readonly keys: Pick<AttemptKeys, 'deviceKey'>;
  readonly keySets: RateLimitKeySets;
  readonly countLoginAttempt: CountLoginAttempt;
  readonly secondStep: SecondStep;
  readonly openSession: OpenSession;
}

/**
 * Signs in with email and password and, where the account has one, a second factor (SE-11). An unknown email costs the
 * same work and gives the same answer as a wrong password (INV-19), and only the password shows what else an account wants.
 * An attempt is counted before it is checked, under the known device or else the email, and a success clears the count.
 * A failure counts against the caller's address as well.
 */
export const makeSignIn = (platform: Platform, needs: SignInDependencies) => {
  const { store, inTransaction, keySets, countLoginAttempt, secondStep } = needs;
  const { originFacts } = platform;

  const failed = async (
    user: SignInUser | null,
    origin: Origin,
    now: Instant,
    type: 'sign_in_failed' | 'sign_in_locked' | 'second_factor_failed',
    keySet: RateLimitKeySet,
    failure: { readonly counter: FailureCounter; readonly policy: LockoutPolicy } | null,
  ): Promise<void> => {
    await keySets.countFailure(keySet, now);
    await inTransaction(async (tx) => {
      await tx.record({ ...origin, type, accountId: user?.accountId ?? null, sessionId: null });
      if (!user || !failure || !isNotificationDue(failure.counter, failure.policy)) return;
      const reset = failure.counter.failures === failure.policy.lastFailure;
      const facts = { ...originFacts(origin), ...(reset ? { resetNeeded: 'yes' } : {}) };
      await tx.mail(notifyOwner('sign_in_locked', user, now, facts));
    });
  };

  const checkPassword = async (
    user: SignInUser | null,
    keySet: RateLimitKeySet,
    password: string,
    origin: Origin,
    now: Instant,
  ): Promise<SignInUser> => {
    await keySets.refuseIfLimited(keySet, now);
    const taken = keySet.knownDeviceId !== null && user?.isDeviceAttemptCounted === true;
    const counter = taken
      ? afterFailure(null, signInPolicy, now)
      : await countLoginAttempt(keySet.passwordKey, signInPolicy, now, user?.passwordChangedAt ?? null);
    const genuine = await needs.hasher.verify(user?.passwordHash ?? needs.hasher.decoy, password);
    if (user && genuine) {
      const passwordHash = await needs.renewHash(user.userId, user.passwordHash, password);
      if (passwordHash === null) throw new Refused('INVALID_CREDENTIALS');
      return { ...user, passwordHash };
    }
    const type = counter.lockedUntil === null ? 'sign_in_failed' : 'sign_in_locked';
    await failed(user, origin, now, type, keySet, { counter, policy: signInPolicy });
    throw new Refused('INVALID_CREDENTIALS');
  };

  const open = (
    user: SignInUser,
    keySet: RateLimitKeySet,
    ask: SignInRequest,
    origin: Origin,
    now: Instant,
  ): ReturnType<BeginSession> => {
    const method = user.mfaEnabledAt === null ? 'password' : methodWith(ask);
    const entry = { method, origin, now, device: ask.device, clear: [keySet.passwordKey, keySet.codeKey] } as const;
    if (user.mfaEnabledAt === null && keySet.knownDeviceId !== null)
      return needs.openSession.alone(user, keySet.knownDeviceId, user.passwordHash, entry);
    return inTransaction(async (tx) => {
      const locked = await tx.lockUser(user.userId);
      // The user may have changed since the check without the lock.
      if (locked?.passwordHash !== user.passwordHash || locked.mfaEnabledAt !== user.mfaEnabledAt) {
        throw new Refused('INVALID_CREDENTIALS');
      }
      if (locked.mfaEnabledAt !== null && !ask.passkey) await secondStep.useCode(tx, locked, ask, origin, now);
      return needs.openSession.within(tx, locked, entry);
    });
  };

  const withSecondFactor = async (
    user: SignInUser,
    keySet: RateLimitKeySet,
    ask: SignInRequest,
    origin: Origin,
    now: Instant,
  ): ReturnType<BeginSession> => {
    // The password was right, so a wrong second factor must not count as a wrong password.
    await store.clearFailures(keySet.passwordKey);
    if (!hasFactor(ask)) throw await secondStep.ask(user);
    const counter = ask.passkey ? null : await countLoginAttempt(keySet.codeKey, secondFactorPolicy, now);
    try {
      if (ask.passkey) await secondStep.checkPasskey(ask.passkey, user.userId);
      return await open(user, keySet, ask, origin, now);
    } catch (error) {
      if (isWrongFactor(error)) {
        const counted = counter && { counter, policy: secondFactorPolicy };
        await failed(user, origin, now, 'second_factor_failed', keySet, counted);
      }
      throw error;
    }
  };

  const find = (ask: SignInRequest, now: Instant): Promise<FoundByEmail<SignInUser>> => {
    const id = needs.devices.readDeviceId(ask.device);
    const device =
      id === null ? null : { id, key: needs.keys.deviceKey(id), firstAttempt: afterFailure(null, signInPolicy, now) };
    return store.signInUser(tidyEmail(ask.email), device, now);
  };

  return async (ask: SignInRequest, origin: Origin): ReturnType<BeginSession> => {
    const now = platform.wallNow();
    const { folded, row } = await find(ask, now);
    const keySet = keySets.keySetFor(folded, row && { ...row, id: row.userId }, ask.device, origin.address);
    const user = await checkPassword(row, keySet, ask.password, origin, now);
    const refusal = networkRefusal(user.cidrRestriction, origin.address);
    if (refusal) {
      await failed(user, origin, now, 'sign_in_failed', keySet, null);
      throw refusal;
    }
    return user.mfaEnabledAt === null
      ? open(user, keySet, ask, origin, now)
      : withSecondFactor(user, keySet, ask, origin, now);
  };
};
