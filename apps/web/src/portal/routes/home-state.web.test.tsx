import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, type RequestHandler } from 'msw';
import { expect, test, vi } from 'vitest';
import { config } from '../../lib/config.ts';
import { aCard, aMe, anAccount, aSubscription } from '../../testing/builders.ts';
import { subscriptionsAre } from '../../testing/drive-answers.ts';
import { answer, refuse } from '../../testing/handlers.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { server } from '../../testing/server.ts';
// loaded on demand by the page, there before the time of a test begins
import '../../features/home/ended-plan.tsx';
import './home-notices.tsx';

const accountIs = (account: Parameters<typeof anAccount>[0]) => answer('GET /api/account/me', anAccount(account));
const meIs = (user: NonNullable<Parameters<typeof aMe>[0]>['user']) =>
  answer('GET /api/auth/me', aMe(user ? { user } : {}));

/** Opens Home and returns the text and the links of the notice with this title. */
const noticeOf = async (title: string | RegExp, ...handlers: RequestHandler[]) => {
  renderApp('/', { handlers });
  const notice = (await screen.findByRole('heading', { level: 2, name: title })).parentElement?.parentElement;
  const links = within(notice as HTMLElement).queryAllByRole('link');
  return { text: notice?.textContent, links: links.map((link) => [link.textContent, link.getAttribute('href')]) };
};

const trial = aSubscription({ name: 'Pro', isTrial: true, trialDaysLeft: 3, trialExpiry: '2026-12-03T00:00:00Z' });
const ADD_CARD = ['Add card', '#/payments/method?returnPath=%2F'];
const MANAGE = '#/subscriptions/drive/sub_1';

test.each([
  [
    'renews to the card',
    trial,
    {},
    "We'll then charge $324.62 to Visa\u00a0••••\u00a04242, unless you turn off auto-renew.",
    ['Manage plan', MANAGE],
  ],
  [
    'renews for nothing',
    { ...trial, renewalCents: 0 },
    {},
    'Your plan then continues, unless you turn off auto-renew.',
    ['Manage plan', MANAGE],
  ],
  [
    'renews, and there is no card',
    trial,
    { paymentMethod: null },
    "To keep the plan, add a card by then. You won't be charged before that day.",
    ADD_CARD,
  ],
  [
    'ends',
    { ...trial, renews: false },
    {},
    "You won't be charged. To keep the plan, choose one before that day.",
    ['See plans', MANAGE],
  ],
] as const)(
  '[HO-06] a trial that ends soon and %s: the day, the money and the next step',
  async (_, held, account, words, link) => {
    const { text, links } = await noticeOf(/trial ends/, subscriptionsAre(held), accountIs(account));
    expect(text).toContain('Your Drive Pro trial ends on Dec 3, 2026');
    expect(text).toContain(words);
    expect(links).toEqual([link]);
  },
);

test('[HO-06] two trials that end on one day are both named', async () => {
  const ends = { ...trial, renews: false };
  const iot = { ...ends, id: 'sub_2', product: 'iot', name: 'Individual' };
  const later = { ...ends, id: 'sub_3', name: 'Ultimate', trialDaysLeft: 9, trialExpiry: '2026-12-09T00:00:00Z' };
  const { text } = await noticeOf(/trials of/, subscriptionsAre(ends, iot, later));
  expect(text).toContain('Your trials of Drive Pro and IoT Individual end on Dec 3, 2026');
  expect(text).toContain("You won't be charged. To keep a plan, choose it below before that day.");
});

test.each([
  [true, 'Visa\u00a0••••\u00a04242 has expired'],
  [false, 'Visa\u00a0••••\u00a04242 expires before your next payment'],
])(
  '[PM-06] a card that does not last until the next payment (expired: %s) leads to a new one',
  async (expired, title) => {
    const card = aCard({ expirationYear: 2026, expirationMonth: 12, expired });
    const { links } = await noticeOf(title, subscriptionsAre(aSubscription()), accountIs({ paymentMethod: card }));
    expect(links).toEqual([['Change card', '#/payments/method?returnPath=%2F']]);
  },
);

test('[SC-07] an email that is not verified is verified from Home', async () => {
  renderApp('/', { handlers: [subscriptionsAre(), meIs({ emailVerified: false, address: null })] });
  const button = await screen.findByRole('button', { name: 'Verify it now' });
  expect(button.className).toMatch(/primary/);
  expect(screen.getByText(/Then you can set up passkeys and two-step/)).toBeDefined();
  expect(screen.getByRole('heading', { name: 'First step: verify your email address' })).toBeDefined();
  expect(screen.queryByText(/^Next step/)).toBeNull(); // one thing at a time
});

test('[SC-07] a customer with a plan is warned that the email is not verified', async () => {
  const { text } = await noticeOf(
    'Your email address is not verified',
    subscriptionsAre(aSubscription()),
    meIs({ emailVerified: false }),
  );
  expect(text).not.toContain('First step');
});

test('[HO-01] the next step of a new customer: the address', async () => {
  const { links } = await noticeOf('Next step: add your address', subscriptionsAre(), meIs({ address: null }));
  expect(links).toEqual([['Add address', '#/address?returnPath=%2F']]);
  expect(screen.getByRole('link', { name: 'Add address' }).className).toMatch(/primary/);
});

test('[HO-01] then the next step is the first plan, of any product', async () => {
  const { text, links } = await noticeOf('Next step: choose your first plan', subscriptionsAre(), meIs({}));
  expect(text).not.toContain('Open a product below.');
  expect(links).toEqual([
    ['Drive plans', '#/subscriptions/drive'],
    ['Scope plans', '#/subscriptions/scope'],
  ]);
  expect(text).toContain("Trials and free plans don't need a card.");
  expect(screen.getByRole('link', { name: 'Scope plans' }).className).toMatch(/primary/);
  expect(screen.getByRole('link', { name: 'Drive plans' }).className).not.toMatch(/primary/);
});

type Held = Parameters<typeof aSubscription>[0];

/** Answers the list of live subscriptions with `live`, and that with ended ones with `ended` too. */
const plansAre = (live: readonly Held[], ended: readonly Held[]) =>
  answer('GET /api/subscription/subscriptions', ({ request }) => {
    const shown = request.url.includes('includeEnded=true')
      ? [...live, ...ended.map((one) => ({ status: 'canceled', ...one }) as const)]
      : live;
    const subscriptions = shown.map((one) => aSubscription(one));
    return { subscriptions, data: { subscriptions } };
  });
const endedAre = (...ended: readonly Held[]) => plansAre([], ended);
const NOW = accountIs({ clock: { status: 'ready', now: '2026-11-24T12:00:00Z' } });

test.each([
  [
    'a plan that ended lately',
    { name: 'Starter', product: 'scope', expiry: '2026-11-10T12:00:01Z' },
    'Scope Starter ended on Nov 10, 2026',
    'Scope plans',
  ],
  [
    'one that ended earlier',
    { product: 'drive', expiry: '2026-11-10T12:00:00Z' },
    'Next step: choose a plan',
    'Drive plans',
  ],
] as const)('[HO-06] the next step after %s', async (_, ended, title, main) => {
  const older = { ...ended, id: 'sub_0', name: 'Older', expiry: '2026-01-01T00:00:00Z' };
  const { text } = await noticeOf(title, endedAre(older, ended), meIs({}), NOW);
  expect(text?.includes('To keep using it, choose a plan.')).toBe(title.includes('ended on'));
  expect(text).not.toContain("Trials and free plans don't need a card.");
  expect(screen.getByRole('link', { name: main }).className).toMatch(/primary/);
});

test('[HO-01] where only one product is offered, the step leads to its plans', async () => {
  const { products } = config.brand;
  config.brand.products = ['drive'];
  const { links } = await noticeOf('Next step: choose your first plan', subscriptionsAre(), meIs({}));
  config.brand.products = products;
  expect(links).toEqual([['See plans', '#/subscriptions/drive']]);
});

test.each([
  ['First step: verify your email address', { emailVerified: false, address: null }],
  ['Next step: add your address', { address: null }],
] as const)('[HO-06] "%s" names the plan that ended lately too', async (title, user) => {
  const { text } = await noticeOf(title, endedAre({ name: 'Pro', expiry: '2026-11-23T00:00:00Z' }), meIs(user), NOW);
  expect(text).toContain('Drive Pro ended on Nov 23, 2026. ');
});

const pro = { name: 'Pro', product: 'drive', expiry: '2026-11-23T10:00:00Z' } as const;
const starter = { id: 'sub_2', name: 'Starter', product: 'scope', expiry: '2026-11-23T00:00:00Z' } as const;

/** Waits for the card or quick action of a product to have this text, and returns the card. */
const cardWith = async (text: string, product: string | RegExp) => {
  const heading = await screen.findByRole('heading', { level: 3, name: product });
  const card = heading.closest('article') as HTMLElement;
  await waitFor(() => expect(card.textContent).toContain(text));
  return card;
};

test('[HO-06] [HO-08] beside another plan, the card names the one that ended lately, and offers a plan', async () => {
  renderApp('/', { handlers: [plansAre([{ id: 'sub_3', product: 'scope' }], [pro]), NOW] });
  const card = await cardWith('Pro ended on Nov 23, 2026', 'Arcwave Drive');
  expect(card.textContent).not.toContain('No subscription');
  expect(
    within(card)
      .getByRole('link', { name: /^Subscribe/ })
      .getAttribute('href'),
  ).toBe('#/subscriptions/drive');
});

test('[HO-06] two plans that ended on one day: the notice names both, and each card its own', async () => {
  const { text } = await noticeOf(/ended on/, endedAre(starter, pro), meIs({}), NOW);
  expect(text).toContain('Drive Pro and Scope Starter ended on Nov 23, 2026');
  expect(text).toContain('To keep using them, choose a plan for each.');
  await cardWith('Pro ended on Nov 23, 2026', 'Arcwave Drive');
  await cardWith('Starter ended on Nov 23, 2026', 'Arcwave Scope');
});

test('[HO-06] [HO-08] a trial that ended lately is called a trial in the notice and on its card', async () => {
  const ended = { ...pro, endedAsTrial: true };
  const { text } = await noticeOf(/ended on/, endedAre(ended), meIs({}), NOW);
  expect(text).toContain('Your trial of Drive Pro ended on Nov 23, 2026');
  await cardWith('Your trial of Pro ended on Nov 23, 2026', 'Arcwave Drive');
});

test('[HO-06] trials and plans that ended on one day: the notice says which were trials', async () => {
  const one = { ...pro, endedAsTrial: true };
  const { text } = await noticeOf(/ended on/, endedAre({ ...starter, endedAsTrial: true }, one), meIs({}), NOW);
  expect(text).toContain('Your trials of Drive Pro and Scope Starter ended on Nov 23, 2026');
  cleanup();
  const mixed = await noticeOf(/ended on/, endedAre(starter, one), meIs({}), NOW);
  expect(mixed.text).toContain('Drive Pro (trial) and Scope Starter ended on Nov 23, 2026');
});

test('[HO-06] two plans of one product that ended on one day are both on its card, an earlier one is not', async () => {
  const second = { ...starter, id: 'sub_4', name: 'Ultimate', quantity: 2 };
  const earlier = { ...starter, id: 'sub_5', name: 'Essentials', expiry: '2026-11-22T00:00:00Z' };
  renderApp('/', { handlers: [plansAre([{}], [earlier, starter, second]), NOW] });
  const card = await cardWith('ended on Nov 23, 2026', 'Arcwave Scope');
  expect(card.textContent).toContain('Starter and Ultimate × 2 ended on Nov 23, 2026');
});

test('[HO-03] [HO-06] during an export review, the card names the plan that ended lately', async () => {
  const { text } = await noticeOf('Account Pending', endedAre(pro), meIs({ exportPending: true }), NOW);
  expect(text).not.toContain('ended on');
  await cardWith('Pro ended on Nov 23, 2026', 'Arcwave Drive');
});

test('[HO-08] after 14 days the card says that there is no subscription', async () => {
  const old = { ...starter, expiry: '2026-11-10T12:00:00Z' };
  renderApp('/', { handlers: [plansAre([], [{ ...pro, expiry: '2026-11-10T12:00:01Z' }, old]), NOW] });
  await cardWith('Pro ended on Nov 10, 2026', 'Arcwave Drive');
  const card = await cardWith('No subscription', 'Arcwave Scope');
  expect(card.textContent).not.toContain('ended on');
});

/** Answers the list of live subscriptions with `live`, and fails that with ended ones. */
const endedFail = (...live: readonly Held[]) => {
  const refused = vi.fn();
  const plans = answer('GET /api/subscription/subscriptions', ({ request }) => {
    const subscriptions = live.map((one) => aSubscription(one));
    if (!request.url.includes('includeEnded')) return { subscriptions, data: { subscriptions } };
    refused();
    return new HttpResponse(null, { status: 404 });
  });
  return { plans, refused };
};

test('[HO-08] if the ended plans do not load, the card says that there is no subscription', async () => {
  const { plans, refused } = endedFail({ product: 'scope' });
  const { queries } = renderApp('/', { handlers: [plans, NOW] });
  await waitFor(() => expect([refused.mock.calls.length, queries.isFetching()]).toEqual([1, 0]));
  await cardWith('No subscription', 'Arcwave Drive');
});

test.each([
  ['First step: verify your email address', { emailVerified: false }],
  ['Next step: add your address', { address: null }],
  ['Next step: choose a plan', {}],
] as const)('[HO-06] if the ended plans do not load, "%s" stays the notice', async (title, user) => {
  const { plans, refused } = endedFail();
  const { text } = await noticeOf(title, plans, meIs(user), NOW);
  expect(refused).toHaveBeenCalled();
  expect(text).not.toContain('ended on');
  expect(text).not.toContain("Trials and free plans don't need a card.");
  expect(screen.queryByText(/An error occurred/)).toBeNull();
  await cardWith('No subscription', 'Arcwave Drive');
});

test.each([
  ['plan', false, 'Ended on Nov 23, 2026'],
  ['trial', true, 'Trial ended on Nov 23, 2026'],
])(
  '[HO-04] [HO-06] the quick action of a metered product says that its %s ended lately',
  async (_, endedAsTrial, line) => {
    renderApp('/', { handlers: [plansAre([{}], [{ ...pro, product: 'iot', endedAsTrial }]), NOW] });
    const action = await screen.findByRole('link', { name: /^IoT subscription/ });
    await waitFor(() => expect(action.textContent).toBe(`IoT subscription${line}`));
  },
);

test('[SC-07] [HO-06] after the email was sent, the notice still names the plan that ended lately', async () => {
  const sent = answer('POST /api/auth/verify-email', () => new HttpResponse(null, { status: 202 }));
  const { user } = renderApp('/', { handlers: [endedAre(pro), meIs({ emailVerified: false }), sent, NOW] });
  await user.click(await screen.findByRole('button', { name: 'Verify it now' }));
  const notice = (await screen.findByText('Verification Email Sent')).closest('[role=alert]');
  expect(notice?.textContent).toContain('Drive Pro ended on Nov 23, 2026. Open the link in the newest email');
  expect(within(notice as HTMLElement).getByRole('button', { name: 'Send again' })).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Send again' }));
  await waitFor(() =>
    expect(notice?.textContent).toContain('Drive Pro ended on Nov 23, 2026. Sent again. Open the link'),
  );
  server.use(refuse('POST /api/auth/verify-email', 'RATE_LIMITED', { headers: { 'retry-after': '3600' } }));
  await user.click(screen.getByRole('button', { name: 'Send again' }));
  const limited = (await screen.findByText(/^An error occurred/)).closest('[role=alert]');
  expect(limited?.textContent).toContain('Drive Pro ended on Nov 23, 2026. Too many tries. Try again in 60 minutes.');
});

test('[PM-03] [HO-06] where no card pays, a plan that ended lately is named too', async () => {
  const { text } = await noticeOf(
    'Drive Pro ended on Nov 23, 2026',
    endedAre({ name: 'Pro', expiry: '2026-11-23T00:00:00Z' }),
    accountIs({
      paymentMethod: null,
      canAddPaymentMethod: false,
      clock: { status: 'ready', now: '2026-11-24T12:00:00Z' },
    }),
  );
  expect(text).toContain("Card payments outside the US can't be processed. Contact sales for an invoice.");
});

test('[PM-03] [HO-01] where no card pays, the next step of a new customer is to contact sales', async () => {
  const { text, links } = await noticeOf(
    "Card payments outside the US can't be processed",
    subscriptionsAre(),
    accountIs({ paymentMethod: null, canAddPaymentMethod: false }),
  );
  expect(text).toContain("Contact sales for an invoice. Trials and free plans don't need a card.");
  expect(links).toEqual([['Contact sales', 'mailto:sales@arcwave.example']]);
});

test('[HO-01] with a plan there is no next step', async () => {
  renderApp('/', { handlers: [subscriptionsAre(aSubscription()), meIs({ address: null })] });
  await screen.findByRole('link', { name: /^Manage/ });
  expect(screen.queryByText(/^Next step/)).toBeNull();
});

test('[SH-12] the lower part of Home has its headings before it is scrolled into view', async () => {
  renderApp('/', { handlers: [subscriptionsAre(aSubscription())] });
  await screen.findByRole('link', { name: /^Manage/ });
  expect(screen.getByRole('heading', { level: 2, name: 'Security' })).toBeDefined();
  expect(screen.getByRole('heading', { level: 2, name: 'Privacy' })).toBeDefined();
});
