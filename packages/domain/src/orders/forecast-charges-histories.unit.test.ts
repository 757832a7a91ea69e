import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { InvoiceFigures } from '../invoices/price-invoice.ts';
import { nextCharges } from '../renewals/estimate.ts';
import type { Invoice, Subscription } from '../state/entities.ts';
import { pendingChangeOf } from '../state/scheduled-change.ts';
import { isLive } from '../state/status.ts';
import { renewsAutomatically, trialReplacingPlan } from '../state/trial-and-renewal.ts';
import type { AccountBooks } from '../testing/account-books.ts';
import { aCard, anAddress } from '../testing/builders.ts';
import { type CheckedCustomer, playHistory } from '../testing/checked-customer.ts';
import { claimOfHistories } from '../testing/coupons.ts';
import { days } from '../testing/moments.ts';
import { type Command, command, noLimit } from '../testing/random-commands.ts';
import { forecastCharges, type UpcomingEvent } from './forecast-charges.ts';
import { type Order, quoteOrder } from './order.ts';

const seed = Number(process.env.BILLING_SEED ?? 20_261_122);
const numRuns = Number(process.env.BILLING_RUNS ?? 500);

interface Happened {
  readonly at: number;
  readonly what: string;
}

/** Invoices and ends of subscriptions since the last call, read from the rows only. */
const invoicesAndEndsSince = (before: AccountBooks, ada: CheckedCustomer, ids: readonly string[]): Happened[] => {
  const { allInvoices, lines, subscriptions } = ada.books;
  const invoices = allInvoices
    .slice(before.allInvoices.length)
    .filter(({ subscriptionId }) => ids.includes(subscriptionId ?? ''))
    .map((invoice) => {
      const charge = lines.find((line) => line.invoiceId === invoice.id && line.kind !== 'proration_credit');
      return {
        at: invoice.finalizedAt,
        what: `${charge?.priceId} ${invoice.totalCents} − ${invoice.creditAppliedCents} + ${invoice.creditAddedCents} = ${invoice.amountDueCents}`,
      };
    });
  const ends = subscriptions
    .filter(({ id, endReason }) => ids.includes(id) && endReason !== 'converted')
    .filter(({ id }) => before.subscriptions.some((row) => row.id === id && row.endedAt === null))
    .flatMap(({ priceId, endedAt }) => (endedAt === null ? [] : [{ at: endedAt, what: `${priceId} ends` }]));
  return [...invoices, ...ends];
};

const happeningsOf = ({ at, kind, priceId, invoice }: UpcomingEvent): Happened[] => {
  if (kind === 'ends' || kind === 'trial_ends') return [{ at, what: `${priceId} ends` }];
  if (!invoice) return [];
  const { totalCents, creditAppliedCents, creditAddedCents, amountDueCents } = invoice;
  return [{ at, what: `${priceId} ${totalCents} − ${creditAppliedCents} + ${creditAddedCents} = ${amountDueCents}` }];
};

const monthly = fc.constantFrom('pln_drive_starter_monthly', 'pln_drive_cent', 'pln_drive_ultimate_monthly');
/** Customer with a monthly plan, some weeks later. It renews during a trial above it. */
const aMonthOld = fc
  .record({
    intervalId: monthly,
    coupon: fc.option(fc.nat({ max: 4 })),
    hours: fc.integer({ min: 24 * 12, max: 24 * 60 }),
  })
  .map(({ intervalId, coupon, hours }): Command[] => [
    { do: 'order', intervalId, coupon, of: null, trial: false, atPeriodEnd: false, quantity: 1, answer: 'succeeded' },
    { do: 'advance', hours, outage: false, answers: ['succeeded'] },
  ]);
const histories = fc.oneof(
  { weight: 3, arbitrary: fc.array(command, { minLength: 1, maxLength: 25, size: 'max' }) },
  { weight: 2, arbitrary: aMonthOld },
  { weight: 1, arbitrary: fc.constant([]) },
);
const lastOrder = fc.record({
  intervalId: fc.constantFrom(
    'pln_drive_free_free',
    'pln_drive_starter_monthly',
    'pln_drive_starter_yearly',
    'pln_drive_cent',
    'pln_drive_ultimate_monthly',
    'pln_drive_ultimate_yearly',
    'pln_scope_starter_monthly',
    'pln_scope_ultimate_yearly',
  ),
  of: fc.option(fc.nat({ max: 2 })),
  trial: fc.nat({ max: 2 }).map((drawn) => drawn === 0),
  later: fc.boolean(),
  ends: fc.boolean(),
  coupon: fc.nat({ max: 8 }).map((drawn) => (drawn < 5 ? drawn : null)),
});

type Drawn = typeof lastOrder extends fc.Arbitrary<infer T> ? T : never;

const orderOf = (ada: CheckedCustomer, drawn: Drawn): Order => {
  const held = ada.books.subscriptions.filter((row) => isLive(row) && row.term !== 'perpetual');
  const named: Subscription | null = drawn.of === null ? null : (held[drawn.of] ?? null);
  const trial = drawn.trial && named === null;
  const claims = ada.books.couponRedemptions;
  const billed = !trial && !drawn.later;
  return ada.order(drawn.intervalId, {
    subscription: named,
    trial,
    atPeriodEnd: !trial && drawn.later,
    transitionAtEnd: trial && drawn.later,
    cancelAtPeriodEnd: !trial && drawn.ends,
    coupon: drawn.coupon === null || !billed ? null : claimOfHistories(drawn.coupon, ada.catalogue.prices, claims),
  });
};

test('[BY-03] [I26] the events forecast for an order happen when time passes and payments succeed', noLimit, () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(histories, lastOrder, (commands, drawn) => {
      const ada = playHistory(commands);
      // An undecided or failed payment comes first; its result is not forecast.
      if (ada.books.invoices.some(({ status }) => status === 'open')) return;
      ada.change({ card: ada.books.card ?? aCard({ id: 'pm_new' }), billTo: anAddress() });
      const order = orderOf(ada, drawn);
      const quoted = quoteOrder(ada.books, order, ada.context);
      if (!quoted.ok) return;
      const coming = forecastCharges(ada.books, quoted.value, ada.context);
      const placed = ada.place(drawn.intervalId, order);
      ada.check();
      if (!placed.ok) return;
      ada.answerAs('succeeded', placed.value.attemptId);
      const { subscription } = placed.value;
      const { books: before } = ada;
      const ids = before.subscriptions
        .filter(
          ({ id, product }) => id === subscription.id || (product !== 'scope' && product === subscription.product),
        )
        .map(({ id }) => id);
      ada.advance(Math.max(ada.now, ...coming.map(({ at }) => at)), false, () => 'succeeded');
      const books = invoicesAndEndsSince(before, ada, ids);
      for (const event of coming) {
        seen.add(`${event.kind}${event.ordered ? '' : ' beside'}${event.invoice ? ' billed' : ''}`);
        if ((event.invoice?.creditAppliedCents ?? 0) > 0) seen.add('from credit');
        if ((event.invoice?.discountCents ?? 0) > 0) seen.add('lowered');
        expect(books).toEqual(expect.arrayContaining(happeningsOf(event)));
      }
      // The first invoice or end is listed first: nothing happens before it.
      const [first] = coming.flatMap(happeningsOf);
      if (first) expect(Math.min(...books.map(({ at }) => at))).toBe(first.at);
    }),
    { seed, numRuns },
  );
  expect([...seen].sort()).toEqual(
    expect.arrayContaining([
      'continues billed',
      'ends',
      'from credit',
      'lowered',
      'renews',
      'renews beside billed',
      'renews billed',
      'starts',
      'starts billed',
      'trial_ends',
    ]),
  );
});

const figuresOf = ({
  totalCents,
  discountCents,
  creditAppliedCents,
  carriedCents,
  amountDueCents,
}: InvoiceFigures) => ({
  totalCents,
  discountCents,
  creditAppliedCents,
  carriedCents,
  amountDueCents,
});

/** First invoice above 0 as time passes and payments succeed; undefined if there is none within years. */
const firstCharge = (ada: CheckedCustomer): Invoice | null => {
  const { length } = ada.books.allInvoices;
  for (let months = 0; months < 48; months += 1) {
    ada.advance(ada.now + days(31), false, () => 'succeeded');
    const charge = ada.books.allInvoices.slice(length).find(({ totalCents }) => totalCents > 0);
    if (charge) return charge;
  }
  return null;
};

test('[PY-01] [PY-03] [I26] the forecast next charge is the first later charge, or there is none', noLimit, () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(histories, (commands) => {
      const ada = playHistory(commands);
      if (ada.books.invoices.some(({ status }) => status === 'open')) return;
      ada.change({ card: ada.books.card ?? aCard({ id: 'pm_new' }), billTo: anAddress() });
      const [estimate = null] = nextCharges(ada.books, ada.context);
      if (estimate?.kind === 'retry') throw new Error('nothing is open');
      const isLowered = ada.books.discounts.some(({ status }) => status === 'active');
      const charge = firstCharge(ada);
      expect(charge && { at: charge.finalizedAt, description: charge.description, ...figuresOf(charge) }).toEqual(
        estimate && {
          at: estimate.at,
          description: estimate.draft.description,
          ...figuresOf(estimate.figures),
        },
      );
      const freeInvoices = ada.books.allInvoices.filter(
        (invoice) => invoice.discountCents > 0 && invoice.totalCents === 0,
      );
      if (estimate && isLowered && freeInvoices.length > 1) seen.add('behind free months');
      seen.add(estimate ? 'a charge' : 'none');
    }),
    { seed, numRuns },
  );
  expect([...seen].sort()).toEqual(['a charge', 'behind free months', 'none']);
});

test(
  '[SU-02] [PY-01] plans shown as renewing are charged next, with or without a card, inside or outside the card countries',
  noLimit,
  () => {
    const seen = new Set<string>();
    const who = fc.record({ hasCard: fc.boolean(), country: fc.constantFrom('US', 'US', 'GB') });
    fc.assert(
      fc.property(histories, who, (commands, { hasCard, country }) => {
        const ada = playHistory(commands);
        ada.change({
          card: hasCard ? (ada.books.card ?? aCard({ id: 'pm_new' })) : null,
          billTo: anAddress({ country }),
        });
        const { books, context } = ada;
        const charges = nextCharges(books, context);
        for (const row of books.subscriptions.filter(isLive)) {
          const renews = renewsAutomatically(books, row, context);
          const isCharged = charges.some((charge) => charge.kind === 'renewal' && charge.subscription.id === row.id);
          if (isCharged && !renews)
            expect(pendingChangeOf(books, row), `${row.id} is charged and does not renew`).toBeDefined();
          // Conversely, a simple renewing plan has a charge, unless something else decides about it.
          const isPlain = row.status === 'active' && row.source === 'card' && row.unitAmountCents > 0;
          const isOpen = books.invoices.some(
            ({ subscriptionId, status }) => subscriptionId === row.id && status === 'open',
          );
          const isDecidedElsewhere =
            isOpen ||
            pendingChangeOf(books, row) !== undefined ||
            trialReplacingPlan(books, row, context.settings) !== undefined;
          const isFree = books.discounts.some(
            ({ subscriptionId, status }) => subscriptionId === row.id && status === 'active',
          );
          if (isPlain && renews && !isDecidedElsewhere && !isFree)
            expect(isCharged, `${row.id} renews and is not charged`).toBe(true);
          seen.add(`${renews ? 'renews' : 'does not renew'}${isCharged ? ' charged' : ''}`);
        }
      }),
      { seed, numRuns },
    );
    expect([...seen].sort()).toEqual(expect.arrayContaining(['does not renew', 'renews', 'renews charged']));
  },
);
