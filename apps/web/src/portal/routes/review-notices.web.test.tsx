import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { aCycle, anAccount, aPlan, aQuote, aSubscription } from '../../testing/builders.ts';
import { all, basic, DRIVE, plansAre, quoteIs, REVIEW, subscriptionsAre } from '../../testing/drive-answers.ts';
import { answer } from '../../testing/handlers.ts';
import { aDiscount, couponsAre } from '../../testing/offer-answers.ts';
import { anUnpaidReceipt, openPaymentsOf } from '../../testing/payment-answers.ts';
import { primaryButtons } from '../../testing/primary-buttons.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { power, scopePlans, starter, tieredPlansAre, ultimate } from '../../testing/tiered-answers.ts';
import { aForecastInvoice, anUpcomingEvent } from '../../testing/upcoming-events.ts';
// what the page loads on demand, there before the time of a test begins
import './plans.tsx';
import '../../features/subscriptions/components/order-review.tsx';

/** What somebody has to know before they confirm, and what would be untrue where they are. */

const noticeOf = async (title: string) => (await screen.findByText(title)).closest('[class]')?.parentElement;
const nothingDue = { amountDueCents: 0, total: 0, subtotal: 0, tax: 0, lines: [] };
const free = { id: 'pln_drive_starterpromotional', amount: 0, intervalId: 'pln_drive_starterpromotional_yearly' };
const promotion = aSubscription({
  isPromo: true,
  renews: false,
  renewalCents: null,
  type: 'Promotion',
  plan: { ...aSubscription().plan, ...free },
});

describe('a discount', () => {
  test('[CD-05] is named, and the running one that ends with it is said before the order', async () => {
    const quote = aQuote({
      discount: 5998,
      discountUsed: { displayCode: 'off50', percentage: 50 },
      discountEnded: { displayCode: 'forever', percentage: 33 },
    });
    renderApp(REVIEW, { handlers: [all, subscriptionsAre(), quoteIs(quote)] });
    expect((await noticeOf('The discount you have ends'))?.textContent).toContain(
      'The 33% of forever ends with this order.',
    );
    expect(screen.getByText('Discount of 50% (off50)').closest('div')?.textContent).toContain('−$59.98');
  });

  test('[CD-05] that runs on is named, and nothing is said to end', async () => {
    const quote = aQuote({ discount: 5998, discountUsed: { displayCode: 'forever', percentage: 33 } });
    renderApp(REVIEW, { handlers: [all, subscriptionsAre(), quoteIs(quote)] });
    await screen.findByText('Discount of 33% (forever)');
    expect(screen.queryByText('The discount you have ends')).toBeNull();
  });
});

describe('a trial over what one has', () => {
  const small = aPlan({
    id: 'pln_drive_tiny',
    displayName: 'Tiny',
    details: { ...aPlan().details, storageSizeLimit: { value: 2_000_000_000, displayValue: '2 GB' } },
    billingCycles: [aCycle({ intervalId: 'pln_drive_tiny_yearly' })],
  });
  const ends = anUpcomingEvent({ kind: 'trial_ends', at: '2026-07-09T00:00:00Z', planName: 'Tiny', bill: null });
  const preview = answer('POST /api/subscription/subscriptions/preview', async ({ request }) => {
    const { transitionAtEnd } = (await request.json()) as { transitionAtEnd?: boolean };
    const event = transitionAtEnd
      ? { ...ends, kind: 'continues' as const, bill: aForecastInvoice({ wholePeriod: false }) }
      : ends;
    return aQuote({ ...nothingDue, coming: [event] });
  });
  const trialOver = (held = aSubscription()) =>
    renderApp(`${DRIVE}?plan=pln_drive_tiny_trial&step=review`, {
      handlers: [
        plansAre(aPlan({ isCurrent: true }), aPlan({ ...free, isCurrent: true }), small),
        subscriptionsAre(held),
        preview,
      ],
    });

  test('[S6] of a bigger plan says what there will be less of, and from when, as long as it goes on by itself', async () => {
    const { user } = trialOver();
    const toggle = await screen.findByRole('switch', { name: 'Auto-renew', checked: false });
    await screen.findByText(/the trial ends/);
    expect(screen.queryByText(/instead of 50 GB/)).toBeNull();
    await user.click(toggle);
    expect(await screen.findByText('Storage: 2 GB instead of 50 GB')).toBeDefined();
    expect(screen.getByText(/you'll have less/).textContent).toBe("From Jul 9, 2026 you'll have less");
    await user.click(toggle);
    await waitFor(() => expect(screen.queryByText(/instead of 50 GB/)).toBeNull());
  });

  test('[S6] of a promotion says the free time that is given up when it goes on', async () => {
    const { user } = trialOver(promotion);
    const toggle = await screen.findByRole('switch', { name: 'Auto-renew', checked: false });
    await screen.findByText(/the trial ends/);
    expect(screen.queryByText('You give up free time')).toBeNull();
    await user.click(toggle);
    expect((await noticeOf('You give up free time'))?.textContent).toContain(
      'Starter is free until Jan 10, 2027. When the trial goes on, that ends on Jul 9, 2026: 6 months before its time',
    );
  });
});

describe('where no card pays', () => {
  const abroad = answer('GET /api/account/me', anAccount({ canAddPaymentMethod: false }));

  test('[PM-03] a paid plan promises no renewal and no payment, also with a card on file', async () => {
    const asked: unknown[] = [];
    const preview = answer('POST /api/subscription/subscriptions/preview', async ({ request }) => {
      asked.push(await request.json());
      return aQuote({ coming: [anUpcomingEvent({ kind: 'ends', bill: null })] });
    });
    renderApp(REVIEW, { handlers: [all, subscriptionsAre(), preview, abroad] });
    await screen.findByText('Total');
    expect(screen.queryByRole('button', { name: /^Pay|^Card payments/ })).toBeNull();
    // a switch that could only stay off
    expect(screen.queryByRole('switch', { name: 'Auto-renew' })).toBeNull();
    expect(screen.queryByText(/renews|we'll charge/i)).toBeNull();
    expect(asked).toEqual([{ id: 'pln_drive_starter', interval: 'yearly', cancelAtPeriodEnd: true }]);
  });

  test('[PM-03] what is free renews there as everywhere', async () => {
    const coming = [anUpcomingEvent({ planName: 'Basic', interval: 'free', bill: null })];
    renderApp(`${DRIVE}?plan=pln_drive_free&step=review`, {
      handlers: [all, subscriptionsAre(), quoteIs(aQuote({ ...nothingDue, coming })), abroad],
    });
    expect(await screen.findByRole('button', { name: 'Subscribe' })).toHaveProperty('disabled', false);
    expect(screen.getByRole('switch', { name: 'Auto-renew', checked: true })).toHaveProperty('disabled', false);
    expect(screen.queryByText(/outside the US/)).toBeNull();
  });
});

test('[F1] [DR-02] a plan whose payment failed says since when it is due, and names no renewal', async () => {
  const unpaid = aSubscription({ status: 'past_due', currentPeriodStart: '2026-12-26T00:00:00Z', renewalCents: null });
  renderApp(DRIVE, { handlers: [all, subscriptionsAre(unpaid)] });
  const plan = within(await screen.findByRole('region', { name: /Current plan/ }));
  expect(plan.getByText(/Was due/).textContent).toMatch(/Was due Dec 26, 2026$/);
  expect(plan.queryByText(/Renews/)).toBeNull();
});

test('[B10] [DR-02] an unpaid plan abroad says when it is paused, not that it ends with its period', async () => {
  const pauses = { kind: 'pauses', at: '2027-01-10T00:00:00Z' } as const;
  const unpaid = aSubscription({ status: 'past_due', renews: false, renewalCents: null, ifUnpaid: pauses });
  renderApp(DRIVE, { handlers: [all, subscriptionsAre(unpaid)] });
  const plan = within(await screen.findByRole('region', { name: /Current plan/ }));
  expect(plan.getByText(/Was due/).textContent).toMatch(/Was due .* · Paused on Jan 10, 2027 unless it is paid$/);
});

test('[B10] [DR-02] an unpaid plan whose card was declined for good: auto-renew asks for no address', async () => {
  const pauses = { kind: 'pauses', at: '2027-01-10T00:00:00Z' } as const;
  const unpaid = aSubscription({ status: 'past_due', renews: false, renewalCents: null, ifUnpaid: pauses });
  const account = vi.fn(() => anAccount());
  renderApp(DRIVE, { handlers: [all, subscriptionsAre(unpaid), answer('GET /api/account/me', account)] });
  const plan = within(await screen.findByRole('region', { name: /Current plan/ }));
  await waitFor(() => expect(account).toHaveBeenCalled());
  expect(plan.getByText(/Was due/).textContent).toMatch(/Paused on Jan 10, 2027 unless it is paid$/);
  expect(plan.getByRole('switch', { name: 'Auto-renew' }).getAttribute('aria-checked')).toBe('true');
  expect(plan.queryByText(/needs your address/)).toBeNull();
});

test('[F1] [DR-02] a suspended plan says since when it is due and is paused: no day of a renewal, and no switch', async () => {
  renderApp(DRIVE, {
    handlers: [
      all,
      subscriptionsAre(aSubscription({ status: 'suspended', renewable: false, renews: false, renewalCents: null })),
    ],
  });
  const plan = within(await screen.findByRole('region', { name: /Current plan/ }));
  expect(plan.getByText(/Paused until it is paid/).textContent).toMatch(/Was due .* · Paused/);
  expect(plan.queryByText(/Renews/)).toBeNull();
  expect(plan.queryByRole('switch')).toBeNull();
});

test.each([
  [3_220, 'You have an unpaid bill of $32.20', 'Pay $32.20', '#/payments'],
  [0, 'You have an unpaid bill', 'See payments', '#/payments?active=receipts'],
])(
  '[DR-02] an unpaid plan of which %i cents can be paid now: "%s", and a link "%s" to the button that pays it',
  async (openAmountCents, title, name, target) => {
    renderApp(DRIVE, {
      handlers: [
        all,
        subscriptionsAre(aSubscription({ status: 'past_due', renewalCents: null })),
        answer('GET /api/account/me', anAccount({ openAmountCents })),
      ],
    });
    expect((await screen.findByRole('heading', { name: title })).textContent).toBe(title);
    expect(screen.getByRole('link', { name }).getAttribute('href')).toBe(target);
    expect(primaryButtons()).toEqual(openAmountCents > 0 ? [name] : []);
  },
);

test('[PM-03] where no card can pay, an unpaid plan links the payments and does not say "Pay"', async () => {
  renderApp(DRIVE, {
    handlers: [
      all,
      subscriptionsAre(aSubscription({ status: 'past_due', renewalCents: null })),
      answer('GET /api/account/me', anAccount({ openAmountCents: 3_220, canAddPaymentMethod: false })),
    ],
  });
  await screen.findByRole('heading', { name: /unpaid bill/ });
  expect(screen.getByRole('link', { name: 'See payments' })).toBeDefined();
  expect(screen.queryByRole('link', { name: /^Pay \$/ })).toBeNull();
});

const declinedReceipt = {
  ...anUnpaidReceipt('inv_1', '01', 3_220),
  failureMessage: 'Your card was declined.',
  failedAt: '2026-03-12T09:00:00Z',
};
test.each([
  ['past_due', true, 'Visa\u{a0}••••\u{a0}4242 was declined on Mar 12, 2026. Change your card or pay to keep Starter.'],
  [
    'suspended',
    false,
    'Visa\u{a0}••••\u{a0}4242 was declined on Mar 12, 2026. Change your card or pay to use Starter again.',
  ],
] as const)(
  '[DR-02] [PY-05] a declined card of a plan %s: the reason, another card as the main button',
  async (status, entitled, why) => {
    renderApp(DRIVE, {
      handlers: [
        all,
        subscriptionsAre(aSubscription({ status, entitled, renewalCents: null })),
        answer(
          'GET /api/account/me',
          anAccount({ openAmountCents: 3_220, openPayments: openPaymentsOf([declinedReceipt]) }),
        ),
      ],
    });
    const title = await screen.findByRole('heading', { name: "We couldn't charge $32.20" });
    expect(title.parentElement?.querySelector('p')?.textContent).toBe(why);
    const change = screen.getByRole('link', { name: 'Change card' });
    expect(change.getAttribute('href')).toBe('#/payments/method?returnPath=%2Fsubscriptions%2Fdrive');
    expect(change.previousElementSibling?.textContent).toBe('Pay $32.20');
    expect(primaryButtons()).toEqual(['Change card']);
  },
);

test('[PM-07] from a promotion to what is free: no card is named, and the plan that renews has its name', async () => {
  const coming = [
    anUpcomingEvent({ kind: 'starts', planName: 'Basic', interval: 'free', bill: null }),
    anUpcomingEvent({ at: '2027-07-10T00:00:00Z', planName: 'Basic', interval: 'free', bill: null }),
  ];
  renderApp(`${DRIVE}?plan=pln_drive_free&step=review`, {
    handlers: [
      plansAre(aPlan({ ...free, isCurrent: true }), basic),
      subscriptionsAre(promotion),
      quoteIs(aQuote({ ...nothingDue, scheduledFor: '2027-01-10T00:00:00Z', coming })),
    ],
  });
  const change = within(await screen.findByRole('region', { name: 'Your change' }));
  expect(change.getByText('Starter, free').nextElementSibling?.textContent).toBe('50 GB · 5 keys');
  expect(await screen.findByText('Nothing is billed for this plan.')).toBeDefined();
  expect(screen.queryByText(/Billed to|paid for/)).toBeNull();
  expect(screen.getByText(/Basic renews, free/).textContent).toContain('Jul 10, 2027 Basic renews, free.');
});

const starting = { planName: 'Pro', bill: aForecastInvoice() };
test.each([
  ['a month', [anUpcomingEvent({ ...starting, kind: 'starts', interval: 'monthly' })], 1],
  [
    'a year, and the next one',
    [anUpcomingEvent({ ...starting, kind: 'starts' }), anUpcomingEvent({ ...starting, at: '2028-01-10T00:00:00Z' })],
    2,
  ],
])('[BY-06] [S11] after a promotion, mail is promised before %s', async (_, coming, mails) => {
  renderApp(`${DRIVE}?plan=pln_drive_pro_yearly&step=review`, {
    handlers: [
      all,
      subscriptionsAre(promotion),
      quoteIs(aQuote({ ...nothingDue, scheduledFor: '2027-01-10T00:00:00Z', coming })),
    ],
  });
  await waitFor(() => expect(screen.getAllByText("We'll email you 7 days before.")).toHaveLength(mails));
});

test.each([
  ['a smaller plan', 0, 'You pay nothing today.'],
  ['a bigger plan', 29_988, "You pay the difference today. We'll show it to the cent before you confirm."],
])('[DR-01] %s than the one that is paid for: what the choice costs today', async (_, amountDue, words) => {
  const other = aPlan({
    id: 'pln_drive_tier1',
    billingCycles: [aCycle({ intervalId: 'pln_drive_tier1_yearly', amountDue })],
  });
  renderApp(`${DRIVE}?plan=pln_drive_tier1_yearly`, { handlers: [plansAre(other), subscriptionsAre(aSubscription())] });
  expect(await screen.findByText(words)).toBeDefined();
});

describe('a change of one scope subscription', () => {
  const SCOPE = '/subscriptions/scope';
  const subscriptionHandler = (facts: Partial<typeof promotion> = {}) =>
    answer(
      'GET /api/subscription/subscriptions/:id',
      aSubscription({
        ...facts,
        id: 'sub_9',
        product: 'scope',
        plan: { ...aSubscription().plan, ...facts.plan, displayName: 'Starter', storageDisplay: null },
      }),
    );
  const given = {
    ...promotion,
    plan: { ...promotion.plan, id: 'pln_scope_starterpromotional', intervalId: 'pln_scope_starterpromotional_yearly' },
  };

  /** The held promotion, which is listed and not offered. */
  const starterForFree = starter({ id: given.plan.id, regularId: 'pln_scope_starter', billingCycles: [] });

  test('[SP-06] no trial is offered; a promotion of a plan is that plan, and nothing was paid for it', async () => {
    renderApp(`${SCOPE}/sub_9?package=ultimate`, {
      handlers: [
        tieredPlansAre(starter({ isCurrentTier: true }), power(), ultimate(), starterForFree),
        subscriptionHandler(given),
      ],
    });
    const card = (await screen.findByRole('heading', { name: 'Starter', level: 3 })).closest('article');
    expect(card?.textContent).toContain('Current plan');
    expect(screen.queryByText('Try Free')).toBeNull();
    expect(screen.getByText("We'll show what you pay today, to the cent, before you confirm.")).toBeDefined();
    expect(screen.queryByText(/pay the difference/)).toBeNull();
  });

  test('[SP-01] a smaller plan than the one that is paid for costs nothing today, and no difference is told of', async () => {
    const smaller = starter({ billingCycles: starter().billingCycles.map((cycle) => ({ ...cycle, amountDue: 0 })) });
    renderApp(`${SCOPE}/sub_9?package=starter`, {
      handlers: [
        tieredPlansAre(smaller, power(), ultimate()),
        subscriptionHandler({ plan: { ...aSubscription().plan, id: 'x' } }),
      ],
    });
    expect(await screen.findByText('You pay nothing today.')).toBeDefined();
    expect(screen.queryByText(/pay the difference/)).toBeNull();
  });

  test('[CD-05] who comes with a coupon is told of paying, which is what the review stands at', async () => {
    const handlers = [tieredPlansAre(...scopePlans), couponsAre({ SPRING_off20: () => aDiscount() })];
    renderApp(`${SCOPE}?coupon=SPRING_off20&package=pln_scope_ultimate_yearly`, { handlers });
    expect(await screen.findByText("We'll show what you pay today, to the cent, before you confirm.")).toBeDefined();
    expect(screen.queryByText(/Try it free/)).toBeNull();
    expect(screen.getByRole('link', { name: 'Choose plan' }).getAttribute('href')).toContain('pay=now');
  });
});
