import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { aCard, aMe, anAccount, aQuote } from '../../testing/builders.ts';
import { newClaims, orderReply, quoteIs, subscriptionsAre } from '../../testing/drive-answers.ts';
import { answer, neverAnswers, offlineHandler, refuse } from '../../testing/handlers.ts';
import {
  BUY,
  CHANGE,
  IOT,
  iotIndividual,
  nothingDue,
  openIot,
  PAY,
  plansOfHolder,
  radio,
  ready,
} from '../../testing/iot-answers.ts';
import { server } from '../../testing/server.ts';

const NOW = '?plan=pln_iot_individual_yearly&pay=now';
const updated = 'Your subscription has been updated.';

describe('subscribing', () => {
  test('[IO-02] a trial is started and the page stays, with the words of the document', async () => {
    const sent: unknown[] = [];
    const buy = answer(BUY, async ({ request }) => {
      sent.push(await request.json());
      server.use(subscriptionsAre(iotIndividual));
      return orderReply;
    });
    const { user } = openIot([newClaims, buy]);
    await user.dblClick(await ready('Subscribe'));
    const notice = await screen.findByRole('alert');
    expect(notice.textContent).toBe(updated);
    expect(document.activeElement).toBe(notice);
    expect(sent).toEqual([{ id: 'pln_iot_individual', interval: 'yearly', trial: true, expectedTotalCents: 0 }]);
    expect(location.hash).toBe(`#${IOT}`);
  });

  test('[IO-02] pressed twice it is paid once, for the amount on the button; Back finds nothing left to pay', async () => {
    const sent: unknown[] = [];
    const buy = answer(BUY, async ({ request }) => {
      sent.push(await request.json());
      server.use(subscriptionsAre(iotIndividual));
      return orderReply;
    });
    const { user } = openIot([newClaims, buy], NOW);
    await user.dblClick(await ready(PAY));
    expect((await screen.findByRole('alert')).textContent).toBe(updated);
    expect(location.hash).toBe(`#${IOT}`);
    location.hash = `#${IOT}${NOW}`;
    await waitFor(() => expect(screen.queryByRole('button', { name: /^(Pay|Subscribe|Confirm)/ })).toBeNull());
    expect(screen.getByRole('region', { name: /^Individual/ })).toBeDefined();
    expect(sent).toEqual([{ id: 'pln_iot_individual', interval: 'yearly', expectedTotalCents: 10912 }]);
  });

  test('[IO-02] [F3] a paid change is one notice: what it did, the amount, the receipt, and a button that closes it', async () => {
    const { user } = openIot([newClaims, answer(BUY, orderReply)], NOW);
    await user.click(await ready(PAY));
    const view = await screen.findByRole('link', { name: 'View receipt' });
    const title = screen.getByRole('alert');
    expect(document.activeElement).toBe(title);
    const notice = title.closest('div[tabindex]') as HTMLElement;
    expect(notice.contains(view)).toBe(true);
    expect(notice.textContent).toContain(`${updated}Paid $324.62. `);
    expect(screen.getAllByText(/^(Paid \$|Your subscription has been updated)/)).toHaveLength(2);
    expect(title.textContent).toBe(updated);
    await user.click(within(notice).getByRole('button', { name: 'Dismiss' }));
    expect(screen.queryByText(updated)).toBeNull();
    expect(screen.queryByRole('link', { name: 'View receipt' })).toBeNull();
  });

  test.each([
    ['Pay $324.62', aQuote()],
    ['Confirm Changes', aQuote({ ...nothingDue, creditAdded: 4156, lines: aQuote().lines })],
  ])('[IO-02] a change is told line by line, and confirmed with what it costs: %s', async (name, quote) => {
    const change = answer(CHANGE, orderReply);
    const { user } = openIot([plansOfHolder, quoteIs(quote), subscriptionsAre(iotIndividual), newClaims, change]);
    await screen.findByRole('radio', { name: 'Individual' });
    expect(screen.queryByRole('button', { name: /^(Pay|Confirm)/ })).toBeNull();
    await user.click(radio('Monthly'));
    const confirm = await ready(name);
    expect(screen.getByText('Due today').closest('dl')?.textContent).toContain('Starter, yearly');
    await user.click(confirm);
    expect((await screen.findByRole('alert')).textContent).toBe(updated);
  });

  test('[IO-02, SU-05] whoever switched auto-renew off and takes another plan does not get it switched on again', async () => {
    const sent: unknown[] = [];
    const change = answer(CHANGE, async ({ request }) => {
      sent.push(await request.json());
      return orderReply;
    });
    const ends = { ...iotIndividual, renews: false, cancelAtPeriodEnd: true };
    const { user } = openIot([plansOfHolder, quoteIs(aQuote()), subscriptionsAre(ends), newClaims, change]);
    await user.click(await screen.findByRole('radio', { name: 'Monthly' }));
    const confirm = await ready('Pay $324.62');
    await user.click(confirm);
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent).toEqual([expect.objectContaining({ cancelAtPeriodEnd: true })]);
  });

  test('[PM-09] the bank asks first; confirmed, it is bought', async () => {
    const action = {
      attemptId: 'att_1',
      kind: 'payment',
      gateway: 'sandbox',
      clientSecret: 's',
      url: '/sandbox/3ds/1',
    };
    const { user } = openIot(
      [
        newClaims,
        refuse(BUY, 'StripeCardError', { code: 'authentication_required', action }),
        answer('POST /api/account/me/payment_attempts/:id/confirm', orderReply),
      ],
      NOW,
    );
    await user.click(await ready(PAY));
    await user.click(await screen.findByRole('button', { name: 'I have confirmed' }));
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(updated));
  });

  test('[PM-09] a question of the bank that an earlier page left open is asked here, and the trial is still on offer', async () => {
    const open = {
      attemptId: 'att_1',
      kind: 'order',
      product: 'iot',
      subscriptionId: null,
      receiptId: 'inv_1',
      description: 'IoT Individual, yearly',
      amountCents: 10912,
    } as const;
    const action = {
      attemptId: 'att_1',
      kind: 'payment',
      gateway: 'sandbox',
      clientSecret: 's',
      url: '/sandbox/3ds/1',
    };
    const CONFIRM = 'POST /api/account/me/payment_attempts/:id/confirm';
    const { user } = openIot([
      newClaims,
      answer('GET /api/account/me', anAccount({ openChallenges: [open] })),
      refuse(CONFIRM, 'StripeCardError', { code: 'authentication_required', action }),
    ]);
    expect((await screen.findByRole('link', { name: 'Confirm with your bank' })).getAttribute('href')).toBe(action.url);
    expect(screen.getByRole('button', { name: 'Cancel' })).toBeDefined();
    expect(radio(/Try it free/).checked).toBe(true);
    server.use(
      answer('GET /api/account/me', anAccount()),
      answer(CONFIRM, orderReply),
      subscriptionsAre(iotIndividual),
    );
    await user.click(screen.getByRole('button', { name: 'I have confirmed' }));
    expect((await screen.findByText(updated)).closest('[role=alert]')).toBe(document.activeElement);
  });

  test('[DR-04] nothing else is chosen while the order runs', async () => {
    const { user } = openIot([neverAnswers(BUY)], NOW);
    await ready(PAY);
    await screen.findByRole('button', { name: 'Have a coupon?' });
    await user.click(await ready(PAY));
    await waitFor(() => expect(radio('Enterprise').disabled).toBe(true));
    expect(screen.getByRole('button', { name: 'Paying…' })).toBeDefined();
    expect(radio('Monthly').disabled).toBe(true);
    expect(radio(/Try it free/).matches(':disabled')).toBe(true);
    expect(screen.getByRole('button', { name: 'Have a coupon?' })).toHaveProperty('disabled', true);
  });
});

/** Something changed between the preview and the order. */
describe('what comes between', () => {
  test('[SU-08] another amount: said, shown, and asked for again', async () => {
    const sent: unknown[] = [];
    const { user } = openIot([refuse(BUY, 'QUOTE_CHANGED', { quote: { amountDueCents: 11500 } })], NOW);
    const pay = await ready(PAY);
    server.use(quoteIs(aQuote({ amountDueCents: 11500 })));
    await user.click(pay);
    expect(await screen.findByText(/The amount changed: \$115\.00 is due now/)).toBeDefined();
    server.use(
      newClaims,
      answer(BUY, async ({ request }) => {
        sent.push(await request.json());
        return orderReply;
      }),
    );
    await user.click(await ready('Pay $115.00'));
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(updated));
    expect(sent).toEqual([{ id: 'pln_iot_individual', interval: 'yearly', expectedTotalCents: 11500 }]);
  });

  test('[SU-08] the address was removed: to the address page, and back to this very choice', async () => {
    const { user } = openIot([refuse(BUY, 'MISSING_ADDRESS')], NOW);
    await user.click(await ready(PAY));
    await waitFor(() => expect(location.hash).toMatch(/^#\/address\?/));
    expect(new URLSearchParams(location.hash.split('?')[1]).get('returnPath')).toBe(`${IOT}${NOW}`);
  });

  test.each([
    [
      'it expired',
      refuse(BUY, 'StripeCardError', { message: 'Your card has expired.' }),
      aCard({ expired: true, expirationMonth: 1, expirationYear: 2026 }),
      'Your card has expired.',
      /•••• 4242 expired in/,
    ],
    ['it was removed', refuse(BUY, 'PAYMENT_METHOD_REQUIRED'), null, 'Add a card first.', 'Payment required'],
  ])('[PM-07] [SU-08] the card is looked at again: %s', async (_, refused, paymentMethod, words, row) => {
    const { user } = openIot([refused], NOW);
    const pay = await ready(PAY);
    server.use(answer('GET /api/account/me', anAccount({ paymentMethod })));
    await user.click(pay);
    expect((await screen.findByRole('alert')).textContent).toContain(words);
    expect((await screen.findAllByText(row)).length).toBeGreaterThan(0);
    if (paymentMethod) expect(screen.getByRole('button', { name: PAY })).toHaveProperty('disabled', false);
    else expect(screen.getByRole('link', { name: 'Add card to continue' })).toBeDefined();
  });

  test.each([
    ['not answered', refuse(BUY, 'PAYMENT_GATEWAY_ERROR', { code: 'undecided' })],
    ['one already running', refuse(BUY, 'OPERATION_IN_PROGRESS')],
  ])('[SU-08] an undecided payment is still processing and blocks a second one: %s', async (_, refused) => {
    const { user } = openIot([refused], NOW);
    await user.click(await ready(PAY));
    expect((await screen.findByRole('alert')).textContent).toContain('Your payment is still processing');
    expect(screen.getByRole('button', { name: PAY })).toHaveProperty('disabled', true);
  });

  test('[SU-08] one from before is said, and nothing more is bought meanwhile', async () => {
    const pendingOrders = [{ product: 'iot' as const, subscriptionId: null }];
    openIot([answer('GET /api/account/me', anAccount({ pendingOrders }))], NOW);
    expect(await screen.findByText('Your payment is still processing')).toBeDefined();
    expect(await screen.findByRole('button', { name: PAY })).toHaveProperty('disabled', true);
  });

  test('[SU-08] after a lost answer another plan is ordered only when what is held was asked again', async () => {
    const keys: (string | null)[] = [];
    const arrives = answer(BUY, ({ request }) => {
      keys.push(request.headers.get('idempotency-key'));
      return Response.error();
    });
    const { user } = openIot([arrives], NOW);
    await user.click(await ready(PAY));
    expect((await screen.findByRole('alert')).textContent).toContain("We don't know if your order arrived");
    await user.click(await ready(PAY));
    await waitFor(() => expect(keys).toHaveLength(2));
    expect(keys[1]).toBe(keys[0]);

    server.use(offlineHandler('GET /api/subscription/subscriptions'));
    await user.click(radio('Monthly'));
    await user.click(radio(/Pay now/));
    await user.click(await ready(PAY));
    expect((await screen.findByRole('alert')).textContent).toContain(
      "We couldn't check whether your first order arrived",
    );
    server.use(subscriptionsAre());
    await user.click(await ready(PAY));
    await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('Did your first order arrive?'));
    expect(keys).toHaveLength(2);
    await user.click(await ready(PAY));
    await waitFor(() => expect(keys).toHaveLength(3));
    expect(keys[2]).not.toBe(keys[0]);
  });

  test.each(['', NOW])('[IO-02] bought in another tab: said, and nothing is left to press: %s', async (place) => {
    openIot([], place);
    await ready(place ? PAY : 'Subscribe');
    server.use(subscriptionsAre(iotIndividual));
    act(() => void dispatchEvent(new StorageEvent('storage', { key: 'foyer.bought', newValue: 'x' })));
    expect(await screen.findByText('You have this plan')).toBeDefined();
    expect(screen.queryByRole('button', { name: /^(Pay|Subscribe|Confirm)/ })).toBeNull();
  });

  test.each([
    ['TRIAL_ALREADY_USED', 'You have had a trial of this product'],
    ['SUBSCRIPTION_LIMIT', "You've reached the limit for this plan"],
    ['NEEDS_REVIEW', 'Account Pending'],
    ['CARD_COUNTRY_UNSUPPORTED', "Card payments outside the US can't be processed"],
    ['INVALID_PLAN', 'There was an error updating your subscription.'],
    ['PAYMENT_GATEWAY_ERROR', 'There was an error processing your transaction.'],
  ] as const)('[SU-08] %s: %s', async (type, words) => {
    const { user } = openIot([refuse(BUY, type)]);
    await user.click(await ready('Subscribe'));
    expect((await screen.findByRole('alert')).textContent).toContain(words);
  });

  test.each([
    ['that is not verified any more', 'ada@waves.ac.uk', "Yours isn't verified yet. Verify it now.", '#/security'],
    ['of no school', 'ada@waves.com', 'Change your email on the security page first.', '#/security?active=email'],
  ])(
    '[IO-01] [SU-08] a student plan refused to an address %s: what to do, and the way there',
    async (_, email, words, href) => {
      const me = (now: object) => answer('GET /api/auth/me', aMe({ user: now }));
      const { user } = openIot(
        [
          refuse(BUY, 'STUDENT_EMAIL_REQUIRED', { emailSuffix: '.ac.uk' }),
          me({ email: 'ada@waves.edu', emailVerified: true }),
        ],
        '?plan=pln_iot_student_yearly&pay=now',
      );
      const pay = await ready(PAY);
      const known = Promise.withResolvers<ReturnType<typeof aMe>>();
      server.use(answer('GET /api/auth/me', () => known.promise));
      await user.click(pay);
      const alert = await screen.findByRole('alert');
      expect(alert.textContent).toBe('The student plan needs a verified .ac.uk email Nothing was charged.');
      known.resolve(aMe({ user: { email, emailVerified: false } }));
      await waitFor(() =>
        expect(alert.textContent).toBe(`The student plan needs a verified .ac.uk email${words} Nothing was charged.`),
      );
      expect(within(alert).getByRole('link').getAttribute('href')).toBe(href);
    },
  );
});
