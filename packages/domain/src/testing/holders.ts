import type { BillingState, Subscription } from '../state/entities.ts';
import { anAddress, aSubscription } from './builders.ts';
import { Customer, declinedOutcome } from './customer.ts';
import { days, text, utc } from './moments.ts';

/** Drive Starter monthly, bought on 2026-01-31, renewed on 02-28. */
export const monthly = (overrides: Partial<Subscription> = {}): Subscription =>
  aSubscription({
    priceId: 'prc_pln_drive_starter_monthly',
    unitAmountCents: 2975,
    billingAnchor: utc('2026-01-31'),
    currentPeriodStart: utc('2026-01-31'),
    currentPeriodEnd: utc('2026-02-28'),
    ...overrides,
  });

/** Free Drive subscription. */
export const basic = (overrides: Partial<Subscription> = {}): Subscription =>
  aSubscription({
    planId: 'pln_drive_free',
    priceId: 'prc_pln_drive_free_free',
    unitAmountCents: 0,
    source: 'free',
    everPaid: false,
    currentPeriodEnd: utc('2026-07-10'),
    ...overrides,
  });

export const customerAt = (now: string, state: Partial<BillingState>) => new Customer(utc(now), state);
export const holderOf = (now: string, ...subscriptions: Subscription[]) => customerAt(now, { subscriptions });

/** Customer with a plan or trial since 2026-01-10. */
export const buyerOf = (intervalId: string, trial = false): Customer => {
  const customer = new Customer(utc('2026-01-10'));
  customer.buy(intervalId, { trial });
  return customer;
};

/** Customer `daysLate` days after a monthly renewal was declined. */
export const lateBy = (daysLate: number) => (): Customer => {
  const customer = buyerOf('pln_drive_starter_monthly');
  customer.advanceTo(utc('2026-02-10') + days(daysLate), () => declinedOutcome());
  return customer;
};

/** Address without tax, where cards are not accepted. */
export const outsideCardCountries: Partial<BillingState> = { billTo: anAddress({ country: 'GB' }) };

/** Start and end of the current period as text. */
export const periodOf = (subscription: Pick<Subscription, 'currentPeriodStart' | 'currentPeriodEnd'>) => [
  text(subscription.currentPeriodStart),
  text(subscription.currentPeriodEnd),
];
