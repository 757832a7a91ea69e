import type { AddressText } from '@foyer/contract/vocabulary/address-rules';
import type { AccountId } from '@foyer/contract/vocabulary/ids';
import { holdsControlled, type Verdict } from '@foyer/domain/screening/screen';
import type { BillingReads } from '../billing/ports.ts';
import type { Platform } from '../platform.ts';
import type { ReviewReads, ScreenParty } from '../screening/ports.ts';

/** Screens an account with its new address. Null if it has no controlled plan, so that no screening is needed. */
export type ScreenAddress = (accountId: AccountId, address: AddressText) => Promise<Verdict | null>;

interface Dependencies {
  readonly reads: Pick<BillingReads, 'account'>;
  readonly screening: Pick<ReviewReads, 'screened'>;
  readonly screenParty: ScreenParty;
}

/**
 * Screens a new address of an account that holds a controlled plan (EX-01). Other accounts are screened at their next
 * order. An account in review or denied is not screened again. A clearance may end with the new address.
 */
export const makeScreenAddress =
  ({ ruleContext }: Pick<Platform, 'ruleContext'>, { reads, screening, screenParty }: Dependencies): ScreenAddress =>
  async (accountId, { country, firstName, lastName, organization }) => {
    const loaded = await reads.account(accountId);
    if (!loaded || !holdsControlled(loaded.state, ruleContext(loaded.now).catalogue)) return null;
    const account = await screening.screened(accountId);
    if (account?.status !== 'none' && account?.status !== 'cleared') return 'clear';
    return screenParty({ country, email: account.email, name: `${firstName} ${lastName}`.trim(), organization });
  };
