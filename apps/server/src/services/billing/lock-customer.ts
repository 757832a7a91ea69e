import type { AccountId } from '@foyer/contract/vocabulary/ids';
import { Refused } from '../refused.ts';
import type { BillingStore, LoadedAccount } from './ports.ts';

/**
 * The account's lock, for what its own customer wants. A call that was let in and then waited while the account was
 * closed comes too late: its session ended with the account, and nothing begins on a closed one (INV-13, INV-27).
 */
export const lockCustomer = async (
  store: Pick<BillingStore, 'lockAccount'>,
  accountId: AccountId,
): Promise<LoadedAccount> => {
  const loaded = await store.lockAccount(accountId);
  if (loaded?.state.account.status !== 'open') throw new Refused('INVALID_TOKEN');
  return loaded;
};
