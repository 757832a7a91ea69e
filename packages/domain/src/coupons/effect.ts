import type { Instant } from '@foyer/contract/vocabulary/instants';
import type { BillingWrites } from '../billing/draft.ts';
import type { BillingState, Subscription } from '../billing/entities.ts';
import type { Granted } from '../billing/grant-term.ts';
import { type FreeTime, freeTimeLeft } from '../promotions/free-time.ts';

/** What redeeming a code does, in so many words for the page. */
export interface CouponEffect {
  readonly action: 'new' | 'extends' | 'replaces' | 'extends_maintenance' | 'discount';
  /** What is extended or gives way. */
  readonly subscriptionId: string | null;
  readonly from: Instant;
  readonly until: Instant | null;
  /** The subscription that gives way; null when that is but a trial. */
  readonly replaces: Subscription | null;
  /** The trial that ends, over what gives way or alone; nobody pays for it, and it does not go on as it was agreed. */
  readonly endsTrial: Subscription | null;
  /** What is given up when it is a promotion that gives way. */
  readonly freeTime: FreeTime | null;
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
  const nothing = { replaces: null, endsTrial: null, freeTime: null };
  if (writes.maintenance.some(({ source }) => source === 'coupon'))
    return { action: 'extends_maintenance', subscriptionId: subscription.id, ...dates, ...nothing, creditCents: 0 };
  if (before.subscriptions.some(({ id }) => id === subscription.id))
    return { action: 'extends', subscriptionId: subscription.id, ...dates, ...nothing, creditCents: 0 };
  // A trial lies over what the customer has: what gives way is the one below it.
  const endsTrial = gone.find(({ source }) => source === 'trial') ?? null;
  const replaces = gone.find(({ source }) => source !== 'trial') ?? null;
  return {
    action: gone.length > 0 ? 'replaces' : 'new',
    subscriptionId: (replaces ?? endsTrial)?.id ?? null,
    ...dates,
    replaces,
    endsTrial,
    freeTime: replaces && freeTimeLeft(replaces, subscription.currentPeriodStart),
    creditCents: before.account.balanceCents - writes.account.balanceCents,
  };
};
