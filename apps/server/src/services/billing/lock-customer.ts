import type { AccountId } from '@foyer/contract/vocabulary/ids';
import { Refused } from '../refused.ts';
import type { BillingStore, LoadedAccount } from './ports.ts';

/**
 * Locks the account for a call of its customer. Refuses a call that waited while the account was closed, because its
 * session ended with the account (INV-13, INV-27).
 */
export const lockCustomer = async (
  store: Pick<BillingStore, 'lockAccount'>,
  accountId: AccountId,
): Promise<LoadedAccount> => {
  const loaded = await store.lockAccount(accountId);
  if (loaded?.state.account.status !== 'open') throw new Refused('INVALID_TOKEN');
  return loaded;
};
