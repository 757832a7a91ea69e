import type { OperatorCharts, OperatorMe, OperatorWork } from '@foyer/contract/api/operator';
import type { OperatorCustomer, Review, TimelineEntry } from '@foyer/contract/api/operator-customers';
import type { CouponBatch } from '@foyer/contract/api/operator-sale';
import type { OperatorRole } from '@foyer/contract/vocabulary/operator-roles';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { makeQueryClient } from '../lib/query-client.ts';
import { OperatorSite } from '../operator/operator-site.tsx';
import { setSearchText } from '../operator/search.ts';
import { clearSession, storeSession } from '../operator/session.ts';
import { anAccount, aSubscription } from './builders.ts';
import { answer } from './handlers.ts';
import { aReceipt } from './receipts.ts';
import { server } from './server.ts';

export const me = (...roles: OperatorRole[]): OperatorMe => ({
  id: 'opr_1',
  email: 'jo@vendor.example',
  name: 'Jo Weber',
  roles,
  expiresAt: '2026-11-22T20:00:00.000Z',
  mustChangePassword: false,
});

export const aReview = (overrides: Partial<Review> = {}): Review => ({
  id: 'rev_1',
  accountId: 'acc_1',
  name: 'Max Planck',
  email: 'max@demo.arcwave.test',
  reason: 'demo',
  status: 'pending',
  openedAt: '2026-11-20T06:12:00.000Z',
  answerBy: '2026-11-24',
  held: [{ kind: 'promotion', name: 'tbs1k', heldAt: '2026-11-20T06:12:00.000Z' }],
  ...overrides,
});

export const aCustomer = (overrides: Partial<OperatorCustomer> = {}): OperatorCustomer => ({
  who: {
    accountId: 'acc_1',
    userId: 'usr_1',
    firstName: 'Pia',
    lastName: 'Curie',
    email: 'pia@demo.arcwave.test',
    emailVerified: true,
    brand: 'scope',
    status: 'open',
    createdAt: '2026-01-02T00:00:00.000Z',
    closedAt: null,
    lastSignInAt: null,
    twoStepSince: null,
    passkeys: 0,
    sessions: [],
    news: null,
    usageData: false,
    exportStatus: 'none',
    address: null,
    addressId: null,
  },
  closing: null,
  review: null,
  holds: [aSubscription()],
  paid: {
    paidCents: 54_306,
    payments: 1,
    since: '2026-01-02T00:00:00.000Z',
    overdueCents: 0,
    overdueSince: null,
    dueCents: 0,
    nextTryAt: null,
    disputedCents: 0,
    disputedSince: null,
    creditCents: 0,
    receipts: [aReceipt({ id: 'inv_1', isPaid: true, amountDueCents: 0 })],
    receiptsInAll: 1,
    refundable: { inv_1: 54_306 },
    nextCursor: null,
  },
  next: anAccount(),
  mails: [{ id: 'm_1', template: 'welcome', state: 'sent', at: '2026-01-02T00:00:00.000Z' }],
  mailsInAll: 1,
  mailsNext: null,
  ...overrides,
});

export const anEntry = (overrides: Partial<TimelineEntry> = {}): TimelineEntry => ({
  id: 'ev_1',
  at: '2026-11-20T06:12:00.000Z',
  kind: 'security',
  type: 'signed_in',
  actor: 'customer',
  subject: null,
  amountCents: null,
  note: null,
  method: null,
  ...overrides,
});

/** Work lists without a row. */
export const quietWork: OperatorWork = {
  due: [],
  onClock: [],
  requests: [],
  failing: [],
  overdue: [],
  waiting: [],
  parkedPayments: [],
  queue: { waiting: 0, active: 0, failed: 0 },
  failedMails: [],
  failedHooks: [],
  failedDetachments: [],
  disputes: [],
  unplacedRefunds: [],
  reviewsWaiting: 0,
  inAll: {
    due: 0,
    onClock: 0,
    requests: 0,
    failing: 0,
    overdue: 0,
    waiting: 0,
    parkedPayments: 0,
    failedMails: 0,
    failedHooks: 0,
    failedDetachments: 0,
    disputes: 0,
    unplacedRefunds: 0,
  },
  next: {
    due: null,
    onClock: null,
    requests: null,
    failing: null,
    overdue: null,
    waiting: null,
    parkedPayments: null,
    failedMails: null,
    failedHooks: null,
    failedDetachments: null,
    disputes: null,
    unplacedRefunds: null,
  },
};

/** Charts of fourteen days with these counts of their first days, and of six months with these cents. */
export const chartsWith = (
  renewals: readonly number[] = [],
  failed: readonly number[] = [],
  cents: readonly number[] = [],
): OperatorCharts => {
  const countsOf = (counts: readonly number[]) => ({
    days: Array.from({ length: 14 }, (_, at) => ({
      day: `2026-12-${String(at + 1).padStart(2, '0')}`,
      count: counts[at] ?? 0,
    })),
    isPartial: false,
  });
  const months = Array.from({ length: 6 }, (_, at) => ({
    month: `2026-${String(at + 7).padStart(2, '0')}`,
    cents: cents[at] ?? 0,
  }));
  return {
    renewals: countsOf(renewals),
    failedPayments: countsOf(failed),
    received: { months, isPartial: false },
  };
};

/** Leaves the operator site as the next test must find it: nobody signed in, nothing searched for. */
export const leaveOperatorSite = () => {
  act(() => {
    clearSession('left');
    setSearchText('');
  });
  sessionStorage.clear();
};

/** The operator site at a path, with somebody signed in who has these roles. */
export const openOperatorSite = (path: string, ...roles: OperatorRole[]) => {
  storeSession('operator-token');
  server.use(answer('GET /api/operator/me', me(...roles)));
  history.replaceState(null, '', `/operator/#${path}`);
  return showOperatorSite();
};

/** The operator site at the current address. Charts that the test does not answer are empty. */
export const showOperatorSite = () => {
  const isAnswered = server
    .listHandlers()
    .some((handler) => 'info' in handler && JSON.stringify(handler.info).includes('/api/operator/charts'));
  if (!isAnswered) server.use(answer('GET /api/operator/charts', chartsWith()));
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <OperatorSite />
    </QueryClientProvider>,
  );
  return userEvent.setup();
};

/** The page of a customer who has a paid receipt. */
export const openPia = (...roles: OperatorRole[]) => {
  server.use(
    answer('GET /api/operator/customers/:accountId', aCustomer()),
    answer('GET /api/operator/customers/:accountId/timeline', { entries: [anEntry()], nextCursor: null }),
  );
  return openOperatorSite('/customers/acc_1', ...roles);
};

export const aBatch = (overrides: Partial<CouponBatch> = {}): CouponBatch => ({
  id: 'ppd-7k2m9',
  name: 'trade fair',
  type: 'Prepaid',
  product: 'drive',
  planId: 'pln_drive_starter',
  planName: 'Starter',
  months: 12,
  perpetual: false,
  maintenanceMonths: null,
  percent: null,
  uses: 1,
  validTo: null,
  createdAt: '2026-11-01T00:00:00.000Z',
  count: 50,
  redeemed: 8,
  redeemable: 42,
  ...overrides,
});
