import type { OpenChallenge } from '@foyer/contract/api/account';
import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { aCard, anAccount } from '../../testing/builders.ts';
import { all, DRIVE, newClaims, orderReply, quoteIs, REVIEW, subscriptionsAre } from '../../testing/drive-answers.ts';
import { answer, offlineHandler, refuse } from '../../testing/handlers.ts';
import { receiptsAre } from '../../testing/payment-answers.ts';
import { primaryButtons } from '../../testing/primary-buttons.ts';
import { aReceipt } from '../../testing/receipts.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { server } from '../../testing/server.ts';

const CONFIRM = 'POST /api/account/me/payment_attempts/:id/confirm';
const ACCOUNT = 'GET /api/account/me';

const anOpenChallenge = (overrides: Partial<OpenChallenge> = {}): OpenChallenge => ({
  attemptId: 'att_1',
  kind: 'order',
  product: 'drive',
  subscriptionId: null,
  receiptId: 'inv_1',
  description: 'Drive Starter, yearly',
  amountCents: 32462,
  ...overrides,
});
const processing = aReceipt({ id: 'inv_1', status: 'Processing', isPaid: false, amountDueCents: 32462 });

const challengeHandler = (kind: 'setup' | 'payment' = 'payment') =>
  refuse(CONFIRM, 'StripeCardError', {
    message: 'Your bank asks you to confirm this.',
    code: 'authentication_required',
    action: { attemptId: 'att_1', kind, gateway: 'sandbox', clientSecret: 'secret', url: '/sandbox/3ds/pi_1' },
  });

/** Account with an open challenge that stays open until the test changes it. */
const waiting = (...open: OpenChallenge[]) => answer(ACCOUNT, anAccount({ openChallenges: open }));
const nothingLeft = answer(ACCOUNT, anAccount());

test('[PM-09] after a reload Payments shows the open challenge, and does not call it unanswered', async () => {
  const bodies: unknown[] = [];
  const { user } = renderApp('/payments', {
    handlers: [
      newClaims,
      waiting(anOpenChallenge()),
      receiptsAre(processing),
      answer(CONFIRM, async ({ request }) => {
        bodies.push(await request.json());
        return Response.json(
          {
            message: '',
            error: {
              type: 'StripeCardError',
              code: 'authentication_required',
              action: {
                attemptId: 'att_1',
                kind: 'payment',
                gateway: 'sandbox',
                clientSecret: 's',
                url: '/sandbox/3ds/pi_1',
              },
            },
          },
          { status: 402 },
        );
      }),
    ],
  });
  const link = await screen.findByRole('link', { name: 'Confirm with your bank' });
  expect(link.getAttribute('href')).toBe('/sandbox/3ds/pi_1');
  expect(screen.getByText('Drive Starter, yearly: $324.62')).toBeDefined();
  expect(screen.queryByText(/hasn't answered yet/)).toBeNull();
  expect(bodies).toEqual([{ givenUp: false, again: true }]);
  server.use(nothingLeft, receiptsAre(aReceipt({ id: 'inv_1' })), answer(CONFIRM, aReceipt({ id: 'inv_1' })));
  await user.click(screen.getByRole('button', { name: 'I have confirmed' }));
  const done = await screen.findByText('You paid $324.62');
  await waitFor(() => expect(document.activeElement).toBe(done.closest('[role=alert]')));
});

test('[INV-12] and it can be given up there', async () => {
  const { user } = renderApp('/payments', {
    handlers: [waiting(anOpenChallenge()), receiptsAre(processing), challengeHandler()],
  });
  await screen.findByRole('link', { name: 'Confirm with your bank' });
  server.use(nothingLeft, receiptsAre(), refuse(CONFIRM, 'EXPIRED'));
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect((await screen.findByRole('alert')).textContent).toBe('You canceled itNothing was charged.');
});

const unreached = refuse(CONFIRM, 'PAYMENT_GATEWAY_ERROR', { code: 'undecided' });
const UNREACHED = "We couldn't ask your bank. Try again in a moment.";

test('[PM-09] a challenge that cannot be checked now: the page says so, and a click checks it', async () => {
  const { user } = renderApp('/payments', {
    handlers: [waiting(anOpenChallenge()), receiptsAre(processing), unreached],
  });
  expect(await screen.findByText(UNREACHED)).toBeDefined();
  server.use(challengeHandler());
  await user.click(screen.getByRole('button', { name: 'Confirm with your bank' }));
  expect(await screen.findByRole('link', { name: 'Confirm with your bank' })).toBeDefined();
});

test('[PM-09] checked too often: the page says how long to wait, not that the bank could not be asked', async () => {
  const limited = refuse(CONFIRM, 'RATE_LIMITED', { headers: { 'retry-after': '600' } });
  renderApp('/payments', { handlers: [waiting(anOpenChallenge()), receiptsAre(processing), limited] });
  expect(await screen.findByText('Too many tries. Try again in 10 minutes.')).toBeDefined();
  expect(screen.queryByText(UNREACHED)).toBeNull();
});

test('[PM-09] checked without a connection: the page says that you are offline', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  renderApp('/payments', { handlers: [waiting(anOpenChallenge()), receiptsAre(processing), offlineHandler(CONFIRM)] });
  const question = await screen.findByText('Your bank wants you to confirm');
  await waitFor(() => expect(question.parentElement?.textContent).toContain("You're offline."));
  expect(screen.queryByText(UNREACHED)).toBeNull();
});

test.each([
  ['is not known', unreached],
  ['is known', challengeHandler()],
])(
  '[INV-12] it is not given up before the gateway has ended it, and the page does not say so; the challenge %s',
  async (_, first) => {
    const { user } = renderApp('/payments', { handlers: [waiting(anOpenChallenge()), receiptsAre(processing), first] });
    const cancel = async () => user.click(await screen.findByRole('button', { name: 'Cancel' }));
    await screen.findByText(first === unreached ? UNREACHED : /Your bank's page opens/);
    const given: unknown[] = [];
    server.use(
      answer(CONFIRM, async ({ request }) => {
        given.push(((await request.json()) as { givenUp: boolean }).givenUp);
        const error = { type: 'PAYMENT_GATEWAY_ERROR', code: 'undecided', message: '' };
        return Response.json({ message: '', error }, { status: 502 });
      }),
    );
    await cancel();
    await waitFor(() => expect(given).toEqual([true]));
    expect(await screen.findByText(UNREACHED)).toBeDefined();
    expect(screen.queryByText('You canceled it')).toBeNull();
    server.use(nothingLeft, receiptsAre(), refuse(CONFIRM, 'EXPIRED'));
    await cancel();
    expect((await screen.findByRole('alert')).textContent).toBe('You canceled itNothing was charged.');
  },
);

test('[PY-04] the receipt of such a payment offers the same', async () => {
  renderApp('/receipt/inv_1', {
    handlers: [
      waiting(anOpenChallenge({ attemptId: 'att_2', receiptId: 'inv_2' }), anOpenChallenge()),
      receiptsAre(processing),
      answer('GET /api/account/me/receipts/:id', processing),
      challengeHandler(),
    ],
  });
  expect(await screen.findAllByRole('link', { name: 'Confirm with your bank' })).toHaveLength(1);
});

test('[PM-09] beside an unpaid receipt the button of the bank is the primary one', async () => {
  const unpaid = aReceipt({ id: 'inv_2', status: 'Unpaid', isPaid: false, amountDueCents: 3220 });
  renderApp('/payments', {
    handlers: [waiting(anOpenChallenge()), receiptsAre(processing, unpaid), challengeHandler()],
  });
  await screen.findByRole('link', { name: 'Confirm with your bank' });
  await screen.findAllByRole('link', { name: 'Change card' });
  expect(primaryButtons()).toEqual(['Confirm with your bank']);
});

test('[PM-02] a card that was being saved is confirmed where cards are saved, in words for a card', async () => {
  const card = anOpenChallenge({ kind: 'card', product: null, receiptId: null, description: null, amountCents: 0 });
  const { user } = renderApp('/payments/method?returnPath=/address', {
    handlers: [waiting(card), receiptsAre(), challengeHandler('setup')],
  });
  expect(await screen.findByText('Your bank wants you to confirm your card')).toBeDefined();
  expect(await screen.findByRole('link', { name: 'Confirm with your bank' })).toBeDefined();
  expect(primaryButtons()).toEqual(['Confirm with your bank']);
  expect(screen.getByRole('button', { name: 'Cancel' })).toBeDefined();
  expect(screen.queryByRole('link', { name: 'Cancel' }), 'only that of the question').toBeNull();
  server.use(nothingLeft, answer(CONFIRM, { ...aCard(), retried: [] }));
  await user.click(screen.getByRole('button', { name: 'I have confirmed' }));
  expect(await screen.findByText('Card saved')).toBeDefined();
});

test('[PM-02] a new card ends the open challenge: the page does not say that the card is charged for it', async () => {
  const other = aReceipt({ id: 'inv_2', status: 'Processing', isPaid: false, amountDueCents: 3220 });
  renderApp('/payments/method', { handlers: [waiting(anOpenChallenge()), receiptsAre(processing, other)] });
  expect((await screen.findByText(/is still processing$/)).textContent).toBe('$32.20 is still processing');
});

const WAITING = 'Waiting for your bank…';

const shop = [all, subscriptionsAre(), quoteIs(), waiting(anOpenChallenge()), challengeHandler(), newClaims];

test('[DR-04] the review shows the challenge too; confirmed, it continues as without the reload', async () => {
  const { user } = renderApp(REVIEW, { handlers: shop });
  await screen.findByRole('link', { name: 'Confirm with your bank' });
  await screen.findByRole('button', { name: WAITING });
  expect(primaryButtons()).toEqual(['Confirm with your bank']);
  expect(screen.getAllByRole('button', { name: 'Cancel' }), 'only that of the question').toHaveLength(1);
  server.use(nothingLeft, answer(CONFIRM, orderReply));
  await user.click(screen.getByRole('button', { name: 'I have confirmed' }));
  expect(await screen.findByText('Paid $324.62')).toBeDefined();
  expect(location.hash).toBe('#/');
});

test('[SU-08] a new order waits until the old question is answered or canceled, and Cancel is the way to it', async () => {
  const sent: string[] = [];
  const { user } = renderApp(REVIEW, {
    handlers: [
      ...shop,
      answer('POST /api/subscription/subscriptions', async ({ request }) => {
        sent.push(await request.text());
        return Response.json(
          { message: '', error: { type: 'StripeCardError', message: 'No funds.' } },
          { status: 402 },
        );
      }),
    ],
  });
  await screen.findByRole('link', { name: 'Confirm with your bank' });
  await user.click(await screen.findByRole('button', { name: WAITING }));
  expect(sent).toEqual([]);
  server.use(nothingLeft, refuse(CONFIRM, 'EXPIRED'));
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await screen.findByText('You canceled it');
  await user.click(await screen.findByRole('button', { name: 'Pay $324.62' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  await waitFor(() => expect(primaryButtons()).toEqual(['Change card']));
  expect(screen.queryByRole('link', { name: 'Confirm with your bank' })).toBeNull();
  expect(screen.queryByText('You canceled it'), 'the end of the old one').toBeNull();
});

test('[PY-04] an open receipt that the bank asks about delays no order of the same product', async () => {
  renderApp(REVIEW, { handlers: [waiting(anOpenChallenge({ kind: 'receipt' })), ...shop] });
  await screen.findByRole('link', { name: 'Confirm with your bank' });
  expect(await screen.findByRole('button', { name: 'Pay $324.62' })).toHaveProperty('disabled', false);
  expect(primaryButtons()).toEqual(['Confirm with your bank']);
});

test('[DR-02] the choice of a plan shows it too, with its outcome', async () => {
  const { user } = renderApp(`${DRIVE}?plan=pln_drive_starter_yearly`, { handlers: shop });
  await screen.findByRole('link', { name: 'Confirm with your bank' });
  await screen.findByRole('link', { name: 'Choose plan' });
  expect(primaryButtons()).toEqual(['Confirm with your bank']);
  server.use(nothingLeft, refuse(CONFIRM, 'StripeCardError', { message: 'Your card was declined.' }));
  await user.click(screen.getByRole('button', { name: 'I have confirmed' }));
  expect((await screen.findByRole('alert')).textContent).toBe('Your card was declined.Nothing was charged.Change card');
});

const declined = refuse(CONFIRM, 'StripeCardError', { message: 'Your card was declined.' });
const hrefs = () =>
  ['Change card', 'Try again'].map((name) =>
    within(screen.getByRole('alert')).queryByRole('link', { name })?.getAttribute('href'),
  );

test('[DR-05] [PM-08] an order that the bank declines on another page leads back to it, with another card or without', async () => {
  const asks = {
    code: 'authentication_required',
    action: { attemptId: 'att_1', kind: 'payment', gateway: 'sandbox', clientSecret: 's', url: '/sandbox/3ds/1' },
  };
  const { user } = renderApp(REVIEW, {
    handlers: [
      all,
      subscriptionsAre(),
      quoteIs(),
      newClaims,
      receiptsAre(),
      challengeHandler(),
      refuse('POST /api/subscription/subscriptions', 'StripeCardError', asks),
    ],
  });
  await user.click(await screen.findByRole('button', { name: 'Pay $324.62' }));
  await screen.findByRole('link', { name: 'Confirm with your bank' });
  server.use(waiting(anOpenChallenge()), receiptsAre(processing));
  act(() => {
    location.hash = '#/payments';
  });
  await screen.findByText('Drive Starter, yearly: $324.62');
  await screen.findByRole('link', { name: 'Confirm with your bank' });
  server.use(nothingLeft, receiptsAre(), declined);
  await user.click(screen.getByRole('button', { name: 'I have confirmed' }));
  await screen.findByText('Your card was declined.');
  expect(hrefs()).toEqual([`#/payments/method?returnPath=${encodeURIComponent(REVIEW)}`, `#${REVIEW}`]);
});

test('[DR-05] one that another tab sent leads to the plans of its product', async () => {
  const { user } = renderApp('/payments', {
    handlers: [waiting(anOpenChallenge()), receiptsAre(processing), challengeHandler()],
  });
  await screen.findByRole('link', { name: 'Confirm with your bank' });
  server.use(nothingLeft, receiptsAre(), declined);
  await user.click(screen.getByRole('button', { name: 'I have confirmed' }));
  await screen.findByText('Your card was declined.');
  expect(hrefs()).toEqual([`#/payments/method?returnPath=${encodeURIComponent(DRIVE)}`, `#${DRIVE}`]);
});

test('[DR-04] in the review only the card is offered, because Pay is there', async () => {
  const { user } = renderApp(REVIEW, { handlers: shop });
  await screen.findByRole('link', { name: 'Confirm with your bank' });
  server.use(nothingLeft, declined);
  await user.click(screen.getByRole('button', { name: 'I have confirmed' }));
  await screen.findByText('Your card was declined.');
  expect(hrefs()).toEqual([expect.stringContaining('returnPath='), undefined]);
  expect(await screen.findByRole('button', { name: 'Pay $324.62' })).toHaveProperty('disabled', false);
});
