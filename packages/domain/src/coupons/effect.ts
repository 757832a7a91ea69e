import type { Instant } from '@foyer/contract/vocabulary/instants';
import type { BillingWrites } from '../decision/draft.ts';
import { type FreeTime, freeTimeLeft } from '../promotions/free-time.ts';
import type { BillingState, Subscription } from '../state/entities.ts';
import type { Granted } from '../subscriptions/grant-term.ts';

/** Effect of redeeming a code, as shown to the customer. */
export interface CouponEffect {
  readonly action: 'new' | 'extends' | 'replaces' | 'extends_maintenance' | 'discount';
  /** Subscription that is extended or replaced. */
  readonly subscriptionId: string | null;
  readonly from: Instant;
  readonly until: Instant | null;
  /** Replaced subscription; null if only a trial is replaced. */
  readonly replaces: Subscription | null;
  /** Trial that ends, alone or together with the plan below it. It does not convert as agreed before. */
  readonly endsTrial: Subscription | null;
  /** Free time lost with a replaced promotion. */
  readonly freeTime: FreeTime | null;
  /** Credit for unused paid days, with tax, in cents. */
  readonly creditCents: number;
}

/** Derives the effect from the written rows, so that it cannot differ from them. */
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
  // If both are replaced, the effect names the plan below the trial.
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
