import type { TokenPair } from '@foyer/contract/api/auth';
import type { Instant } from '@foyer/contract/vocabulary/instants';
import {
  RECOVERY_CODE_SIGNS,
  RECOVERY_CODES,
  readRecoveryCode,
  writeRecoveryCode,
} from '@foyer/domain/identity/recovery-code';
import type { Platform } from '../platform.ts';
import { Refused, requireVerifiedEmail } from '../refused.ts';
import type { ConfirmPassword } from './confirm-password.ts';
import type { Origin, Principal, RenewTokens, SecondFactorRows } from './ports.ts';
import { requireConfirmed } from './require-confirmed.ts';
import type { HashRecoveryCode } from './second-factor.ts';
import type { SecondFactorWrites } from './second-factor-setup.ts';
import { notifyOwner } from './security-mail.ts';

export const makeCountRecoveryCodes =
  (rows: Pick<SecondFactorRows, 'recoveryCodes'>) =>
  async (principal: Principal): Promise<{ left: number; createdAt: string | null }> => {
    const { left, createdAt } = await rows.recoveryCodes(principal);
    return { left, createdAt: createdAt === null ? null : new Date(createdAt).toISOString() };
  };

interface Dependencies {
  readonly inTransaction: <T>(work: (tx: SecondFactorWrites) => Promise<T>) => Promise<T>;
  readonly confirmPassword: ConfirmPassword;
  readonly renewTokens: RenewTokens;
  readonly hashRecoveryCode: HashRecoveryCode;
  readonly randomBytes: (count: number) => Uint8Array;
}

interface RecoveryCodesOrder {
  readonly password?: string | undefined;
  /** Time of the codes to replace; null for none. Absent: any. */
  readonly replaces?: string | null | undefined;
}

/** Tells whether other codes were made since the page was loaded, perhaps in another tab that still shows them. */
const isOutdated = ({ replaces }: RecoveryCodesOrder, createdAt: Instant | null): boolean =>
  replaces !== undefined && (replaces === null ? null : Date.parse(replaces)) !== createdAt;

/**
 * Replaces all recovery codes by ten new ones (BY-01). Only this response shows them. The session gets new tokens.
 * Refused if the codes to replace are no longer the current ones.
 */
export const makeCreateRecoveryCodes =
  (platform: Platform, needs: Dependencies) =>
  async (
    principal: Principal,
    order: RecoveryCodesOrder,
    origin: Origin,
  ): Promise<{ codes: string[]; tokens: TokenPair }> => {
    requireVerifiedEmail(principal);
    const confirmed = await needs.confirmPassword(principal, order.password, origin);
    const now = platform.wallNow();
    const { userId, sessionId } = principal;
    const codes = Array.from({ length: RECOVERY_CODES }, () =>
      writeRecoveryCode(needs.randomBytes(RECOVERY_CODE_SIGNS)),
    );
    const hashes = codes.map((code) => needs.hashRecoveryCode(userId, readRecoveryCode(code) ?? code)[0]);
    const tokens = await needs.inTransaction(async (tx) => {
      const user = requireConfirmed(await tx.lockUser(userId), confirmed);
      if (user.mfaEnabledAt === null) throw new Refused('MFA_NOT_ENABLED');
      if (isOutdated(order, (await tx.recoveryCodes(user)).createdAt))
        throw new Refused('ACTION_REFUSED', {
          code: 'codes_replaced',
          message: 'Other recovery codes were created meanwhile. Get the time of the current ones, then try again.',
        });
      await tx.replaceRecoveryCodes(user, hashes, now);
      await tx.record({ ...origin, type: 'recovery_codes_created', accountId: user.accountId, sessionId });
      await tx.mail(notifyOwner('recovery_codes_created', user, now, platform.originFacts(origin)));
      return needs.renewTokens(tx, sessionId, now);
    });
    return { codes, tokens };
  };
