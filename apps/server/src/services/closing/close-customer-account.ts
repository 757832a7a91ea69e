import type { By, OperatorRows } from '../operator/ports.ts';
import type { Platform } from '../platform.ts';
import { refusedCommand } from '../refused.ts';
import { type AccountEnded, type EndAccountDependencies, makeEndAccount } from './end-account.ts';

interface Dependencies extends EndAccountDependencies {
  readonly reads: Pick<OperatorRows, 'accountOf' | 'userOf'>;
}

/**
 * Closes the account of a customer on behalf of an operator (SC-10, OP-02). The rules are those of the customer's own
 * closing. Only the password, the claim and the brand do not count: customers who cannot close their account ask support.
 */
export const makeCloseCustomerAccount = (platform: Platform, needs: Dependencies) => {
  const endAccount = makeEndAccount(platform, needs);
  return async (account: string, by: By): Promise<AccountEnded> => {
    const subject = { type: 'account', id: account } as const;
    const accountId = await needs.reads.accountOf(account);
    if (accountId === null) throw refusedCommand('not_found', subject);
    const userId = await needs.reads.userOf(accountId);
    if (userId === null) throw refusedCommand('account_closed', subject);
    return endAccount({
      accountId,
      userId,
      sessionId: null,
      requestId: null,
      by,
      brandAllows: () => true,
      hasClaim: true,
      check: (_account, user) => {
        if (!user) throw refusedCommand('account_closed', subject);
      },
    });
  };
};
