import type { AccountId } from '@foyer/contract/vocabulary/ids';
import type { LoadedAccount } from '../billing/ports.ts';
import { refusedCommand } from '../refused.ts';
import type { OperatorStore } from './ports.ts';

/** Locks an account until the end of the transaction. Refuses an unknown one with `not_found`. */
export const lockAccountOrRefuse = async (store: OperatorStore, accountId: AccountId): Promise<LoadedAccount> => {
  const loaded = await store.lockAccount(accountId);
  if (!loaded) throw refusedCommand('not_found', { type: 'account', id: accountId });
  return loaded;
};
