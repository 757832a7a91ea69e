import type { CommandStatus } from '@foyer/contract/api/commands';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { storedPaidPayment, storePaidPayment } from '../../shared/orders/paid.ts';
import { anAccount, aSubscription } from '../../testing/builders.ts';
import { all, DRIVE, newClaims, orderReply, quoteIs, REVIEW, subscriptionsAre } from '../../testing/drive-answers.ts';
import { answer, offlineHandler, refuse } from '../../testing/handlers.ts';
import { BUY, IOT, openIot, PAY, ready } from '../../testing/iot-answers.ts';
import {
  aCoupon,
  choose,
  EXTEND,
  ends,
  extensionsAre,
  LICENCE,
  OPTIONS,
  openLicence,
} from '../../testing/licence-answers.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { server } from '../../testing/server.ts';
import { scopePlans, tieredPlansAre } from '../../testing/tiered-answers.ts';
// what the pages load on demand, there before the time of a test begins
import '../../features/subscriptions/components/order-review.tsx';
import './plans.tsx';
import './metered.tsx';
import './tiers.tsx';

/** An order without a response: what its review says and offers after it was left or reloaded (INV-12). */

const ME = 'GET /api/account/me';
const OUTCOME = 'GET /api/account/me/commands/:idempotencyKey';
const UNHEARD = 'Your order has no answer yet';
const refusal = {
  message: 'No funds.',
  error: {
    type: 'StripeCardError',
    message: 'No funds.',
    code: null,
    declineCode: null,
    field: null,
    requestId: 'req_1',
  },
} as const;
const REFUSED = { status: 'refused', httpStatus: 402, body: refusal } as const;
const CHECK = 'Nothing was charged. This is about your first order. Check the amounts again before you confirm.';
const CHECK_AGAIN = 'This page is now up to date. Check the amounts again before you confirm.';
const NOT_SENT = 'Nothing else was sent.';
const UNUSED = 'The code is unused. Check what you have before you redeem it.';
const maintenanceCode = aCoupon({
  tierName: 'Professional',
  isMaintenance: true,
  maintenanceMonths: 24,
  effect: {
    action: 'extends_maintenance',
    subscriptionId: 'sub_7',
    from: ends,
    until: '2028-06-30T00:00:00Z',
    replaces: null,
    endsTrial: null,
    freeTime: null,
    exchange: null,
    creditCents: 0,
  },
});
/** Only the order with the first key has arrived. */
const arrived = (keys: readonly (string | null)[]) =>
  answer(OUTCOME, ({ params }) =>
    params.idempotencyKey === keys[0]
      ? {
          status: 'done' as const,
          subscriptionIds: ['sub_1'],
          receiptId: null,
          oneTimePurchaseId: null,
          paymentMethodId: null,
        }
      : { status: 'unknown' as const },
  );
const EARLIER = {
  cents: 94_166,
  creditCents: 0,
  description: 'Drive Ultimate, yearly',
  product: 'drive',
  until: null,
  receiptId: 'inv_9',
} as const;
const FIRST = 'Did your first order arrive?';
const SCOPE_REVIEW = '/subscriptions/scope?package=starter&step=review&pay=now';
const CHOSEN = `${LICENCE}?extension=mex_pro_1y&from=2026-06-30`;
const extended = { oneTimePurchaseId: 'otp_1', status: 'success', newExpiration: '2027-06-30T00:00:00Z' } as const;

const pages = [
  {
    name: 'drive',
    review: REVIEW,
    elsewhere: DRIVE,
    pay: 'Pay $324.62',
    asks: ME,
    settled: () => answer(ME, anAccount()),
    call: BUY,
    open: () => renderApp(REVIEW, { handlers: [all, subscriptionsAre(), quoteIs(), newClaims] }),
    done: () => answer(BUY, orderReply),
  },
  {
    name: 'scope',
    review: SCOPE_REVIEW,
    elsewhere: '/subscriptions/scope?package=starter',
    pay: 'Pay $324.62',
    asks: ME,
    settled: () => answer(ME, anAccount()),
    call: BUY,
    open: () =>
      renderApp(SCOPE_REVIEW, { handlers: [tieredPlansAre(...scopePlans), subscriptionsAre(), quoteIs(), newClaims] }),
    done: () => answer(BUY, orderReply),
  },
  {
    name: 'IoT',
    review: `${IOT}?plan=pln_iot_individual_yearly&pay=now`,
    elsewhere: `${IOT}?plan=pln_iot_individual_monthly&pay=now`,
    pay: PAY,
    asks: ME,
    settled: () => answer(ME, anAccount()),
    call: BUY,
    open: () => openIot([newClaims], '?plan=pln_iot_individual_yearly&pay=now'),
    done: () => answer(BUY, orderReply),
  },
  {
    name: 'a licence',
    review: CHOSEN,
    elsewhere: '/nowhere',
    pay: 'Confirm and Pay $293.74',
    asks: OPTIONS,
    settled: () => extensionsAre(),
    call: EXTEND,
    open: () => openLicence([newClaims], CHOSEN),
    done: () => answer(EXTEND, extended),
  },
] as const;

const goTo = (path: string) =>
  act(() => {
    location.hash = `#${path}`;
  });

/** Every call under a key gets lost. */
const loses = (call: (typeof pages)[number]['call'], keys: (string | null)[]) =>
  answer(call, ({ request }) => {
    keys.push(request.headers.get('idempotency-key'));
    return Response.error();
  });

test.each(pages)(
  '[SU-08] [INV-12] $name: left, it is under way until the account answers, then to be looked at',
  async ({ review, elsewhere, pay, asks, settled, call, open }) => {
    const keys: (string | null)[] = [];
    const { user, queries } = open();
    server.use(loses(call, keys));
    const button = await ready(pay);
    server.use(offlineHandler(asks));
    storePaidPayment(EARLIER);
    await user.click(button);
    expect(storedPaidPayment(), 'the notice of an earlier payment goes').toBeNull();
    expect((await screen.findByRole('alert')).textContent).toContain("We don't know if your order arrived");
    const stamp = () =>
      queries.getQueryCache().findAll({ queryKey: asks === ME ? ['account'] : ['subscriptions', 'maintenance'] })[0]
        ?.state.dataUpdatedAt;
    const asOf = stamp();

    goTo(elsewhere);
    if (elsewhere.startsWith('/sub')) expect(await screen.findByText(UNHEARD)).toBeDefined();
    else await screen.findByText('Page not found');
    goTo(review);
    expect(await screen.findByText(UNHEARD)).toBeDefined();
    expect(await screen.findByRole('button', { name: pay })).toHaveProperty('disabled', true);
    expect(stamp(), 'as old as it is').toBe(asOf);

    server.use(settled());
    await act(() => queries.refetchQueries({ type: 'active' }));
    await waitFor(() => expect(screen.queryByText(UNHEARD)).toBeNull());
    goTo(elsewhere);
    goTo(review);
    expect(await screen.findByText(FIRST)).toBeDefined();
    await user.click(await ready(pay));
    await waitFor(() => expect(keys).toHaveLength(2));
    expect(keys[1]).toBe(keys[0]);
  },
);

test.each(pages)(
  '[SU-08] [INV-12] $name: reloaded, it is asked after, and the same order goes out under its key',
  async ({ pay, call, open }) => {
    const keys: (string | null)[] = [];
    const { user } = open();
    server.use(loses(call, keys));
    await user.click(await ready(pay));
    await screen.findByText(/We don't know if your order arrived/);
    cleanup();
    server.resetHandlers();

    const again = open();
    server.use(loses(call, keys));
    expect(await screen.findByText(FIRST)).toBeDefined();
    await again.user.click(await ready(pay));
    await waitFor(() => expect(keys).toHaveLength(2));
    expect(keys[1]).toBe(keys[0]);
  },
);

test('[SU-08] [INV-12] scope: it has arrived, so that the next one is one more, under a key of its own', async () => {
  const keys: (string | null)[] = [];
  const scope = pages[1];
  const { user } = scope.open();
  server.use(loses(BUY, keys));
  await user.click(await ready(scope.pay));
  await screen.findByText(/We don't know if your order arrived/);
  cleanup();
  server.resetHandlers();

  const again = scope.open();
  server.use(
    loses(BUY, keys),
    arrived(keys),
    tieredPlansAre(...scopePlans.map((plan) => ({ ...plan, heldCount: Number(plan.shortId === 'starter') }))),
    subscriptionsAre(aSubscription({ product: 'scope', plan: { ...aSubscription().plan, id: 'pln_scope_starter' } })),
  );
  expect(await screen.findByText('You have Starter already')).toBeDefined();
  await waitFor(() => expect(sessionStorage.getItem('foyer.drafts')).not.toContain('pln_scope_starter'));
  expect(screen.queryByText(FIRST)).toBeNull();
  await again.user.click(await ready(scope.pay));
  await waitFor(() => expect(keys).toHaveLength(2));
  expect(keys[1]).not.toBe(keys[0]);
});

test.each([
  ['refused', REFUSED, 'No funds.', false],
  ['running', { status: 'running', attemptId: null }, UNHEARD, true],
  ['paid later', { status: 'running', attemptId: 'att_1' }, FIRST, true],
] as const)(
  '[SU-08] [INV-12] reloaded, the server says %s: the same order keeps its key until its outcome is known',
  async (_, outcome, title, isSameKey) => {
    const keys: (string | null)[] = [];
    const [{ pay, open }] = pages;
    const { user } = open();
    server.use(loses(BUY, keys));
    await user.click(await ready(pay));
    await screen.findByText(/We don't know if your order arrived/);
    cleanup();
    server.resetHandlers();

    const again = open();
    const second = answer(BUY, ({ request }) => {
      keys.push(request.headers.get('idempotency-key'));
      return Response.json(refusal, { status: 402 });
    });
    server.use(second, answer(OUTCOME, outcome));
    expect(await screen.findByText(title)).toBeDefined();
    if (title !== FIRST) expect(screen.queryByText(FIRST)).toBeNull();
    await again.user.click(await ready(pay));
    await waitFor(() => expect(keys).toHaveLength(2));
    expect(keys[1] === keys[0]).toBe(isSameKey);
  },
);

test('[SU-08] an order still runs, and then the account lists it: the page only says to wait', async () => {
  const [{ pay, open }] = pages;
  const { user, queries } = open();
  const retry = /Try again in a minute/;
  server.use(refuse(BUY, 'OPERATION_IN_PROGRESS', { code: 'running' }));
  await user.click(await ready(pay));
  await screen.findByText(retry);
  server.use(answer(ME, anAccount({ pendingOrders: [{ product: 'drive', subscriptionId: null }] })));
  await act(() => queries.refetchQueries({ type: 'active' }));
  expect(await screen.findByText('Your payment is still processing')).toBeDefined();
  expect(screen.queryByText(retry)).toBeNull();
  expect(screen.getByRole('button', { name: pay })).toHaveProperty('disabled', true);
});

const OLD_AMOUNT = {
  ...refusal.error,
  type: 'QUOTE_CHANGED',
  message: 'x',
  quote: { amountDueCents: 99_900 },
} as const;

test.each([
  ['a declined card', REFUSED, `No funds.${CHECK}`, 'Change card'],
  [
    'another amount, which is not that of this page',
    { status: 'refused', httpStatus: 409, body: { message: 'x', error: OLD_AMOUNT } },
    `The amount changed while you looked at it${CHECK}`,
    null,
  ],
] as const)(
  '[SU-08] the first order was refused with %s: said in its words, and that nothing was charged',
  async (_, outcome, words, action) => {
    const [{ pay, open }] = pages;
    const { user } = open();
    server.use(loses(BUY, []));
    await user.click(await ready(pay));
    await screen.findByText(/We don't know if your order arrived/);
    cleanup();
    server.resetHandlers();

    open();
    server.use(answer(OUTCOME, outcome));
    const alert = await screen.findByRole('alert');
    expect(alert.textContent?.replace(action ?? '', '')).toBe(words);
    expect(within(alert).queryByRole('link')?.textContent ?? null).toBe(action);
  },
);

const THREE_YEARS = 'Confirm and Pay $769.74';
const done = {
  status: 'done',
  subscriptionIds: [],
  receiptId: null,
  oneTimePurchaseId: 'otp_1',
  paymentMethodId: null,
};

test.each([
  ['refused', REFUSED, `No funds.${CHECK}Change card`, true],
  ['done', done, `Your first order arrived${NOT_SENT} ${CHECK_AGAIN}See what you have`, true],
  [
    'running',
    { status: 'running', attemptId: null },
    `Your first order is still being processed${NOT_SENT} Try again in a minute.`,
    false,
  ],
] as const)(
  '[SU-08] [INV-12] before another order the first one is %s: said, and only the next click sends',
  async (_, outcome, words, isDecided) => {
    const keys: (string | null)[] = [];
    const { user } = openLicence([newClaims], CHOSEN);
    server.use(loses(EXTEND, keys));
    await user.click(await ready('Confirm and Pay $293.74'));
    await screen.findByText(/We don't know if your order arrived/);
    await user.click(screen.getByRole('radio', { name: /3 years/ }));
    await choose(user);
    server.use(answer(OUTCOME, outcome as CommandStatus));
    await user.click(await ready(THREE_YEARS));
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(words));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('alert')));
    expect(keys).toHaveLength(1);
    const second = answer(EXTEND, ({ request }) => {
      keys.push(request.headers.get('idempotency-key'));
      return Response.json(refusal, { status: 402 });
    });
    server.use(second);
    await user.click(await ready(THREE_YEARS));
    await waitFor(() => expect(keys).toHaveLength(isDecided ? 2 : 1));
    if (isDecided) expect(keys[1]).not.toBe(keys[0]);
    else expect(screen.getByRole('alert').textContent).toBe(words);
  },
);

const NOT_ASKED = `We couldn't check whether your first order arrived${NOT_SENT} Check your connection and try again.`;
const STILL_RUNS = `Your first order is still being processed${NOT_SENT} Try again in a minute.`;
const RUNS = answer(OUTCOME, { status: 'running', attemptId: null });

test.each([
  ['the question has no answer', [offlineHandler(OUTCOME)], NOT_ASKED],
  [
    'the data of the page has no answer, and neither has the server the outcome',
    [answer(OUTCOME, { status: 'unknown' }), offlineHandler(OPTIONS)],
    NOT_ASKED,
  ],
  ['the data of the page has no answer', [RUNS, offlineHandler(OPTIONS)], STILL_RUNS],
  [
    'the data of the page has no answer, while the account has a payment of it',
    [answer(OUTCOME, { status: 'running', attemptId: 'att_1' }), offlineHandler(OPTIONS)],
    STILL_RUNS,
  ],
  ['the data of the page is refused', [RUNS, refuse(OPTIONS, 'NOT_FOUND')], STILL_RUNS],
] as const)('[INV-12] before another order %s: the first one is not forgotten', async (_, handlers, words) => {
  const keys: (string | null)[] = [];
  const { user } = openLicence([newClaims], CHOSEN);
  server.use(loses(EXTEND, keys));
  await user.click(await ready('Confirm and Pay $293.74'));
  await screen.findByText(/We don't know if your order arrived/);
  await user.click(screen.getByRole('radio', { name: /3 years/ }));
  await choose(user);
  server.use(...handlers);
  await user.click(await ready(THREE_YEARS));
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(words));
  server.use(extensionsAre(), arrived(keys));
  await user.click(await ready(THREE_YEARS));
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('Your first order arrived'));
  expect(keys).toHaveLength(1);
});

test.each([
  ['refused', REFUSED, `No funds.${CHECK}Change card`],
  [
    'done',
    done,
    `Your first order arrived${NOT_SENT} This page couldn't be updated. Reload it before you order.See what you have`,
  ],
] as const)(
  '[SU-08] [INV-12] before another order the first one is %s, and the page could not be refetched: the page shows its outcome',
  async (_, outcome, words) => {
    const { user } = openLicence([newClaims], CHOSEN);
    server.use(loses(EXTEND, []));
    await user.click(await ready('Confirm and Pay $293.74'));
    await screen.findByText(/We don't know if your order arrived/);
    await user.click(screen.getByRole('radio', { name: /3 years/ }));
    await choose(user);
    server.use(answer(OUTCOME, outcome as CommandStatus), offlineHandler(OPTIONS));
    await user.click(await ready(THREE_YEARS));
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(words));
  },
);

test('[SU-08] [INV-12] reloaded, the order arrived and the page could not be refetched: it says that it arrived', async () => {
  const [{ pay, open }] = pages;
  const { user } = open();
  server.use(loses(BUY, []));
  await user.click(await ready(pay));
  await screen.findByText(/We don't know if your order arrived/);
  cleanup();
  server.resetHandlers();

  open();
  let calls = 0;
  const onlyOnce = answer(ME, () => {
    calls += 1;
    return calls === 1 ? anAccount() : Response.error();
  });
  server.use(onlyOnce, answer(OUTCOME, done as CommandStatus));
  expect((await screen.findByRole('alert')).textContent).toContain('Your first order arrived');
});

test('[INV-12] before a code the first order cannot be asked about: the code was not sent', async () => {
  const [{ pay, open }] = pages;
  const { user } = open();
  server.use(loses(BUY, []));
  await user.click(await ready(pay));
  await screen.findByText(/We don't know if your order arrived/);
  cleanup();
  server.resetHandlers();
  const again = openLicence([answer('POST /api/coupon/coupons/lookup', maintenanceCode), offlineHandler(OUTCOME)]);
  await again.user.click(await screen.findByRole('radio', { name: 'Redeem Code' }));
  await again.user.type(await screen.findByLabelText('Prepaid Code'), '9X');
  await again.user.click(screen.getByRole('button', { name: 'Check code' }));
  await again.user.click(await screen.findByRole('button', { name: 'Redeem' }));
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(NOT_ASKED));
});

test.each([
  ['refused', REFUSED, 'No funds.Nothing was charged. This is about your first order. The code is unused.'],
  ['done', done, `Your first order arrived${NOT_SENT} ${UNUSED}See what you have`],
  [
    'running',
    { status: 'running', attemptId: null },
    `Your first order is still being processed${NOT_SENT} Try again in a minute.`,
  ],
  ['unknown', { status: 'unknown' }, `Did your first order arrive?${UNUSED}See what you have`],
] as const)(
  '[MA-04] [INV-12] before a code the lost order of a plan is %s: said about the order',
  async (_, outcome, words) => {
    const { user } = pages[0].open();
    server.use(loses(BUY, []));
    await user.click(await ready(pages[0].pay));
    await screen.findByText(/We don't know if your order arrived/);
    cleanup();
    server.resetHandlers();

    const sent: (string | null)[] = [];
    const again = openLicence([answer('POST /api/coupon/coupons/lookup', maintenanceCode), offlineHandler(OUTCOME)]);
    server.use(loses(EXTEND, sent));
    await again.user.click(await screen.findByRole('radio', { name: 'Redeem Code' }));
    await again.user.type(await screen.findByLabelText('Prepaid Code'), '9X');
    await again.user.click(screen.getByRole('button', { name: 'Check code' }));
    const redeem = await screen.findByRole('button', { name: 'Redeem' });
    server.use(answer(OUTCOME, outcome as CommandStatus));
    await again.user.click(redeem);
    const alert = await screen.findByRole('alert');
    expect(alert.textContent?.replace('Change card', '')).toBe(words);
    expect(sent).toEqual([]);
  },
);

test.each([
  ['drive', 0, 'pln_drive_starter'],
  ['IoT', 2, 'pln_iot_individual'],
] as const)('[SU-08] %s: it has arrived, and another product does not ask after it', async (_name, at, id) => {
  const keys: (string | null)[] = [];
  const first = pages[at];
  const { user } = first.open();
  server.use(loses(BUY, keys));
  await user.click(await ready(first.pay));
  await screen.findByText(/We don't know if your order arrived/);
  cleanup();
  server.resetHandlers();

  const { product } = aSubscription();
  pages[1].open();
  server.use(arrived(keys), subscriptionsAre(aSubscription({ product, plan: { ...aSubscription().plan, id } })));
  await ready(pages[1].pay);
  await waitFor(() => expect(sessionStorage.getItem('foyer.drafts')).not.toContain(id));
  expect(screen.queryByText(FIRST)).toBeNull();
});

test('[SU-08] drive: where it is seen to be held nothing is open any more, though there is no review to ask', async () => {
  const keys: (string | null)[] = [];
  const { user } = pages[0].open();
  server.use(loses(BUY, keys));
  await user.click(await ready(pages[0].pay));
  await screen.findByText(/We don't know if your order arrived/);
  cleanup();
  server.resetHandlers();

  renderApp(REVIEW, { handlers: [all, arrived(keys), subscriptionsAre(aSubscription()), quoteIs(), newClaims] });
  expect(await screen.findByText('You have this plan')).toBeDefined();
  await waitFor(() => expect(sessionStorage.getItem('foyer.drafts')).not.toContain('pln_drive_starter'));
});

test('[MA-04] the form for a code has no figures to look at again: it does not ask after an order', async () => {
  const { user } = pages[0].open();
  server.use(loses(BUY, []));
  await user.click(await ready(pages[0].pay));
  await screen.findByText(/We don't know if your order arrived/);
  cleanup();
  server.resetHandlers();

  let looks = 0;
  const again = openLicence([
    answer('GET /api/subscription/subscriptions', () => {
      looks += 1;
      return { subscriptions: [], data: { subscriptions: [] } };
    }),
  ]);
  await again.user.click(await screen.findByRole('radio', { name: 'Redeem Code' }));
  const before = looks;
  expect(await screen.findByLabelText('Prepaid Code')).toBeDefined();
  await waitFor(() => expect(again.queries.isFetching()).toBe(0));
  expect(looks).toBe(before);
  expect(screen.queryByText(FIRST)).toBeNull();
});

test('[CD-04] a code that was sent stands nowhere in the browser', async () => {
  const { orderKey, isOrderOutcomeUnknown, markOrderChecked } = await import('../../shared/orders/order-key.ts');
  const { queries } = openLicence();
  orderKey(queries, JSON.stringify({ subscriptionId: 'sub_7', prepaidCouponId: 'ppd_SECRET' }), true);
  markOrderChecked(queries);
  expect(isOrderOutcomeUnknown(queries)).toBe(false);
  expect(JSON.stringify(sessionStorage)).not.toContain('SECRET');
});
