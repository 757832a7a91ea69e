import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { aMe, anAccount, anOpenQuestion, aSubscription } from '../../testing/builders.ts';
import { answer, answerRaw, neverAnswers, refuse } from '../../testing/handlers.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { server } from '../../testing/server.ts';
import { signIn } from '../../testing/session.ts';

const list = 'GET /api/subscription/subscriptions';
const withSubscriptions = (...subscriptions: ReturnType<typeof aSubscription>[]) =>
  answer(list, { subscriptions, data: { subscriptions } });

test('[HO-01] welcomes by first name and says the next payment, its date and its card', async () => {
  renderApp('/', { handlers: [withSubscriptions()] });
  expect(await screen.findByRole('heading', { level: 1, name: 'Welcome, Ada' })).toBeDefined();
  expect(document.querySelector('main')?.textContent).toContain(
    'Your next payment is $324.62 on Jan 10, 2027, billed to Visa\u00a0••••\u00a04242.',
  );
});

test('[PY-03] credit that covers the next payment: said, instead of an amount of nothing', async () => {
  const covered = anAccount({ nextPayment: { total: 0, processedDate: '2027-01-10T00:00:00Z' }, balanceCents: -40000 });
  renderApp('/', { handlers: [withSubscriptions(), answer('GET /api/account/me', covered)] });
  await screen.findByRole('heading', { level: 1, name: 'Welcome, Ada' });
  const text = document.querySelector('main')?.textContent;
  expect(text).toContain('Your next payment on Jan 10, 2027 is covered by your credit.');
  expect(text).not.toContain('$0.00');
});

test('[PY-01] [HO-04] a late renewal the bank asks about: the question first, and no other word of the payment', async () => {
  const asks = anAccount({
    nextPayment: null,
    openChallenges: [anOpenQuestion({ amountCents: 3246 })],
  });
  renderApp('/', {
    handlers: [withSubscriptions(aSubscription({ status: 'past_due' })), answer('GET /api/account/me', asks)],
  });
  expect(await screen.findByText('Your bank wants you to confirm')).toBeDefined();
  const text = document.querySelector('main')?.textContent;
  expect(text).not.toContain('You have nothing to pay right now.');
  expect(text).toContain('Not paid yet');
  expect(text).not.toContain('Change card');
});

const aQuestion = { kind: 'receipt', attemptId: 'att_1', receiptId: 'inv_7' } as const;
test.each([
  ['about a receipt', [aQuestion], '#/receipt/inv_7'],
  ['about an order', [{ ...aQuestion, kind: 'order' }], '#/payments'],
  ['and another one', [aQuestion, { ...aQuestion, attemptId: 'att_2', receiptId: 'inv_8' }], '#/payments'],
] as const)('[PM-09] a question of the bank %s is confirmed on the page that asks it', async (_, questions, to) => {
  const asks = anAccount({ openChallenges: questions.map((one) => anOpenQuestion(one)) });
  renderApp('/', { handlers: [withSubscriptions(aSubscription()), answer('GET /api/account/me', asks)] });
  const link = await screen.findByRole('link', { name: 'Confirm with your bank' });
  expect(link.getAttribute('href')).toBe(to);
});

test.each(['past_due', 'suspended'] as const)(
  '[PY-05] [HO-06] a renewal that was declined (%s) is called failed, as Payments calls it while it is tried again',
  async (status) => {
    renderApp('/', { handlers: [withSubscriptions(aSubscription({ status }))] });
    expect(await screen.findByText('Payment Failed')).toBeDefined();
  },
);

test('[HO-06] a plan that was canceled is called so beside its kind and its end', async () => {
  renderApp('/', { handlers: [withSubscriptions(aSubscription({ renews: false, cancelAtPeriodEnd: true }))] });
  const card = (await screen.findByRole('heading', { name: 'Arcwave Drive' })).closest('article') as HTMLElement;
  expect(card.textContent).toContain('StarterYearlyCanceled50 GB · Ends Jan 10, 2027');
});

test.each([
  [-32462, 'You have $324.62 account credit.'],
  [0, 'You have nothing to pay right now.'],
])('[PY-01] nothing is scheduled and the balance is %i: %s', async (balanceCents, words) => {
  const account = anAccount({ nextPayment: null, balanceCents });
  renderApp('/', { handlers: [withSubscriptions(), answer('GET /api/account/me', account)] });
  await screen.findByText(/You have/);
  const text = document.querySelector('main')?.textContent;
  expect(text).toContain(words);
  expect(text?.match(/You have/g)).toHaveLength(1);
});

test('[HO-06] a product card says plan, price and renewal, and leads to the plan', async () => {
  renderApp('/', { handlers: [withSubscriptions(aSubscription())] });
  const card = (await screen.findByRole('heading', { name: 'Arcwave Drive' })).closest('article') as HTMLElement;
  expect(card.textContent).toContain('50 GB · Renews Jan 10, 2027 for $324.62');
  expect(
    within(card)
      .getByRole('link', { name: /^Manage/ })
      .getAttribute('href'),
  ).toBe('#/subscriptions/drive/sub_1');
});

test.each([
  ['2026-06-29T00:00:00Z', 'Maintenance until Jun 30, 2026'],
  ['2026-07-30T00:00:00Z', 'Maintenance ended Jun 30, 2026'],
])('[HO-07] [MA-01] a perpetual licence says of its maintenance what is so on %s', async (now, words) => {
  const licence = aSubscription({ product: 'scope', isPerpetual: true, maintenanceEnds: '2026-06-30T00:00:00Z' });
  const account = anAccount({ clock: { status: 'ready', now } });
  renderApp('/', { handlers: [withSubscriptions(licence), answer('GET /api/account/me', account)] });
  const card = (await screen.findByRole('heading', { name: 'Arcwave Scope' })).closest('article') as HTMLElement;
  await waitFor(() => expect(card.textContent).toContain(words));
});

const openMore = async (me = aMe()) => {
  const { user } = renderApp('/', {
    handlers: [withSubscriptions(aSubscription({ product: 'scope' })), answer('GET /api/auth/me', me)],
  });
  await user.click(await screen.findByRole('button', { name: 'More' }));
  return { user, menu: await screen.findByRole('menu', { name: 'More' }) };
};

test('[HO-07] the More menu of who holds a scope subscription: addresses of the brand', async () => {
  const { menu } = await openMore();
  const items = within(menu).getAllByRole('menuitem');
  expect(items.map((item) => [item.textContent, item.getAttribute('href')])).toEqual([
    ['Install', 'https://scope.arcwave.example/install'],
    ['Update License', 'https://scope.arcwave.example/license'],
    ['Packages', 'https://arcwave.example/scope/packages'],
    ['Help', 'https://arcwave.example/scope/help'],
  ]);
});

test.each([
  [{ exportPending: true }, 'Downloads wait until the review of your account is done.'],
  [{ exportDenied: true }, "Downloads are blocked: your account didn't pass the required U.S. export review."],
])(
  '[HO-03] [HO-09] [EX-01] under export review, %j, the downloads stand there with their reason and lead nowhere',
  async (facts, reason) => {
    const { user, menu } = await openMore(aMe({ user: facts, claims: { drive: {} } }));
    const items = within(menu).getAllByRole('menuitem');
    expect(items.map((item) => [item.getAttribute('aria-disabled'), item.getAttribute('href')])).toEqual([
      ['true', null],
      ['true', null],
      [null, 'https://arcwave.example/scope/packages'],
      [null, 'https://arcwave.example/scope/help'],
    ]);
    const [install] = items;
    expect(document.getElementById(install?.getAttribute('aria-describedby') ?? '')?.textContent).toBe(reason);
    await user.click(install as HTMLElement);
    expect(screen.getByRole('menu', { name: 'More' })).toBe(menu);
  },
);

test('[HO-06] the portal promotion reads its plan, its end and Free', async () => {
  const promotion = { isPromo: true, isFreePromo: true, oneTimeOffer: true, noExpiry: true, expiry: null };
  renderApp('/', { handlers: [withSubscriptions(aSubscription({ name: 'Portal', ...promotion }))] });
  const row = (await screen.findByText('Portal', { selector: 'div' })).closest('li') as HTMLElement;
  expect(row.textContent).toContain('PortalFree50 GB · Never Ends');
});

test('[HO-08] no subscription: "No subscription" on each card', async () => {
  renderApp('/', { handlers: [withSubscriptions()] });
  expect(await screen.findAllByText('No subscription')).toHaveLength(2);
});

test('[HO-08] the list did not load: its words, the rest of Home stands, and trying again helps', async () => {
  const { user } = renderApp('/', { handlers: [refuse(list, 'INTERNAL_ERROR')] });
  expect(await screen.findByText("We're having trouble retrieving subscriptions.")).toBeDefined();
  expect(screen.getByRole('heading', { level: 1, name: 'Welcome, Ada' })).toBeDefined();
  server.use(withSubscriptions(aSubscription()));
  await user.click(screen.getByRole('button', { name: /Try again/ }));
  expect(await screen.findByRole('link', { name: /^Manage/ })).toBeDefined();
});

test('[SE-07] the user did not load: the session stays, what does not need the user is there, and a retry is offered', async () => {
  renderApp('/', { handlers: [refuse('GET /api/auth/me', 'INTERNAL_ERROR'), withSubscriptions()] });
  expect(await screen.findByText("We couldn't load your account. Nothing is lost.")).toBeDefined();
  expect(screen.getByRole('heading', { level: 1, name: 'Welcome' })).toBeDefined();
  expect(document.querySelector('main')?.textContent).toContain('Your next payment is $324.62 on Jan 10, 2027');
  const actions = within(screen.getByRole('region', { name: 'Quick actions' }));
  expect(actions.getByRole('link', { name: /Payment method.*4242/ })).toBeDefined();
  expect(location.hash).toBe('#/');
});

const me = 'GET /api/auth/me';
const account = 'GET /api/account/me';
const drive = async () =>
  (await screen.findByRole('heading', { name: 'Arcwave Drive' })).closest('article') as HTMLElement;

test('[SE-07] a service that never answers keeps no other part waiting', async () => {
  renderApp('/', { handlers: [neverAnswers(account), withSubscriptions(aSubscription())] });
  const card = within(await drive());
  expect(await card.findByRole('link', { name: 'Launch' })).toBeDefined();
  expect(card.getByRole('link', { name: /^Manage/ })).toBeDefined();
});

test('[SE-07] what did not answer in time has failed, and can be asked for again', async () => {
  const deadline = new AbortController();
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(deadline.signal);
  const { user } = renderApp('/', { handlers: [neverAnswers(account), withSubscriptions()] });
  await drive();
  expect(screen.getByText('Loading your account')).toBeDefined();
  deadline.abort();
  expect(await screen.findByText("We couldn't load your account. Nothing is lost.")).toBeDefined();
  vi.restoreAllMocks();
  server.use(answer(account, anAccount()));
  const actions = within(screen.getByRole('region', { name: 'Quick actions' }));
  await user.click(actions.getByRole('button', { name: 'Try again' }));
  expect(await actions.findByRole('link', { name: /Payment method.*4242/ })).toBeDefined();
});

test('[HO-09] [SE-07] claims that did not load are not none: the subscriptions, and a retry instead of Learn More', async () => {
  const { user } = renderApp('/', { handlers: [refuse(me, 'INTERNAL_ERROR'), withSubscriptions(aSubscription())] });
  const card = within(await drive());
  const again = await card.findByRole('button', { name: 'Try again' });
  expect(card.getByRole('link', { name: /^Manage/ })).toBeDefined();
  expect(screen.queryByRole('link', { name: 'Learn More' })).toBeNull();
  server.use(answer(me, aMe()));
  await user.click(again);
  expect(await card.findByRole('link', { name: 'Launch' })).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});

test('[HO-09] while the claims are on their way nothing is offered and nothing refused', async () => {
  renderApp('/', { handlers: [neverAnswers(me), withSubscriptions(aSubscription())] });
  const card = await drive();
  expect(card.querySelector('footer')?.textContent).toBe('');
});

test.each([
  ['the account', account],
  ['the user', me],
] as const)('[SE-10] %s of the wrong shape has not loaded', async (_, name) => {
  renderApp('/', { handlers: [answerRaw(name, '{}', { status: 200 }), withSubscriptions()] });
  expect(await screen.findByText("We couldn't load your account. Nothing is lost.")).toBeDefined();
  expect(document.querySelector('main')?.textContent).not.toContain('You have nothing to pay right now.');
});

test('[HO-01] [SH-12] the session knows whom to greet before anything has answered, and a failure changes nothing', async () => {
  signIn({ firstName: 'Zoë <b>' });
  renderApp('/', {
    handlers: [refuse(me, 'INTERNAL_ERROR'), neverAnswers(account), withSubscriptions()],
    signedIn: false,
  });
  expect(await screen.findByRole('heading', { name: 'Loading your account Welcome, Zoë <b>' })).toBeDefined();
});

test('[SH-12] while it loads, the page has its headings already', async () => {
  renderApp('/', {
    handlers: [neverAnswers('GET /api/auth/me'), neverAnswers('GET /api/account/me'), neverAnswers(list)],
  });
  expect(await screen.findByText('Loading your account')).toBeDefined();
  expect(screen.getByRole('heading', { name: 'Products' })).toBeDefined();
  expect(screen.getByRole('heading', { name: 'Quick actions' })).toBeDefined();
});

test('[HO-04] the quick actions lead to their pages', async () => {
  renderApp('/', { handlers: [withSubscriptions()] });
  const actions = await screen.findByRole('region', { name: 'Quick actions' });
  await within(actions).findByText('Redeem code');
  const hrefs = within(actions)
    .getAllByRole('link')
    .map((link) => link.getAttribute('href'));
  expect(hrefs).toEqual([
    '#/subscriptions/iot',
    '#/codes/redeem',
    '#/payments/method?returnPath=%2F',
    '#/address',
    '#/payments',
  ]);
});
