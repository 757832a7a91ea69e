import type { ComingEvent } from '@foyer/contract/api/shapes';

type ComingBill = NonNullable<ComingEvent['bill']>;

export const aComingBill = (overrides: Partial<ComingBill> = {}): ComingBill => ({
  total: 32462,
  wholePeriod: true,
  credit: 0,
  creditAdded: 0,
  amountDueCents: 32462,
  ...overrides,
});

export const aComingEvent = (overrides: Partial<ComingEvent> = {}): ComingEvent => ({
  kind: 'renews',
  at: '2027-01-10T00:00:00Z',
  ordered: true,
  planName: 'Starter',
  interval: 'yearly',
  bill: aComingBill(),
  ...overrides,
});
