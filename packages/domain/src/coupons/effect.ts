import type { Instant } from '@foyer/contract/vocabulary/instants';
import type { BillingWrites } from '../billing/draft.ts';
import type { BillingState, Subscription } from '../billing/entities.ts';
import type { Granted } from '../billing/grant-term.ts';

/** What redeeming a code does, in so many words for the page. */
export interface CouponEffect {
  readonly action: 'new' | 'extends' | 'replaces' | 'extends_maintenance' | 'discount';
  /** What is extended or gives way. */
  readonly subscriptionId: string | null;
  readonly from: Instant;
  readonly until: Instant | null;
  /** The subscription that gives way. */
  readonly replaces: Subscription | null;
  /** What comes back for unused days of it, tax included. */
  readonly creditCents: number;
}

/** Reads an effect off the rows it consists of, so that it says what is written and nothing else. */
export const describeEffect = (
  before: BillingState,
  writes: BillingWrites,
  { subscription, invoice }: Granted,
): CouponEffect => {
  const from = invoice.periodStart ?? invoice.finalizedAt;
  const dates = { from, until: invoice.periodEnd };
  const gone = writes.subscriptions.filter(({ endReason }) => endReason === 'replaced');
  // Of a trial and what lies below it, the one below is what the customer thinks of as theirs.
  const replaced = gone.find(({ source }) => source !== 'trial') ?? gone[0] ?? null;
  const creditCents = before.account.balanceCents - writes.account.balanceCents;
  if (writes.maintenance.some(({ source }) => source === 'coupon'))
    return { action: 'extends_maintenance', subscriptionId: subscription.id, ...dates, replaces: null, creditCents: 0 };
  if (before.subscriptions.some(({ id }) => id === subscription.id))
    return { action: 'extends', subscriptionId: subscription.id, ...dates, replaces: null, creditCents: 0 };
  return {
    action: replaced ? 'replaces' : 'new',
    subscriptionId: replaced?.id ?? null,
    ...dates,
    replaces: replaced,
    creditCents,
  };
};
