import type { BillingState, Subscription } from '../state/entities.ts';
import type { MaintenancePeriod } from '../state/maintenance-entities.ts';
import { aSubscription } from './builders.ts';
import { utc } from './moments.ts';

/** Perpetual Scope Ultimate licence, redeemed on 2026-01-10. */
export const aLicence = (overrides: Partial<Subscription> = {}): Subscription =>
  aSubscription({
    id: 'sub_licence',
    product: 'scope',
    planId: 'pln_scope_ultimate',
    priceId: 'prc_pln_scope_ultimate_yearly',
    unitAmountCents: 50400,
    source: 'prepaid',
    term: 'perpetual',
    currentPeriodEnd: utc('2126-01-10'),
    ...overrides,
  });

/** First year of maintenance of `aLicence`. */
export const aPeriod = (overrides: Partial<MaintenancePeriod> = {}): MaintenancePeriod => ({
  id: 'mnt_1',
  subscriptionId: 'sub_licence',
  startsAt: utc('2026-01-10'),
  expiresAt: utc('2027-01-10'),
  source: 'initial',
  sourceId: 'sub_licence',
  noticedDays: null,
  ...overrides,
});

/** State of an account with `aLicence` and maintenance until `expires`. */
export const withLicence = (expires = '2027-01-10'): Pick<BillingState, 'subscriptions' | 'maintenance'> => ({
  subscriptions: [aLicence()],
  maintenance: [aPeriod({ expiresAt: utc(expires) })],
});
