import type { Instant } from '@foyer/contract/vocabulary/instants';
import { tidyEmail } from '@foyer/domain/security/email-address';
import {
  afterFailure,
  type FailureCounter,
  isNewsToOwner,
  type LockoutPolicy,
  secondFactorPolicy,
  signInPolicy,
} from '@foyer/domain/security/lockout';
import type { DeviceTokens, GuessKeys, Lane, Lanes, TakeGuess } from '../guesses/ports.ts';
import { Refused } from '../refused.ts';
import { networkRefusal, type OpenSession, type SignInWrites } from './begin-session.ts';
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
import { tellOwner } from './security-mail.ts';

export interface SignInRequest extends PresentedFactor {
  readonly email: string;
  readonly password: string;
  readonly device?: string | undefined;
}

export interface SignInNeeds {
  readonly store: Pick<IdentityStore, 'signInUser' | 'clearFailures'>;
  readonly inTransaction: <T>(work: (tx: SignInWrites & SecondFactorRows) => Promise<T>) => Promise<T>;
  readonly hasher: Pick<PasswordHasher, 'verify' | 'decoy'>;
  readonly renewHash: RenewHash;
  readonly devices: Pick<DeviceTokens, 'named'>;
  readonly keys: Pick<GuessKeys, 'ofDevice'>;
  readonly lanes: Lanes;
  readonly takeGuess: TakeGuess;
  readonly secondStep: SecondStep;
  readonly openSession: OpenSession;
  readonly originFacts: (origin: Origin) => Readonly<Record<string, string>>;
  readonly wallNow: () => Instant;
}

/**
 * Signs in with e-mail and password and, where the account has one, a second factor (SE-11). An unknown e-mail costs the
 * same work and gives the same answer as a wrong password (INV-19); what else an account wants is told to nobody without
 * its password. Each guess is counted before it is looked at, under the e-mail, whether it exists or not, or under the
 * known device it comes from; a right one clears the count. A wrong one counts against the caller's address as well.
 */
export const makeSignIn = (needs: SignInNeeds) => {
  const { store, inTransaction, lanes, takeGuess, secondStep, originFacts } = needs;

  const failed = async (
    user: SignInUser | null,
    origin: Origin,
    now: Instant,
    type: 'sign_in_failed' | 'sign_in_locked' | 'second_factor_failed',
    lane: Lane,
    counted: { readonly guess: FailureCounter; readonly policy: LockoutPolicy } | null,
  ): Promise<void> => {
    await lanes.missed(lane, now);
    await inTransaction(async (tx) => {
      await tx.record({ ...origin, type, accountId: user?.accountId ?? null, sessionId: null });
      if (!user || !counted || !isNewsToOwner(counted.guess, counted.policy)) return;
      const reset = counted.guess.failures === counted.policy.lastFailure;
      const facts = { ...originFacts(origin), ...(reset ? { resetNeeded: 'yes' } : {}) };
      await tx.mail(tellOwner('sign_in_locked', user, now, facts));
    });
  };

  const checkPassword = async (
    user: SignInUser | null,
    lane: Lane,
    password: string,
    origin: Origin,
    now: Instant,
  ): Promise<SignInUser> => {
    await lanes.letPass(lane, now);
    const taken = lane.knownDevice !== null && user?.deviceGuessTaken === true;
    const guess = taken
      ? afterFailure(null, signInPolicy, now)
      : await takeGuess(lane.password, signInPolicy, now, user?.passwordChangedAt ?? null);
    const genuine = await needs.hasher.verify(user?.passwordHash ?? needs.hasher.decoy, password);
    if (user && genuine)
      return { ...user, passwordHash: await needs.renewHash(user.userId, user.passwordHash, password) };
    const type = guess.lockedUntil === null ? 'sign_in_failed' : 'sign_in_locked';
    await failed(user, origin, now, type, lane, { guess, policy: signInPolicy });
    throw new Refused('INVALID_CREDENTIALS');
  };

  const open = (
    user: SignInUser,
    lane: Lane,
    ask: SignInRequest,
    origin: Origin,
    now: Instant,
  ): ReturnType<BeginSession> => {
    const method = user.mfaEnabledAt === null ? 'password' : methodWith(ask);
    const entry = { method, origin, now, device: ask.device, clear: [lane.password, lane.code] } as const;
    if (user.mfaEnabledAt === null && lane.knownDevice !== null)
      return needs.openSession.alone(user.userId, lane.knownDevice, user.passwordHash, entry);
    return inTransaction(async (tx) => {
      const locked = await tx.lockUser(user.userId);
      // What was checked outside the lock must still be what counts.
      if (locked?.passwordHash !== user.passwordHash || locked.mfaEnabledAt !== user.mfaEnabledAt) {
        throw new Refused('INVALID_CREDENTIALS');
      }
      if (locked.mfaEnabledAt !== null && !ask.passkey) await secondStep.useCode(tx, locked, ask, origin, now);
      return needs.openSession.within(tx, locked, entry);
    });
  };

  const withSecondFactor = async (
    user: SignInUser,
    lane: Lane,
    ask: SignInRequest,
    origin: Origin,
    now: Instant,
  ): ReturnType<BeginSession> => {
    // The password was right: what follows must not count as a guess at it.
    await store.clearFailures(lane.password);
    if (!hasFactor(ask)) throw await secondStep.ask(user.userId);
    const guess = ask.passkey ? null : await takeGuess(lane.code, secondFactorPolicy, now);
    try {
      if (ask.passkey) await secondStep.checkPasskey(ask.passkey, user.userId);
      return await open(user, lane, ask, origin, now);
    } catch (error) {
      if (isWrongFactor(error)) {
        const counted = guess && { guess, policy: secondFactorPolicy };
        await failed(user, origin, now, 'second_factor_failed', lane, counted);
      }
      throw error;
    }
  };

  const find = (ask: SignInRequest, now: Instant): Promise<FoundByEmail<SignInUser>> => {
    const id = needs.devices.named(ask.device);
    const device =
      id === null ? null : { id, key: needs.keys.ofDevice(id), firstGuess: afterFailure(null, signInPolicy, now) };
    return store.signInUser(tidyEmail(ask.email), device, now);
  };

  return async (ask: SignInRequest, origin: Origin): ReturnType<BeginSession> => {
    const now = needs.wallNow();
    const { folded, row } = await find(ask, now);
    const lane = lanes.find(folded, row && { ...row, id: row.userId }, ask.device, origin.address);
    const user = await checkPassword(row, lane, ask.password, origin, now);
    const refusal = networkRefusal(user.cidrRestriction, origin.address);
    if (refusal) {
      await failed(user, origin, now, 'sign_in_failed', lane, null);
      throw refusal;
    }
    return user.mfaEnabledAt === null
      ? open(user, lane, ask, origin, now)
      : withSecondFactor(user, lane, ask, origin, now);
  };
};
