import type { TokenPair } from '@foyer/contract/api/auth';
import type { Instant } from '@foyer/contract/vocabulary/instants';
import { hasClaim } from '@foyer/domain/identity/claims';
import { secondFactorPolicy } from '@foyer/domain/identity/lockout';
import { checkEnrolment, ENROLMENT_MS } from '@foyer/domain/identity/totp';
import type { Platform } from '../platform.ts';
import { Refused, requireVerifiedEmail } from '../refused.ts';
import type { ConfirmPassword } from './confirm-password.ts';
import type { AttemptKeys, CountLoginAttempt } from './login-attempt-ports.ts';
import type {
  IdentityStore,
  LockedUser,
  OneTimeCodes,
  Origin,
  Principal,
  RenewTokens,
  SecondFactorRows,
  SecretBox,
  SecurityWrites,
} from './ports.ts';
import { requireConfirmed } from './require-confirmed.ts';
import { sealedFor, type UseCode } from './second-factor.ts';
import { notifyOwner } from './security-mail.ts';
import type { StepUpFailed } from './step-up-failed.ts';

export type SecondFactorWrites = SecurityWrites & SecondFactorRows;

interface Dependencies {
  readonly inTransaction: <T>(work: (tx: SecondFactorWrites) => Promise<T>) => Promise<T>;
  readonly renewTokens: RenewTokens;
  readonly oneTimeCodes: OneTimeCodes;
  readonly box: SecretBox;
  readonly useCode: Pick<UseCode, 'oneTime'>;
  readonly confirmPassword: ConfirmPassword;
  /** Step-up that also accepts a recent sign-in. */
  readonly confirmLately: ConfirmPassword;
  readonly stepUpFailed: StepUpFailed;
  readonly countLoginAttempt: CountLoginAttempt;
  readonly store: Pick<IdentityStore, 'clearFailures'>;
  readonly keys: Pick<AttemptKeys, 'stepUpCodeKey'>;
  readonly brandName: (brand: string) => string;
}

/** Refuses a session without the claim. One claim allows switching two-step on and off (SC-09). */
const requireClaim = ({ claims }: Principal): void => {
  if (!hasClaim(claims, 'access:mfa:create')) throw new Refused('FORBIDDEN');
};

/** Locks the user of a session. The session is invalid if the account was closed meanwhile. */
const lock = async (tx: SecurityWrites, { userId }: Principal): Promise<LockedUser> => {
  const user = await tx.lockUser(userId);
  if (!user) throw new Refused('INVALID_TOKEN');
  return user;
};

/**
 * Shows a new secret. It replaces one that never got its two codes, and never one that is in use. An older session gives
 * the password first (decision 21): a stranger at an unlocked computer could otherwise lock the owner out.
 */
export const makeBeginSecondFactor =
  ({ wallNow }: Platform, { inTransaction, oneTimeCodes, box, confirmLately, brandName }: Dependencies) =>
  async (
    principal: Principal,
    password: string | undefined,
    origin: Origin,
  ): Promise<{ qrCode: string; secret: string }> => {
    requireClaim(principal);
    requireVerifiedEmail(principal);
    const confirmed = await confirmLately(principal, password, origin);
    const secret = oneTimeCodes.newSecret();
    const user = await inTransaction(async (tx) => {
      const locked = await lock(tx, principal);
      requireConfirmed(locked, confirmed);
      if (locked.mfaEnabledAt !== null) throw new Refused('MFA_ALREADY_ENABLED');
      await tx.beginTotp(locked, box.seal(secret, sealedFor(locked.userId)), wallNow());
      return locked;
    });
    return { qrCode: await oneTimeCodes.qrCode(secret, brandName(user.brand), user.email), secret };
  };

/** Makes the common writes after a change of two-step authentication (INV-14). Returns new tokens for this session. */
const changed = async (
  { originFacts }: Platform,
  { renewTokens }: Pick<Dependencies, 'renewTokens'>,
  tx: SecurityWrites,
  user: LockedUser,
  { sessionId, origin, now }: { readonly sessionId: string; readonly origin: Origin; readonly now: Instant },
  what: 'mfa_enabled' | 'mfa_disabled',
): Promise<TokenPair> => {
  await tx.endSessions(user, sessionId, 'credentials_changed');
  await tx.voidEmailTokens(user);
  await tx.record({ ...origin, type: what, accountId: user.accountId, sessionId });
  await tx.mail(notifyOwner(what, user, now, originFacts(origin)));
  return renewTokens(tx, sessionId, now);
};

/**
 * Switches two-step authentication on (SC-05). Two consecutive codes prove that the app has the secret and the right time.
 */
export const makeEnableSecondFactor =
  (platform: Platform, needs: Dependencies) =>
  async (
    principal: Principal,
    codes: { firstCode: string; secondCode: string },
    origin: Origin,
  ): Promise<TokenPair> => {
    requireClaim(principal);
    requireVerifiedEmail(principal);
    const { inTransaction, oneTimeCodes, box } = needs;
    const { wallNow } = platform;
    const now = wallNow();
    return inTransaction(async (tx) => {
      const user = await lock(tx, principal);
      if (user.mfaEnabledAt !== null) throw new Refused('MFA_ALREADY_ENABLED');
      const shown = await tx.totpSecret(user);
      if (!shown || now >= shown.begunAt + ENROLMENT_MS) {
        throw new Refused('MFA_NOT_ENABLED', { message: 'You need to scan the QR code before entering passcodes.' });
      }
      const secret = box.open(shown.sealedSecret, sealedFor(user.userId));
      const codeAt = (step: number) => oneTimeCodes.codeAt(secret, step);
      const enrolment = checkEnrolment(codeAt, codes.firstCode, codes.secondCode, now);
      if (!enrolment.ok) {
        throw new Refused('CODE_NOT_VALID', {
          message: `Your ${enrolment.wrong} code is wrong.`,
          field: `${enrolment.wrong}Code`,
        });
      }
      await tx.useTotpStep(user, enrolment.step, box.resealed(shown.sealedSecret, sealedFor(user.userId)));
      await tx.setMfa(user.userId, now);
      return changed(platform, needs, tx, user, { sessionId: principal.sessionId, origin, now }, 'mfa_enabled');
    });
  };

/**
 * Switches it off, always with the password (SC-02, SC-05): a code alone proves the phone that an open session may be on.
 * A code that comes along has to be right as well. The recovery codes go with it.
 */
export const makeDisableSecondFactor =
  (platform: Platform, needs: Dependencies) =>
  async (
    principal: Principal,
    { password, code }: { password?: string | undefined; code?: string | undefined },
    origin: Origin,
  ): Promise<TokenPair> => {
    requireClaim(principal);
    const { inTransaction, useCode, countLoginAttempt, store, keys } = needs;
    const { wallNow } = platform;
    const confirmed = await needs.confirmPassword(principal, password, origin);
    const now = wallNow();
    const key = keys.stepUpCodeKey(principal.userId);
    const counter = code ? await countLoginAttempt(key, secondFactorPolicy, now) : null;
    const renewed = await inTransaction(async (tx) => {
      const user = await lock(tx, principal);
      if (user.mfaEnabledAt === null) throw new Refused('MFA_NOT_ENABLED');
      requireConfirmed(user, confirmed);
      if (code && !(await useCode.oneTime(tx, user, code, now))) return null;
      await tx.removeSecondFactor(user);
      await tx.setMfa(user.userId, null);
      return changed(platform, needs, tx, user, { sessionId: principal.sessionId, origin, now }, 'mfa_disabled');
    });
    if (!renewed) {
      if (counter) await needs.stepUpFailed(principal, origin, { counter, policy: secondFactorPolicy, now });
      throw new Refused('CODE_NOT_VALID', { field: 'code' });
    }
    if (counter) await store.clearFailures(key);
    return renewed;
  };
