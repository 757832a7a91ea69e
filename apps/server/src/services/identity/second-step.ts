import type { SignInMethod } from '@foyer/contract/api/activity';
import type { Instant } from '@foyer/contract/vocabulary/instants';
import type { Platform } from '../platform.ts';
import { Refused } from '../refused.ts';
import type {
  CheckPasskey,
  LockedUser,
  Origin,
  PasskeyAnswer,
  SecondFactorRows,
  SecurityWrites,
  UserOfAccount,
} from './ports.ts';
import type { UseCode } from './second-factor.ts';
import { notifyOwner } from './security-mail.ts';

/** Second factors in a sign-in request. One is enough. The first of this list that is present is checked. */
export interface PresentedFactor {
  readonly passkey?: PasskeyAnswer | undefined;
  readonly code?: string | undefined;
  readonly recoveryCode?: string | undefined;
}

interface Dependencies {
  readonly rows: Pick<SecondFactorRows, 'recoveryCodes'>;
  readonly useCode: UseCode;
  readonly checkPasskey: CheckPasskey;
  readonly hasPasskey: (of: UserOfAccount) => Promise<boolean>;
}

export const hasFactor = ({ passkey, code, recoveryCode }: PresentedFactor): boolean =>
  Boolean(passkey ?? (code || recoveryCode));

/** Returns the sign-in method of an account with two-step authentication. */
export const methodWith = ({ passkey, code }: PresentedFactor): SignInMethod => {
  if (passkey) return 'password_passkey';
  return code ? 'password_code' : 'password_recovery_code';
};

export const isWrongFactor = (error: unknown): boolean =>
  error instanceof Refused && (error.type === 'CODE_NOT_VALID' || error.type === 'PASSKEY_NOT_VALID');

/** Checks the second factor of a sign-in (SE-11, BY-01). */
export const makeSecondStep = (
  { originFacts }: Platform,
  { rows, useCode, checkPasskey, hasPasskey }: Dependencies,
) => ({
  /** Lists the second factors of the account, for a caller that has sent the right password. */
  ask: async (user: UserOfAccount): Promise<Refused> => {
    const [{ left }, passkey] = await Promise.all([rows.recoveryCodes(user), hasPasskey(user)]);
    return new Refused('MFA_REQUIRED', {
      methods: ['totp', ...(left > 0 ? ['recovery'] : []), ...(passkey ? ['passkey'] : [])],
    });
  },
  /** Checks a passkey. It cannot be guessed, so no attempt is counted. Its challenge is used up even if the sign-in fails. */
  checkPasskey: async (presented: PasskeyAnswer, userId: string): Promise<void> => {
    if (!(await checkPasskey(presented, userId))) throw new Refused('PASSKEY_NOT_VALID');
  },
  /** Uses a code in the transaction that begins the session, so that neither happens without the other (INV-18). */
  useCode: async (
    tx: SecurityWrites & SecondFactorRows,
    user: LockedUser,
    { code, recoveryCode = '' }: PresentedFactor,
    origin: Origin,
    now: Instant,
  ): Promise<void> => {
    const { accountId } = user;
    if (code) {
      if (!(await useCode.oneTime(tx, user, code, now))) throw new Refused('CODE_NOT_VALID', { field: 'code' });
      return;
    }
    if (!(await useCode.recovery(tx, user, recoveryCode, now))) {
      throw new Refused('CODE_NOT_VALID', { field: 'recoveryCode' });
    }
    const { left } = await tx.recoveryCodes(user);
    await tx.record({ ...origin, type: 'recovery_code_used', accountId, sessionId: null });
    await tx.mail(notifyOwner('recovery_code_used', user, now, { ...originFacts(origin), codesLeft: String(left) }));
  },
});

export type SecondStep = ReturnType<typeof makeSecondStep>;
