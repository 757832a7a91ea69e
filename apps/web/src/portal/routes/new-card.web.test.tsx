import { errorStatus } from '@foyer/contract/vocabulary/error-types';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { PAID_KEY, readStored } from '../../lib/browser-store.ts';
import { storePaidPayment } from '../../shared/orders/paid.ts';
import { aCard, anAccount, anOpenQuestion, aSubscription } from '../../testing/builders.ts';
import { subscriptionsAre } from '../../testing/drive-answers.ts';
import { answer, refuse } from '../../testing/handlers.ts';
import { cardToken, fillInCard, receiptsAre } from '../../testing/payment-answers.ts';
import { primaryButtons } from '../../testing/primary-buttons.ts';
import { aReceipt } from '../../testing/receipts.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { server } from '../../testing/server.ts';
import { withConfig } from '../../testing/with-config.ts';

// Stripe's field is another site's frame, which only a browser has: e2e/stripe.e2e.ts
withConfig({ gateway: 'sandbox' });

const METHOD = '/payments/method';

describe('what a new card pays', () => {
  const open = (facts: Parameters<typeof aReceipt>[0]) =>
    aReceipt({ status: 'Unpaid', isPaid: false, amountDueCents: 2165, ...facts });
  const tried = (...after: ReturnType<typeof aReceipt>[]) => [
    receiptsAre(open({ id: 'inv_1' })),
    answer('GET /api/account/me', anAccount({ openAmountCents: 2165 })),
    cardToken,
    answer('POST /api/account/me/payment_methods', { ...aCard(), retried: after.map(({ id }) => id ?? '') }),
    answer(
      'GET /api/account/me/receipts/:id',
      ({ params }) => after.find(({ id }) => id === params.id) as (typeof after)[number],
    ),
  ];

  test('[PM-09] Home then no longer shows an earlier payment as the last one', async () => {
    const { user } = renderApp(METHOD, { handlers: tried(aReceipt({ id: 'inv_1', amountDueCents: 2165 })) });
    await fillInCard(user);
    storePaidPayment({
      cents: 100,
      creditCents: 0,
      description: 'Starter',
      product: null,
      until: null,
      receiptId: null,
    });
    await user.click(screen.getByRole('button', { name: 'Save card and pay $21.65' }));
    await waitFor(() => expect(readStored(PAID_KEY)).toBe(''));
  });

  test('[PM-09] the result stands on the page until it is left', async () => {
    const { user } = renderApp(`${METHOD}?returnPath=${encodeURIComponent('/payments/next')}`, {
      handlers: tried(aReceipt({ id: 'inv_1', amountDueCents: 2165 })),
    });
    await fillInCard(user);
    await user.click(screen.getByRole('button', { name: 'Save card and pay $21.65' }));
    const title = await screen.findByRole('heading', { level: 1, name: 'Paid $21.65' });
    expect(document.activeElement).toBe(title);
    expect(screen.getByRole('heading', { level: 2, name: 'Your card is saved' })).toBeDefined();
    expect(screen.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
      'Starter, yearly',
      'Visa\u{a0}••••\u{a0}4242',
      '$21.65',
    ]);
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    await waitFor(() => expect(location.hash).toBe('#/payments/next'));
  });

  test.each([
    ['suspended', true],
    ['past_due', false],
  ] as const)(
    '[PM-09] paid for a plan that was %s: what starts again is only said of what was paused',
    async (status, restarts) => {
      const { user, queries } = renderApp(`${METHOD}?returnPath=${encodeURIComponent('/payments/next')}`, {
        handlers: [
          subscriptionsAre(aSubscription({ status })),
          ...tried(aReceipt({ id: 'inv_1', amountDueCents: 2165 })),
        ],
      });
      await fillInCard(user);
      await waitFor(() => expect(queries.getQueryState(['subscriptions'])?.status).toBe('success'));
      await user.click(screen.getByRole('button', { name: 'Save card and pay $21.65' }));
      const words = await screen.findByText(/We emailed you the receipt\./);
      expect(words.textContent?.includes('Drive Starter is active again.')).toBe(restarts);
    },
  );

  test.each([
    ['/', 'Back to Home'],
    ['/subscriptions/drive', 'Back to Home'],
    ['/subscriptions/drive?plan=pro&step=review', 'Continue'],
  ])('[PM-09] paid on the way to %s: the receipt, and %s', async (returnPath, onwards) => {
    const { user } = renderApp(`${METHOD}?returnPath=${encodeURIComponent(returnPath)}`, {
      handlers: tried(aReceipt({ id: 'inv_1', amountDueCents: 2165 })),
    });
    await fillInCard(user);
    await user.click(screen.getByRole('button', { name: 'Save card and pay $21.65' }));
    await screen.findByRole('heading', { level: 1, name: 'Paid $21.65' });
    expect(screen.getByRole('link', { name: 'View receipt' }).getAttribute('href')).toBe('#/receipt/inv_1');
    expect(primaryButtons()).toEqual([onwards]);
  });

  test('[PM-09] two bills paid: each with its amount, and the sum in the title', async () => {
    const { user } = renderApp(`${METHOD}?returnPath=%2F`, {
      handlers: tried(
        aReceipt({ id: 'inv_1', amountDueCents: 2165 }),
        aReceipt({ id: 'inv_2', description: 'Plus, monthly', amountDueCents: 3000 }),
      ),
    });
    await fillInCard(user);
    await user.click(screen.getByRole('button', { name: 'Save card and pay $21.65' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Paid $51.65' })).toBeDefined();
    expect(screen.getAllByRole('term').map(({ textContent }) => textContent)).toEqual([
      'Starter, yearly',
      'Plus, monthly',
      'Card',
      'Total',
    ]);
    expect(screen.getByRole('link', { name: 'View receipts' })).toBeDefined();
  });

  test.each([
    ['by this call', ['inv_1']],
    ['by an event of the gateway, so this call names no receipt', []],
  ])('[PM-09] on the way to the payments, paid %s: the page says what was paid', async (_, retried) => {
    const { user } = renderApp(METHOD, {
      handlers: [
        answer('POST /api/account/me/payment_methods', { ...aCard(), retried }),
        ...tried(aReceipt({ id: 'inv_1', amountDueCents: 2165 })),
      ],
    });
    await fillInCard(user);
    await user.click(screen.getByRole('button', { name: 'Save card and pay $21.65' }));
    await screen.findByRole('heading', { level: 1, name: 'Paid $21.65' });
    expect(screen.getByRole('link', { name: 'View receipt' }).getAttribute('href')).toBe('#/receipt/inv_1');
    expect(primaryButtons()).toEqual(['Back to Home']);
  });

  test('[PM-09] saved by an event of the gateway that has not charged yet: Payments shows it, without the earlier failure', async () => {
    const { user } = renderApp(METHOD, {
      handlers: [
        answer('POST /api/account/me/payment_methods', { ...aCard(), retried: [] }),
        ...tried(open({ id: 'inv_1', failureMessage: 'The old card was declined.' })),
      ],
    });
    await fillInCard(user);
    await user.click(screen.getByRole('button', { name: 'Save card and pay $21.65' }));
    expect((await screen.findByRole('alert')).textContent).toContain(
      'Your card is savedPayments shows what became of your open payments.',
    );
  });

  test('[PM-09] saved, but declined for what was open: said with the reason, and what is open still', async () => {
    const declined = open({ id: 'inv_2', amountDueCents: 3000, failureMessage: 'Your card was declined.' });
    const { user } = renderApp(METHOD, {
      handlers: tried(aReceipt({ id: 'inv_1', amountDueCents: 2165 }), declined),
    });
    await fillInCard(user);
    await user.click(screen.getByRole('button', { name: 'Save card and pay $21.65' }));
    const notice = await screen.findByRole('alert');
    expect(notice.textContent).toContain(
      'Your card is saved and you paid $21.65, but $30.00 is still openYour card was declined.',
    );
    expect(screen.getByRole('link', { name: 'See payments' })).toBeDefined();
    expect(location.hash).toBe(`#${METHOD}`);
  });
});

describe('[PM-09] the bank asks before what is open is paid', () => {
  const question = anOpenQuestion();
  const receipt = aReceipt({ id: 'inv_1', status: 'Processing', isPaid: false, amountDueCents: 3220 });
  const confirm = 'POST /api/account/me/payment_attempts/:id/confirm';
  const asks = [
    receiptsAre(receipt),
    answer('GET /api/account/me', anAccount({ openChallenges: [question] })),
    cardToken,
    answer('GET /api/account/me/receipts/:id', receipt),
    refuse(confirm, 'StripeCardError', {
      message: 'Your bank asks you to confirm this.',
      code: 'authentication_required',
      action: {
        attemptId: 'att_1',
        kind: 'payment',
        gateway: 'sandbox',
        clientSecret: 'secret',
        url: '/sandbox/3ds/pi_1',
      },
    }),
  ];
  const link = () => screen.findByRole('link', { name: 'Confirm with your bank' });
  /** The question about the payment behind one about the card. */
  const second = anOpenQuestion({ attemptId: 'att_2' });
  const secondAsked = () => {
    const action = {
      attemptId: 'att_2',
      kind: 'payment',
      gateway: 'sandbox',
      clientSecret: 's',
      url: '/sandbox/3ds/pi_2',
    };
    const error = { type: 'StripeCardError', code: 'authentication_required', message: '', action };
    return Response.json({ message: '', error }, { status: 402 });
  };

  test.each([
    ['the answer names the receipt', ['inv_1']],
    ['an event of the gateway was quicker, and it names none', []],
  ])('%s: the page after the save asks there and then, and it can be given up', async (_why, retried) => {
    const { user } = renderApp(METHOD, {
      handlers: [
        ...asks,
        receiptsAre(),
        answer('GET /api/account/me', anAccount()),
        answer('POST /api/account/me/payment_methods', { ...aCard(), retried }),
      ].toReversed(),
    });
    await fillInCard(user);
    server.use(answer('GET /api/account/me', anAccount({ openChallenges: [question] })), receiptsAre(receipt));
    await user.click(screen.getByRole('button', { name: 'Save card' }));
    const notice = await screen.findByText('Your card is saved');
    expect(document.activeElement).toBe(notice.closest('[role=alert]'));
    expect(screen.getByText('Before what is open is paid with it, your bank asks you to confirm.')).toBeDefined();
    expect((await link()).getAttribute('href')).toBe('/sandbox/3ds/pi_1');
    expect(screen.getByText('Drive Starter, monthly: $32.20')).toBeDefined();
    expect(notice.closest('[role=alert]')?.className).toContain('ok');
    expect(primaryButtons()).toEqual(['Confirm with your bank']);
    server.use(answer('GET /api/account/me', anAccount({ openAmountCents: 3220 })), refuse(confirm, 'EXPIRED'));
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(await screen.findByText('You canceled it')).toBeDefined();
    await waitFor(() => expect(screen.queryByText(/^Before what is open is paid/)).toBeNull());
    expect(screen.getByText('Your card is saved')).toBeDefined();
    expect(screen.queryByText(/We emailed you/)).toBeNull();
    expect(primaryButtons()).toEqual(['Continue']);
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    await waitFor(() => expect(location.hash).toBe('#/payments'));
  });

  test('an overdue receipt that is confirmed and paid: both notices say that it went well', async () => {
    const overdue = { ...receipt, status: 'Unpaid', overdue: true } as const;
    const { user } = renderApp(METHOD, {
      handlers: [
        answer('GET /api/account/me/receipts/:id', overdue),
        ...asks,
        receiptsAre(),
        answer('GET /api/account/me', anAccount()),
        answer('POST /api/account/me/payment_methods', { ...aCard(), retried: ['inv_1'] }),
      ].toReversed(),
    });
    await fillInCard(user);
    server.use(
      answer('GET /api/account/me', anAccount({ openChallenges: [question] })),
      answer('GET /api/account/me/receipts/:id', overdue),
    );
    await user.click(screen.getByRole('button', { name: 'Save card' }));
    await link();
    server.use(answer('GET /api/account/me', anAccount()), answer(confirm, { ...receipt, isPaid: true }));
    await user.click(screen.getByRole('button', { name: 'I have confirmed' }));
    await screen.findByText('You paid $32.20');
    const notices = screen
      .getAllByRole('alert')
      .map(({ className, textContent }) => [/ok/.test(className), textContent]);
    expect(notices).toEqual([
      [true, 'Your card is savedSee paymentsContinue'],
      [true, 'You paid $32.20We emailed you the receipt.'],
    ]);
  });

  test('one of before, which the new card ended and paid: nothing is said of it', async () => {
    const paid = aReceipt({ id: 'inv_1', amountDueCents: 3220 });
    const path = `${METHOD}?returnPath=${encodeURIComponent('/payments/next')}`;
    const { user } = renderApp(path, { handlers: asks });
    await link();
    await fillInCard(user);
    server.use(
      answer('POST /api/account/me/payment_methods', { ...aCard(), retried: ['inv_1'] }),
      answer('GET /api/account/me', anAccount()),
      answer('GET /api/account/me/receipts/:id', paid),
      refuse(confirm, 'EXPIRED'),
    );
    await user.click(screen.getByRole('button', { name: 'Save card and pay $32.20' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Paid $32.20' })).toBeDefined();
    await waitFor(() => expect(sessionStorage.getItem('foyer.drafts')).not.toContain('att_1'));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('a card that the bank asks about itself, and the page is loaded anew: confirmed it is saved, and the payment is asked about', async () => {
    const saving = anOpenQuestion({
      kind: 'card',
      product: null,
      subscriptionId: null,
      receiptId: null,
      description: null,
      amountCents: 0,
    });
    const { user } = renderApp(METHOD, {
      handlers: [answer('GET /api/account/me', anAccount({ openChallenges: [saving] })), ...asks],
    });
    await screen.findByText('Your bank wants you to confirm your card');
    await link();
    let confirmed = false;
    server.use(
      answer('GET /api/account/me', () => anAccount({ openChallenges: [confirmed ? second : saving] })),
      answer(confirm, ({ params }) => {
        if (params.id === second.attemptId) return secondAsked();
        confirmed = true;
        return { ...aCard(), retried: ['inv_1'] };
      }),
    );
    await user.click(screen.getByRole('button', { name: 'I have confirmed' }));
    expect(await screen.findByText('Your card is saved')).toBeDefined();
    expect((await link()).getAttribute('href')).toBe('/sandbox/3ds/pi_2');
    expect(screen.getByText('Drive Starter, monthly: $32.20')).toBeDefined();
  });

  test('after a reload it is asked again beside the form, and another card says what it would be charged', async () => {
    const { user } = renderApp(METHOD, { handlers: asks });
    await link();
    expect(screen.getByRole('button', { name: 'Save card and pay $32.20' })).toBeDefined();
    expect(screen.getByText('Now: $32.20')).toBeDefined();
    server.use(
      answer('GET /api/account/me', anAccount()),
      receiptsAre(),
      answer(confirm, { ...receipt, isPaid: true }),
    );
    await user.click(screen.getByRole('button', { name: 'I have confirmed' }));
    expect(await screen.findByText('You paid $32.20')).toBeDefined();
    expect(await screen.findByRole('button', { name: 'Save card' })).toBeDefined();
  });
});

test.each([
  ['the gateway was not reached', 'PAYMENT_GATEWAY_ERROR', undefined, "Your card wasn't saved.", 'new'],
  ['the gateway has not answered', 'PAYMENT_GATEWAY_ERROR', 'undecided', 'Your card is still being saved.', 'same'],
  ['it is still running', 'OPERATION_IN_PROGRESS', undefined, 'Your card is still being saved.', 'same'],
  ['of a fault', 'INTERNAL_ERROR', undefined, "We don't know if your card was saved.", 'same'],
] as const)(
  '[PM-01] not saved because %s: said as it is, and the next press is the right one',
  async (_why, type, code, words, key) => {
    const sent: (string | null)[] = [];
    const { user } = renderApp(METHOD, {
      handlers: [
        receiptsAre(),
        cardToken,
        answer('POST /api/account/me/payment_methods', ({ request }) => {
          sent.push(request.headers.get('idempotency-key'));
          if (sent.length > 1) return { ...aCard(), retried: [] };
          return Response.json({ message: '', error: { type, code } }, { status: errorStatus[type] });
        }),
      ],
    });
    await fillInCard(user);
    await user.click(screen.getByRole('button', { name: 'Save card' }));
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain(words);
    expect(alert.textContent).toContain('Please try again or contact support.');
    await user.click(screen.getByRole('button', { name: 'Save card' }));
    await waitFor(() => expect(location.hash).toBe('#/payments'));
    expect(sent[0] === sent[1] ? 'same' : 'new').toBe(key);
  },
);

test('[PM-01] not saved because the database is away: what to do is said once', async () => {
  const message = 'The service is out of reach for a moment. Try again.';
  const { user } = renderApp(METHOD, {
    handlers: [receiptsAre(), refuse('POST /sandbox/tokens', 'UNAVAILABLE', { message })],
  });
  await fillInCard(user);
  await user.click(screen.getByRole('button', { name: 'Save card' }));
  expect((await screen.findByRole('alert')).textContent).toBe(
    "Your card wasn't saved.Please try again or contact support.",
  );
});

const LIMITED = { message: 'Too many requests. Try again later.', headers: { 'retry-after': '600' } };

test.each([
  [
    'the token',
    [refuse('POST /sandbox/tokens', 'RATE_LIMITED', LIMITED)],
    "Too many tries.Try again in 10 minutes. Your card wasn't saved. ",
  ],
  [
    'the card',
    [cardToken, refuse('POST /api/account/me/payment_methods', 'RATE_LIMITED', LIMITED)],
    'Too many tries.Try again in 10 minutes. ',
  ],
] as const)('[PM-01] %s asked for too often: how long to wait, and no doubt about it', async (_what, calls, words) => {
  const { user } = renderApp(METHOD, { handlers: [receiptsAre(), ...calls] });
  await fillInCard(user);
  await user.click(screen.getByRole('button', { name: 'Save card' }));
  expect((await screen.findByRole('alert')).textContent).toBe(`${words}Please try again or contact support.`);
});
