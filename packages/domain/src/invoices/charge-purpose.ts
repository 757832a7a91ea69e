import type { AccountId, InvoiceId, SubscriptionId } from '@foyer/contract/vocabulary/ids';
import { type Instant, iso } from '@foyer/contract/vocabulary/instants';
import type { InvoiceReason } from '@foyer/contract/vocabulary/record-words';
import type { Invoice } from '../state/entities.ts';

/** Facts about a charge that the gateway stores with it, so that books and gateway can be compared (decision 61). */
export interface ChargePurpose {
  readonly accountId: AccountId;
  readonly invoiceId: InvoiceId;
  readonly receiptNumber: string;
  readonly reason: InvoiceReason;
  readonly subscriptionId: SubscriptionId | null;
  readonly periodStart: Instant | null;
  /** Price or extension that is bought, with its quantity: `drive-starter-monthly*1`. Null for a renewal. */
  readonly item: string | null;
}

/** Reasons that the worker charges for, once for each period of a subscription. */
const PERIODICAL: readonly InvoiceReason[] = ['renewal', 'trial_end', 'promotion_end'];

export const isPeriodical = (reason: InvoiceReason): boolean => PERIODICAL.includes(reason);

/**
 * Returns the key of a charge at the gateway: account, subscription, purpose, period and try. A restored backup leads to
 * the same key, so the gateway does not charge again. Null if only the id of the attempt can be the key.
 */
export const chargeKeyOf = (
  {
    accountId,
    subscriptionId,
    reason,
    periodStart,
  }: Pick<Invoice, 'accountId' | 'subscriptionId' | 'reason' | 'periodStart'>,
  attemptNo: number,
): string | null =>
  isPeriodical(reason) && subscriptionId !== null && periodStart !== null
    ? [accountId, subscriptionId, reason, iso(periodStart), attemptNo].join('/')
    : null;
