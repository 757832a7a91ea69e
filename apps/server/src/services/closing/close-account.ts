import { hasClaim } from '@foyer/domain/identity/claims';
import type { ConfirmPassword } from '../identity/confirm-password.ts';
import type { Origin, Principal } from '../identity/ports.ts';
import { requireConfirmed } from '../identity/require-confirmed.ts';
import type { Platform } from '../platform.ts';
import { Refused } from '../refused.ts';
import { type EndAccountDependencies, makeEndAccount } from './end-account.ts';

interface Dependencies extends EndAccountDependencies {
  readonly confirmPassword: ConfirmPassword;
  /** Brands whose customers close their accounts themselves (SC-10). */
  readonly brandAllows: (brand: string) => boolean;
}

export const CLOSING_CLAIM = 'usr:info:delete';

/** Closes the account at the request of its customer, after the password (SC-10). */
export const makeCloseAccount = (platform: Platform, needs: Dependencies) => {
  const endAccount = makeEndAccount(platform, needs);
  return async (principal: Principal, password: string | undefined, origin: Origin): Promise<void> => {
    const mayClose = hasClaim(principal.claims, CLOSING_CLAIM);
    if (!mayClose) throw new Refused('FORBIDDEN');
    const passwordHash = await needs.confirmPassword(principal, password, origin);
    const { accountId, userId, sessionId } = principal;
    await endAccount({
      accountId,
      userId,
      sessionId,
      requestId: origin.requestId,
      by: null,
      brandAllows: needs.brandAllows,
      hasClaim: mayClose,
      check: (account, user) => {
        if (!account || !user) throw new Refused('INVALID_TOKEN');
        requireConfirmed(user, passwordHash);
      },
    });
  };
};
