import { expect, test } from 'vitest';
import { unpaidOutcome } from '../payments/dunning.ts';
import { nextCharges } from '../renewals/estimate.ts';
import { renewalCosts } from '../renewals/forecast-invoices.ts';
import type { HeldDiscount } from '../state/coupon-entities.ts';
import type { BillingState, Subscription } from '../state/entities.ts';
import { renewsAutomatically, startingChangeOf, trialReplacingPlan } from '../state/trial-and-renewal.ts';
import { aChange, anAccount, aSubscription, aTrial } from '../testing/builders.ts';
import { Customer, declinedOutcome } from '../testing/customer.ts';
import { basic, monthly, outsideCardCountries } from '../testing/holders.ts';
import { always, renewing } from '../testing/late-renewals.ts';
import { days, text, utc } from '../testing/moments.ts';

const END = utc('2027-01-10');
const prepaid = aSubscription({ source: 'prepaid', term: 'fixed', everPaid: false });
const promotion = (overrides: Partial<Subscription> = {}) =>
  aSubscription({ source: 'promotion', term: 'fixed', unitAmountCents: 0, everPaid: false, ...overrides });
const continues = { transitionAtEnd: true, transitionPriceId: 'prc_pln_drive_starter_yearly' } as const;
const month = { currentPeriodStart: utc('2026-12-10'), currentPeriodEnd: END, cycleIndex: 11 };
const tries = (overrides: Partial<Subscription> = {}) =>
  aTrial({ currentPeriodStart: END - days(14), currentPeriodEnd: END, trialEnd: END, ...overrides });
const below = (held: Subscription) => ({ ...held, id: 'sub_below', currentPeriodEnd: END + days(100) });

/** Subscriptions of an account; the first one is compared. Those below a trial end later. */
const subscriptionLists: Readonly<Record<string, readonly Subscription[]>> = {
  yearly: [aSubscription()],
  monthly: [monthly({ ...month, billingAnchor: utc('2026-01-10') })],
  Basic: [basic({ currentPeriodEnd: END })],
  prepaid: [prepaid],
  'promotion that ends': [promotion()],
  'promotion that continues': [promotion(continues)],
  'trial that ends': [tries()],
  'trial that continues': [tries({ transitionAtEnd: true })],
  'trial above a paid plan': [
    tries({ transitionAtEnd: true, resumesSubscriptionId: 'sub_below' }),
    below(aSubscription()),
  ],
  'trial above prepaid time': [tries({ transitionAtEnd: true, resumesSubscriptionId: 'sub_below' }), below(prepaid)],
  'plan below a trial that continues': [
    aSubscription(),
    tries({ transitionAtEnd: true, resumesSubscriptionId: 'sub_1' }),
  ],
  'plan below a trial that ends': [aSubscription(), tries({ resumesSubscriptionId: 'sub_1' })],
};

const addresses: Readonly<Record<string, Partial<BillingState>>> = {
  'at home': {},
  abroad: outsideCardCountries,
  'without an address': { billTo: null },
};
const cards: Readonly<Record<string, Partial<BillingState>>> = { 'a card': {}, 'no card': { card: null } };
const renewals: Readonly<Record<string, Partial<Subscription>>> = { on: {}, off: { cancelAtPeriodEnd: true } };
const change = (toPriceId: string) => [aChange({ toPriceId, applyAt: END })];
const changes: Readonly<Record<string, Partial<BillingState>>> = {
  'no change': {},
  'a free plan': { changes: change('prc_pln_drive_free_free') },
  'another plan': { changes: change('prc_pln_drive_tier1_yearly') },
};
const discount = (percentOff: number, cyclesLeft: number | null): Partial<BillingState> => {
  const priceIds = ['prc_pln_drive_starter_yearly', 'prc_pln_drive_starter_monthly'];
  const row: HeldDiscount = {
    ...{ id: 'red_1', subscriptionId: 'sub_1', status: 'active', cyclesLeft, invoiceId: null },
    ...{ code: 'dsc_1', percentOff, priceIds },
  };
  return { discounts: [row] };
};
const extras: Readonly<Record<string, Partial<BillingState>>> = {
  'no discount': {},
  'a free period': discount(100, 1),
  'free for ever': discount(100, null),
  'half price': discount(50, 1),
  'some credit': { account: anAccount({ balanceCents: -1000 }) },
  'much credit': { account: anAccount({ balanceCents: -500_000 }) },
};

/** Title and start of each combination that can occur. Trials and prepaid time have no scheduled change. */
function* combinations(): Generator<[string, Partial<BillingState>]> {
  for (const [kind, [first, ...others]] of Object.entries(subscriptionLists))
    for (const [renewal, setting] of Object.entries(renewals))
      for (const [address, where] of Object.entries(addresses))
        for (const [card, paying] of Object.entries(cards))
          for (const [next, scheduled] of Object.entries(changes))
            for (const [extra, lowered] of Object.entries(extras)) {
              if (!first || (renewal === 'off' && (first.source !== 'card' || others.length > 0))) continue;
              if (next !== 'no change' && (!['card', 'free', 'promotion'].includes(first.source) || others.length > 0))
                continue;
              if (lowered.discounts && first.id !== 'sub_1') continue;
              const title = `${kind}, renewal ${renewal}, ${address}, ${card}, ${next}, ${extra}`;
              const subscriptions = [{ ...first, ...setting }, ...others];
              yield [title, { ...where, ...paying, ...scheduled, ...lowered, subscriptions }];
            }
}

/** Contradictions between pages (`renews`, next payment, cost), the notice, and what happens at the end. */
const contradictions = (state: Partial<BillingState>): string[] => {
  const ada = new Customer(END - days(20), state);
  const id = state.subscriptions?.[0]?.id ?? '';
  const summaries = () => {
    const row = ada.byId(id);
    const charge = nextCharges(ada.books, ada.context).find(
      (next) => next.kind === 'renewal' && next.subscription.id === id && next.at === END,
    );
    return {
      renews: renewsAutomatically(ada.books, row, ada.context),
      change: startingChangeOf(ada.books, row, ada.context) !== undefined,
      isReplaced: trialReplacingPlan(ada.books, row, ada.settings) !== undefined,
      dueCents: charge?.kind === 'renewal' ? charge.figures.amountDueCents : null,
      cents: renewalCosts(ada.books, ada.context).get(id)?.cents ?? null,
    };
  };
  const early = summaries();
  ada.advanceTo(END - days(1));
  const late = summaries();
  const notice = ada.books.mails.findLast(
    ({ template, subscriptionId }) => template.endsWith('_notice') && subscriptionId === id,
  );
  const told = notice && { ends: notice.template === 'ending_notice', ...notice.facts };
  ada.advanceTo(END);
  const row = ada.byId(id);
  const invoice = ada.books.allInvoices.at(-1);
  const hasEnded = row.endedAt !== null && row.endReason !== 'converted';
  const isUnpaid = invoice?.status === 'open';
  const found: string[] = [];
  const check = (holds: boolean, what: string) => {
    if (!holds) found.push(what);
  };
  check(JSON.stringify(early) === JSON.stringify(late), 'pages change without a cause');
  check(
    late.isReplaced || hasEnded === !(late.renews || late.change),
    `renews ${late.renews}, change ${late.change}, but ended ${hasEnded}`,
  );
  check(
    late.isReplaced || (invoice?.totalCents ?? null) === late.cents,
    `cost ${late.cents}, billed ${invoice?.totalCents}`,
  );
  check(
    late.isReplaced || (late.dueCents ?? 0) === (invoice?.amountDueCents ?? 0),
    `next payment ${late.dueCents}, billed ${invoice?.amountDueCents}`,
  );
  if (told) {
    check(told.nextAt === END, `notice for ${text(told.nextAt ?? null)}`);
    check(told.ends === hasEnded, `notice of ${told.ends ? 'an end' : 'a charge'}, but ended ${hasEnded}`);
    check(
      told.ends || told.dueCents === invoice?.amountDueCents,
      `notice of ${told.dueCents}, billed ${invoice?.amountDueCents}`,
    );
    check(
      told.ends || (told.blockedBy === 'no_card') === isUnpaid,
      `notice blocked by ${told.blockedBy}, unpaid ${isUnpaid}`,
    );
  }
  check(!isUnpaid || told !== undefined, 'no notice of an invoice that no card pays');
  check(!hasEnded || row.cancelAtPeriodEnd || told !== undefined, 'no notice of an end');
  return found;
};

test('[B10] [SU-02] [PY-03] pages, notice and outcome agree for every combination of plan, address, card, change and credit', () => {
  const found: string[] = [];
  let count = 0;
  for (const [title, state] of combinations()) {
    count += 1;
    for (const what of contradictions(state)) found.push(`${title}: ${what}`);
  }
  expect(count).toBeGreaterThan(900);
  expect(found).toEqual([]);
});

const OWED = 3220;

/** Contradictions of a plan with an unpaid renewal, from the day after its first attempt until it is written off. */
const contradictionsUnpaid = (state: Partial<BillingState>, overrides: Partial<Subscription>): string[] => {
  const ada = renewing();
  ada.advanceTo(utc('2026-03-02'), always(declinedOutcome()));
  ada.change({ ...state, subscriptions: [{ ...ada.subscription, ...overrides }] });
  const isAbroad = state.billTo !== undefined;
  const found: string[] = [];
  const check = (holds: boolean, what: string) => {
    if (!holds) found.push(`${text(ada.now)}: ${what}`);
  };
  const charge = nextCharges(ada.books, ada.context).find(({ kind }) => kind === 'retry');
  const isNamed = charge !== undefined;
  const outcome = unpaidOutcome(ada.books, ada.subscription, ada.settings);
  const mails = ada.books.mails.length;
  ada.advanceTo(utc('2026-03-04'));
  const isPaid = ada.subscription.status === 'active';
  const charged = ada.books.attempts.findLast(({ status }) => status === 'succeeded');
  check(isPaid || ada.subscription.status === 'past_due', `is ${ada.subscription.status}`);
  check(!isAbroad || !isNamed, 'a charge is named abroad');
  // Without a card the amount is named as due, and pages say that no card is on file.
  check(
    !isPaid || (charge?.kind === 'retry' ? charge.invoice.amountDueCents : 0) === (charged?.amountCents ?? 0),
    'other amount',
  );
  check(isPaid || !isNamed || ada.books.card === null, 'the named charge was not made');
  if (isPaid || !outcome) return found;
  ada.advanceTo(outcome.at - 1);
  check(ada.subscription.status === 'past_due', `is ${ada.subscription.status} before ${outcome.kind}`);
  ada.advanceTo(outcome.at);
  const status = outcome.kind === 'pauses' ? 'suspended' : 'canceled';
  check(ada.subscription.status === status, `is ${ada.subscription.status}, but ${outcome.kind} was said`);
  for (const { template, facts } of ada.books.mails.slice(mails)) {
    if (template !== 'payment_failed') continue;
    check((facts.blockedBy === 'card_country') === isAbroad, `mail blocked by ${facts.blockedBy}`);
    check(!isAbroad || facts.ifUnpaid?.at === outcome.at, 'mail names another day');
  }
  return found;
};

test('[B10] [PY-03] an unpaid plan: next payment, mails and outcome agree for every combination', () => {
  const found: string[] = [];
  const credits = { 'no credit': 0, 'some credit': 1000, 'all by credit': 2 * OWED };
  for (const [address, where] of Object.entries(addresses))
    for (const [card, paying] of Object.entries(cards))
      for (const [renewal, setting] of Object.entries(renewals))
        for (const everPaid of [true, false])
          for (const [credit, cents] of Object.entries(credits)) {
            const state = { ...where, ...paying, account: anAccount({ balanceCents: -cents }) };
            const title = `${address}, ${card}, renewal ${renewal}, paid ${everPaid}, ${credit}`;
            for (const what of contradictionsUnpaid(state, { ...setting, everPaid })) found.push(`${title}: ${what}`);
          }
  expect(found).toEqual([]);
});
