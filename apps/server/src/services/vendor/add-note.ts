import type { AccountId } from '@foyer/contract/vocabulary/ids';
import type { By, OperatorRows } from '../operator/ports.ts';
import { Refused } from '../refused.ts';

type Rows = Pick<OperatorRows, 'accountOf' | 'record'>;

/** Writes a note about an account into the audit log, which operators read in the timeline. Its reason is the text. */
export const makeAddNote =
  ({ inTransaction }: { readonly inTransaction: <T>(run: (tx: Rows) => Promise<T>) => Promise<T> }) =>
  (accountId: AccountId, by: By): Promise<void> =>
    inTransaction(async (tx) => {
      // An account is named by its id only. An email address is no id here.
      if ((await tx.accountOf(accountId)) !== accountId) throw new Refused('NOT_FOUND');
      await tx.record({ ...by, accountId, action: 'add_note', subjectId: accountId, after: {}, domainAt: null });
    });
