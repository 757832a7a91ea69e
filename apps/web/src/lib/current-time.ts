import type { AccountView } from '@foyer/contract/api/account';

/** The account's own date, which in the sandbox is not the wall clock; that counts too while the account is not there. */
export const currentTime = (account: Pick<AccountView, 'clock'> | undefined): string =>
  account?.clock?.now ?? new Date().toISOString();
