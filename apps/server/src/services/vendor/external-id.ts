import type { AccountId } from '@foyer/contract/vocabulary/ids';
import type { By, OperatorRows } from '../operator/ports.ts';
import { refusedCommand } from '../refused.ts';
import type { ExternalIdRows } from './ports.ts';

type Tx = Pick<OperatorRows, 'accountOf' | 'record'> & ExternalIdRows;

interface Dependencies {
  readonly inTransaction: <T>(run: (tx: Tx) => Promise<T>) => Promise<T>;
}

const findAccount = async (tx: Tx, reference: string): Promise<AccountId> => {
  const accountId = await tx.accountOf(reference);
  if (!accountId) throw refusedCommand('not_found', { type: 'account', id: reference });
  return accountId;
};

/** Returns an account and the id that the vendor gave its customer, or null. */
export const makeShowExternalId =
  ({ inTransaction }: Dependencies) =>
  (reference: string): Promise<{ accountId: AccountId; externalId: string | null }> =>
    inTransaction(async (tx) => {
      const accountId = await findAccount(tx, reference);
      return { accountId, externalId: await tx.externalIdOf(accountId) };
    });

/**
 * Removes a wrong external id, so that the next call of the vendor API can link it to another account, or this account to
 * another id (decision 85). Portal links of the account that are unused open nothing any more, and sessions that began by
 * links end: the wrong customer may have opened them.
 */
export const makeRemoveExternalId =
  ({ inTransaction }: Dependencies) =>
  (reference: string, externalId: string, by: By): Promise<{ accountId: AccountId }> =>
    inTransaction(async (tx) => {
      const accountId = await findAccount(tx, reference);
      // The operator names the id too, so that a mistyped account loses nothing.
      if ((await tx.lockExternalId(externalId.normalize('NFC'))) !== accountId)
        throw refusedCommand('external_id_differs', { type: 'account', id: reference });
      await tx.removeExternalId(accountId);
      await tx.record({
        ...by,
        accountId,
        action: 'unlink_customer',
        subjectId: accountId,
        after: { externalId: null, removed: externalId },
        domainAt: null,
      });
      return { accountId };
    });
