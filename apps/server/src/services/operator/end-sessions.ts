import type { AccountId } from '@foyer/contract/vocabulary/ids';
import { refusedCommand } from '../refused.ts';
import type { By, InOperatorTransaction } from './ports.ts';

/** Ends every session of a customer (OP-02). Their tokens are refused from the next request on (INV-13). */
export const makeEndCustomerSessions =
  ({ inTransaction }: { readonly inTransaction: InOperatorTransaction }) =>
  (accountId: AccountId, by: By): Promise<number> =>
    inTransaction(async (store) => {
      const ended = await store.endSessionsOf(accountId, by);
      if (ended === null) throw refusedCommand('not_found', { type: 'account', id: accountId });
      await store.record({
        ...by,
        accountId,
        action: 'end_sessions',
        subjectId: accountId,
        after: { ended },
        domainAt: null,
      });
      return ended;
    });
