import { createHash, randomBytes } from 'node:crypto';
import type { OperatorMe } from '@foyer/contract/api/operator';
import { HOUR_MS, type Instant, MINUTE_MS } from '@foyer/contract/vocabulary/instants';
import { tidyEmail } from '@foyer/domain/identity/email-address';
import {
  type FailureCounter,
  isNotificationDue,
  type LockoutPolicy,
  secondFactorPolicy,
  signInPolicy,
} from '@foyer/domain/identity/lockout';
import { isFirstPasswordOver } from '@foyer/domain/operator/first-password';
import {
  type CountLoginAttempt,
  type DeviceTokens,
  MAX_KNOWN_DEVICES,
  type RateLimitKeySet,
  type RateLimitKeySets,
} from '../identity/login-attempt-ports.ts';
import type { OneTimeCodes, Origin, PasswordHasher, RenewHash, SecretBox } from '../identity/ports.ts';
import { checkOneTimeCode } from '../identity/second-factor.ts';
import type { Platform } from '../platform.ts';
import { Refused } from '../refused.ts';
import type { OperatorAuthStore, OperatorId, OperatorPrincipal, OperatorRow } from './auth-ports.ts';
import { lockMail, operatorMail } from './operator-mail.ts';

/** Limits of an operator session: time without a call, and total life. */
const IDLE_MS = 30 * MINUTE_MS;
const LIFE_MS = 8 * HOUR_MS;

const TOKEN = /^fop_[A-Za-z0-9_-]{43}$/;
const hashed = (token: string): string => createHash('sha256').update(token).digest('base64url');

/** Context of the encryption: a secret that is copied to another row cannot be decrypted. */
export const sealedForOperator = (id: OperatorId): string => `operator totp ${id}`;

/** Counters of failed attempts of operators. The limits are those of customers, the counters are separate. */
export interface OperatorAttempts {
  readonly countLoginAttempt: CountLoginAttempt;
  /** Deletes the counter of a key after a success. */
  clearFailures(key: string): Promise<void>;
}

export interface OperatorAuthDependencies extends OperatorAttempts {
  readonly store: OperatorAuthStore;
  readonly hasher: PasswordHasher;
  readonly renewHash: RenewHash;
  readonly devices: DeviceTokens;
  readonly keySets: RateLimitKeySets;
  readonly oneTimeCodes: Pick<OneTimeCodes, 'codeAt'>;
  readonly box: Pick<SecretBox, 'open' | 'resealed'>;
}

export interface OperatorSignIn {
  readonly email: string;
  readonly password: string;
  readonly code?: string | undefined;
  /** Device token from the last sign-in in this browser. */
  readonly device?: string | undefined;
}

export interface OperatorSignedIn {
  readonly token: string;
  readonly device: string;
  readonly operator: OperatorMe;
}

const viewOperator = ({
  operatorId,
  email,
  name,
  roles,
  expiresAt,
  mustChangePassword,
}: OperatorPrincipal): OperatorMe => ({
  id: operatorId,
  email,
  name,
  roles: [...roles],
  expiresAt: new Date(expiresAt).toISOString(),
  mustChangePassword,
});

/**
 * Signs an operator in (OP-01), with the same checks as a customer but separate accounts. An unknown address costs the same
 * work and gets the same response as a wrong password (INV-19). Strangers cannot lock an operator out of a browser with an
 * earlier sign-in.
 */
export const makeOperatorSignIn = (platform: Platform, needs: OperatorAuthDependencies) => {
  const { store, keySets, countLoginAttempt, clearFailures } = needs;

  const failed = async (
    row: OperatorRow | null,
    keySet: RateLimitKeySet,
    { counter, policy }: { readonly counter: FailureCounter; readonly policy: LockoutPolicy },
    origin: Origin,
    now: Instant,
  ): Promise<void> => {
    await keySets.countFailure(keySet, now);
    await store.record('operator_sign_in_failed', origin, row?.id ?? null);
    if (row && isNotificationDue(counter, policy))
      await store.enqueueMail(lockMail(row.email, now, platform.originFacts(origin)));
  };

  const checkPassword = async (
    row: OperatorRow | null,
    keySet: RateLimitKeySet,
    password: string,
    origin: Origin,
    now: Instant,
  ): Promise<OperatorRow> => {
    await keySets.refuseIfLimited(keySet, now);
    const counter = await countLoginAttempt(keySet.passwordKey, signInPolicy, now, row?.passwordChangedAt ?? null);
    const genuine = await needs.hasher.verify(row?.passwordHash ?? needs.hasher.decoy, password);
    if (row && genuine) {
      // The password was right, so a missing code must not count as a wrong password.
      await clearFailures(keySet.passwordKey);
      const passwordHash = await needs.renewHash(row.id, row.passwordHash, password);
      if (passwordHash === null) throw new Refused('INVALID_CREDENTIALS');
      return { ...row, passwordHash };
    }
    await failed(row, keySet, { counter, policy: signInPolicy }, origin, now);
    throw new Refused('INVALID_CREDENTIALS');
  };

  const refuseOverFirstPassword = async (
    { id, firstPasswordExpiresAt, firstPasswordUsedAt }: OperatorRow,
    keySet: RateLimitKeySet,
    origin: Origin,
    now: Instant,
  ): Promise<void> => {
    if (!isFirstPasswordOver({ expiresAt: firstPasswordExpiresAt, usedAt: firstPasswordUsedAt }, now)) return;
    await keySets.countFailure(keySet, now);
    await store.record('operator_sign_in_failed', origin, id);
    throw new Refused('INVALID_CREDENTIALS', {
      code: 'first_password_over',
      message: 'The first password works for one sign-in within 24 hours. Ask for a new one.',
    });
  };

  const checkCode = async (
    row: OperatorRow,
    keySet: RateLimitKeySet,
    typed: string | undefined,
    origin: Origin,
    now: Instant,
  ): Promise<void> => {
    if (row.totpSealedSecret === null) return;
    if (!typed) throw new Refused('MFA_REQUIRED', { methods: ['totp'] });
    const counter = await countLoginAttempt(keySet.codeKey, secondFactorPolicy, now);
    const stored = {
      sealedSecret: row.totpSealedSecret,
      lastStep: row.totpLastStep,
      purpose: sealedForOperator(row.id),
    };
    const used = checkOneTimeCode(needs, stored, typed, now);
    if (!used || !(await store.useTotpStep(row.id, used.step, used.resealed))) {
      await failed(row, keySet, { counter, policy: secondFactorPolicy }, origin, now);
      throw new Refused('CODE_NOT_VALID', { field: 'code' });
    }
    await clearFailures(keySet.codeKey);
  };

  return async (ask: OperatorSignIn, origin: Origin): Promise<OperatorSignedIn> => {
    const now = platform.wallNow();
    const found = await store.operatorOf(tidyEmail(ask.email), needs.devices.readDeviceId(ask.device));
    const { address, userAgent } = origin;
    const keySet = keySets.keySetFor(found.folded, found.row, ask.device, address);
    const row = await checkPassword(found.row, keySet, ask.password, origin, now);
    await refuseOverFirstPassword(row, keySet, origin, now);
    await checkCode(row, keySet, ask.code, origin, now);
    const token = `fop_${randomBytes(32).toString('base64url')}`;
    const id = platform.newId('operatorSession');
    const session = { id, operatorId: row.id, now, expiresAt: now + LIFE_MS, address, userAgent };
    const device = needs.devices.verify(ask.device, row.id);
    const deviceId = device ?? platform.newId('device');
    const isKnown = device !== null && row.deviceUsedAt !== null;
    const entering = { ...session, tokenHash: hashed(token), deviceId };
    // The first sign-in of an operator causes no mail about a new device.
    const mail =
      isKnown || row.lastSignInAt === null
        ? null
        : operatorMail('operator_new_device', row.email, origin.language, now, platform.originFacts(origin));
    if (!(await store.startSession(entering, row.passwordHash, MAX_KNOWN_DEVICES, mail)))
      throw new Refused('INVALID_CREDENTIALS');
    await store.record(
      'operator_signed_in',
      origin,
      row.id,
      row.totpSealedSecret === null ? 'password' : 'password_code',
    );
    const { email, name, roles } = row;
    const mustChangePassword = row.firstPasswordExpiresAt !== null;
    const operator = viewOperator({ ...session, sessionId: id, email, name, roles, mustChangePassword });
    return { token, device: needs.devices.sign(deviceId, row.id), operator };
  };
};

/**
 * Returns the operator of a token. The caller checks the roles afterwards, so that the log names an operator who is refused.
 */
export const makeAuthenticateOperator =
  ({ wallNow }: Platform, { store }: Pick<OperatorAuthDependencies, 'store'>) =>
  async (token: string | undefined): Promise<OperatorPrincipal> => {
    if (token === undefined || token === '') throw new Refused('UNAUTHORIZED');
    const now = wallNow();
    const principal = TOKEN.test(token) ? await store.useSession(hashed(token), now, now - IDLE_MS) : null;
    if (!principal) throw new Refused('INVALID_TOKEN');
    return principal;
  };

export const makeOperatorSignOut =
  ({ wallNow }: Platform, { store }: Pick<OperatorAuthDependencies, 'store'>) =>
  async ({ operatorId, sessionId }: OperatorPrincipal, origin: Origin): Promise<void> => {
    await store.endSession(sessionId, wallNow());
    await store.record('operator_signed_out', origin, operatorId);
  };

export const readOperatorMe = async (principal: OperatorPrincipal): Promise<OperatorMe> => viewOperator(principal);
