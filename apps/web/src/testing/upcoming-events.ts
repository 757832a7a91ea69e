import type { UpcomingEvent } from '@foyer/contract/api/shapes';

type ForecastInvoice = NonNullable<UpcomingEvent['bill']>;

export const aForecastInvoice = (overrides: Partial<ForecastInvoice> = {}): ForecastInvoice => ({
  total: 32462,
  wholePeriod: true,
  credit: 0,
  creditAdded: 0,
  amountDueCents: 32462,
  ...overrides,
});

export const anUpcomingEvent = (overrides: Partial<UpcomingEvent> = {}): UpcomingEvent => ({
  kind: 'renews',
  at: '2027-01-10T00:00:00Z',
  ordered: true,
  planName: 'Starter',
  interval: 'yearly',
  bill: aForecastInvoice(),
  ...overrides,
});
