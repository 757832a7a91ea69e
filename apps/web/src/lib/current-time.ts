import type { AccountView } from '@foyer/contract/api/account';

/**
 * Returns the current time of the account, which differs from the clock of the browser when it has a sandbox clock.
 * Uses the browser's clock until the account has loaded.
 */
export const currentTime = (account: Pick<AccountView, 'clock'> | undefined): string =>
  account?.clock?.now ?? new Date().toISOString();
