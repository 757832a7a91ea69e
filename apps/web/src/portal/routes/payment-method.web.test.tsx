import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { config } from '../../lib/config.ts';
import { fillIn, storesAddress, taxOf } from '../../testing/address-form.ts';
import { aCard, aMe, anAccount, anAddress } from '../../testing/builders.ts';
import { answer, neverAnswers, refuse } from '../../testing/handlers.ts';
import { cardToken, fillInCard, receiptsAre } from '../../testing/payment-answers.ts';
import { aReceipt } from '../../testing/receipts.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { server } from '../../testing/server.ts';
import { withConfig } from '../../testing/with-config.ts';

// Stripe's field is another site's frame, which only a browser has: e2e/stripe.e2e.ts
withConfig({ gateway: 'sandbox' });

const METHOD = '/payments/method';
const saveCardHandler = answer('POST /api/account/me/payment_methods', { ...aCard(), retried: [] });
const addressIs = (address: ReturnType<typeof anAddress> | null) =>
  answer('GET /api/auth/me', aMe({ user: { address } }));

/** As the server answers for an address where no cards are taken. */
const abroad = [
  addressIs(anAddress({ country: 'DE' })),
  answer('GET /api/account/me', anAccount({ canAddPaymentMethod: false })),
];

describe('payment method', () => {
  test('[PM-01] [PM-02] the gateway gets the numbers, we get its cardToken, and the way goes back', async () => {
    const sent: unknown[] = [];
    const { user } = renderApp(`${METHOD}?returnPath=${encodeURIComponent('/payments/next')}`, {
      handlers: [
        receiptsAre(),
        answer('POST /sandbox/tokens', async ({ request }) => {
          sent.push(await request.json());
          return { id: 'tok_visa', card: { brand: 'visa', last4: '4242' } };
        }),
        answer('POST /api/account/me/payment_methods', async ({ request }) => {
          sent.push(await request.json());
          return { ...aCard(), retried: [] };
        }),
      ],
    });
    await fillInCard(user);
    expect(screen.getByLabelText('Card number')).toHaveProperty('value', '4242 4242 4242 4242');
    await user.dblClick(screen.getByRole('button', { name: 'Save card' }));
    await waitFor(() => expect(location.hash).toBe('#/payments/next'));
    expect(sent).toEqual([
      { number: '4242424242424242', expMonth: 11, expYear: 2099, cvc: '123' },
      { type: 'stripe', token: 'tok_visa' },
    ]);
    expect(await screen.findByText('Card saved')).toBeDefined();
  });

  test.each([
    ['/subscriptions/drive?plan=pln_drive_starter_yearly&step=review', true],
    ['/payments', false],
    ['/subscriptions/drive', false],
  ])('[PM-01] on the way from %s it says whether an order follows: %s', async (returnPath, isForOrder) => {
    renderApp(`${METHOD}?returnPath=${encodeURIComponent(returnPath)}`, { handlers: [receiptsAre()] });
    const line = (await screen.findByText('Now: nothing is charged')).closest('li')?.textContent ?? '';
    expect(line).toContain('We only check the card with your bank.');
    expect(line.includes("You'll return to your order and confirm it there.")).toBe(isForOrder);
  });

  test.each(['https://evil.example/', '//evil.example', '/\\evil.example', 'javascript:alert(1)'])(
    '[PM-01] a way back to %s leads to Payments instead',
    async (returnPath) => {
      const { user } = renderApp(`${METHOD}?returnPath=${encodeURIComponent(returnPath)}`, {
        handlers: [receiptsAre(), cardToken, saveCardHandler],
      });
      await fillInCard(user);
      await user.click(screen.getByRole('button', { name: 'Save card' }));
      await waitFor(() => expect(location.hash).toBe('#/payments'));
    },
  );

  test('[PM-04] the button waits until everything is filled in', async () => {
    const { user } = renderApp(METHOD, { handlers: [receiptsAre()] });
    const button = await screen.findByRole('button', { name: 'Save card' });
    expect(button.hasAttribute('disabled')).toBe(true);
    await fillInCard(user);
    expect(button.hasAttribute('disabled')).toBe(false);
    await user.type(screen.getByLabelText('Security code'), '{Backspace}');
    expect(button.hasAttribute('disabled')).toBe(true);
  });

  test('[PM-01] a declined card: the words of the gateway, and what was typed stays', async () => {
    const { user } = renderApp(METHOD, {
      handlers: [
        receiptsAre(),
        cardToken,
        refuse('POST /api/account/me/payment_methods', 'StripeCardError', {
          message: 'Your card has insufficient funds.',
        }),
      ],
    });
    await fillInCard(user);
    await user.click(screen.getByRole('button', { name: 'Save card' }));
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Your card has insufficient funds.');
    expect(alert.textContent).toContain('Please try again or contact support.');
    expect(document.activeElement).toBe(alert);
    expect(screen.getByLabelText('Card number')).toHaveProperty('value', '4242 4242 4242 4242');
    server.use(saveCardHandler);
    await user.click(screen.getByRole('button', { name: 'Save card' }));
    await waitFor(() => expect(location.hash).toBe('#/payments'));
  });

  test('[PM-01] the bank asks about the card: confirmed there it is saved, and the way goes back', async () => {
    const { user } = renderApp(METHOD, {
      handlers: [
        receiptsAre(),
        cardToken,
        refuse('POST /api/account/me/payment_methods', 'StripeCardError', {
          code: 'authentication_required',
          action: {
            attemptId: 'att_1',
            kind: 'setup',
            gateway: 'sandbox',
            clientSecret: 's',
            url: '/sandbox/challenge/1',
          },
        }),
        answer('POST /api/account/me/payment_attempts/:id/confirm', { ...aCard(), retried: [] }),
      ],
    });
    await fillInCard(user);
    await user.click(screen.getByRole('button', { name: 'Save card' }));
    const link = await screen.findByRole('link', { name: 'Confirm with your bank' });
    expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual(['/sandbox/challenge/1', '_blank']);
    await user.click(screen.getByRole('button', { name: 'I have confirmed' }));
    await waitFor(() => expect(location.hash).toBe('#/payments'));
  });

  test.each([
    ['sandbox', true],
    ['stripe', false],
  ] as const)('[PM-02] the test cards are listed only in the sandbox: %s', async (gateway, isListed) => {
    Object.assign(config, { gateway });
    renderApp(METHOD, { handlers: [receiptsAre()] });
    await screen.findByRole('button', { name: 'Save card' });
    expect(screen.queryByText('Test cards') !== null).toBe(isListed);
    expect(screen.queryByText('4000 0000 0000 0341') !== null).toBe(isListed);
  });

  test('[PM-02] a number that the gateway refuses is never sent to us', async () => {
    const { user } = renderApp(METHOD, {
      handlers: [
        receiptsAre(),
        refuse('POST /sandbox/tokens', 'StripeCardError', { message: 'Your card number is incorrect.' }),
      ],
    });
    await fillInCard(user);
    await user.click(screen.getByRole('button', { name: 'Save card' }));
    expect(await screen.findByText('Your card number is incorrect.')).toBeDefined();
  });

  test('[PM-03] outside the US: the warning, the sales contact and no form', async () => {
    renderApp(METHOD, { handlers: [receiptsAre(), ...abroad] });
    expect(await screen.findByText("Card payments outside the US can't be processed")).toBeDefined();
    expect(within(screen.getByRole('main')).getByRole('link', { name: 'sales@arcwave.example' })).toBeDefined();
    expect(screen.queryByLabelText('Card number')).toBeNull();
  });

  describe('for a customer of the scope brand without an address', () => {
    const FROM_HOME = `${METHOD}?returnPath=${encodeURIComponent('/')}`;
    const steps = () =>
      within(screen.getByRole('list', { name: 'Steps' }))
        .getAllByRole('listitem')
        .map((step) => [step.textContent?.replace(/^\d/, ''), step.getAttribute('aria-current')]); // without the drawn number
    /** Saves the address; the account then loads again with `canAddPaymentMethod`. */
    const saveAddress = async (canAddPaymentMethod: boolean) => {
      const loaded = Promise.withResolvers<void>();
      const { user } = renderApp(FROM_HOME, {
        handlers: [
          receiptsAre(),
          addressIs(null),
          answer('GET /api/account/me', anAccount({ paymentMethod: null })),
          storesAddress([]),
          taxOf(8.25),
        ],
      });
      await fillIn(user);
      server.use(
        answer('GET /api/account/me', async () => {
          await loaded.promise;
          return anAccount({ paymentMethod: null, canAddPaymentMethod });
        }),
      );
      await user.click(screen.getByRole('button', { name: 'Continue' }));
      await waitFor(() => expect(screen.queryByLabelText('Company')).toBeNull());
      expect(screen.queryByLabelText('Card number')).toBeNull();
      loaded.resolve();
    };

    test('[PM-04] the page asks for the address first, says why, and leads back where the customer came from', async () => {
      renderApp(FROM_HOME, { handlers: [receiptsAre(), addressIs(null)] });
      expect(await screen.findByLabelText('Company')).toBeDefined();
      expect(screen.getByText(/We use your address for tax/)).toBeDefined();
      expect(steps()).toEqual([
        ['1. Address', 'step'],
        ['2. Card', null],
      ]);
      expect(screen.getByRole('link', { name: 'Cancel' }).getAttribute('href')).toBe('#/');
      expect(screen.queryByLabelText('Card number')).toBeNull();
    });

    test('[PM-04, AD-07] the saved address is followed by the card on the same page, with the focus on its title', async () => {
      await saveAddress(true);
      expect(await screen.findByLabelText('Card number')).toBeDefined();
      expect(screen.getByText(/2208 S 1st Street/)).toBeDefined();
      expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Add card' }));
      expect(steps()[1]).toEqual(['2. Card', 'step']);
      expect(location.hash).toBe(`#${FROM_HOME}`);
    });

    test('[PM-03, PM-04] an address in a country without cards is followed by the warning, and no card form before it', async () => {
      await saveAddress(false);
      expect(await screen.findByText("Your account doesn't pay by card")).toBeDefined();
      expect(screen.queryByLabelText('Card number')).toBeNull();
      expect(screen.queryByRole('list', { name: 'Steps' })).toBeNull();
    });
  });

  describe('onboarding', () => {
    const STEP = `${METHOD}?r=newuser&returnPath=${encodeURIComponent('/subscriptions/drive?step=review')}`;

    test('[PM-05] Continue waits for a card, saves it once and leads one step on', async () => {
      let saves = 0;
      const { user } = renderApp(STEP, {
        handlers: [
          receiptsAre(),
          cardToken,
          answer('POST /api/account/me/payment_methods', () => {
            saves += 1;
            return { ...aCard(), retried: [] };
          }),
          answer('GET /api/account/me', anAccount({ paymentMethod: null })),
          neverAnswers('GET /api/subscription/v2/plans'),
          neverAnswers('GET /api/subscription/subscriptions'),
        ],
      });
      const button = await screen.findByRole('button', { name: 'Continue' });
      expect(button.hasAttribute('disabled')).toBe(true);
      expect(screen.queryByText('Use Current')).toBeNull();
      expect(screen.queryByRole('link', { name: 'Cancel' })).toBeNull();
      await fillInCard(user);
      await user.dblClick(button);
      await waitFor(() => expect(location.hash).toBe('#/subscriptions/drive?step=review'));
      expect(saves).toBe(1);
    });

    test('[PM-05] with a card on file: Use Current leads on and changes nothing', async () => {
      renderApp(STEP, { handlers: [receiptsAre()] });
      const link = await screen.findByRole('link', { name: 'Use Current' });
      expect(link.getAttribute('href')).toBe('#/subscriptions/drive?step=review');
    });

    test('[PM-05] an expired card is not one to go on with', async () => {
      renderApp(STEP, {
        handlers: [
          receiptsAre(),
          answer('GET /api/account/me', anAccount({ paymentMethod: aCard({ expired: true }) })),
        ],
      });
      await screen.findByRole('button', { name: 'Continue' });
      expect(screen.queryByRole('link', { name: 'Use Current' })).toBeNull();
    });

    test('[PM-03] [PM-05] outside the US the step is passed over', async () => {
      renderApp(STEP, { handlers: [receiptsAre(), ...abroad] });
      const link = await screen.findByRole('link', { name: 'Continue' });
      expect(link.getAttribute('href')).toBe('#/subscriptions/drive?step=review');
    });

    test('[PM-04] [PM-05] the address comes first in the steps too, with the way back to their start', async () => {
      renderApp(STEP, { handlers: [receiptsAre(), addressIs(null)] });
      expect(await screen.findByRole('button', { name: 'Continue' })).toBeDefined();
      expect(screen.getByLabelText('Company')).toBeDefined();
      expect(screen.getByRole('link', { name: 'Back to My Account' }).getAttribute('href')).toBe('#/');
      expect(screen.queryByRole('link', { name: 'Cancel' })).toBeNull();
    });
  });

  test('[PM-08] an account that pays otherwise has no form', async () => {
    renderApp(METHOD, {
      handlers: [receiptsAre(), answer('GET /api/account/me', anAccount({ canAddPaymentMethod: false }))],
    });
    expect(await screen.findByText("Your account doesn't pay by card")).toBeDefined();
  });

  test('what is open, as the account says it, is on the button and in the panel', async () => {
    renderApp(METHOD, {
      handlers: [
        receiptsAre(aReceipt({ status: 'Unpaid', description: 'Scope Starter' }), aReceipt({ id: 'inv_2' })),
        answer('GET /api/account/me', anAccount({ openAmountCents: 2165 })),
      ],
    });
    expect(await screen.findByRole('button', { name: 'Save card and pay $21.65' })).toBeDefined();
    expect(await screen.findByText('The open payment for Scope Starter.')).toBeDefined();
    expect(await screen.findByText('Visa •••• 4242 is removed')).toBeDefined();
  });

  test('[SH-12] before anything is known the heading names neither adding nor changing', async () => {
    renderApp(METHOD, { handlers: [receiptsAre(), neverAnswers('GET /api/account/me')] });
    expect(await screen.findByRole('heading', { level: 1, name: 'Payment method' })).toBeDefined();
  });

  test('[PM-02] a payment that is still under way is not promised to be charged now', async () => {
    renderApp(METHOD, {
      handlers: [
        receiptsAre(aReceipt({ status: 'Processing', isPaid: false, amountDueCents: 3220 }), aReceipt({ id: 'inv_2' })),
        answer('GET /api/account/me', anAccount({ openAmountCents: 0 })),
      ],
    });
    expect(await screen.findByText('Now: nothing is charged')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Save card' })).toBeDefined();
    const panel = (await screen.findByText(/is still processing/)).closest('li');
    expect(panel?.textContent).toBe(
      '$32.20 is still processingIf that payment fails, what stays open is charged to the new card.',
    );
  });

  test('[PM-09] [PY-03] the next try of what is paid now is not a charge to come', async () => {
    const nextPayment = { total: 3220, processedDate: '2026-12-25T00:00:00Z' };
    const open = aReceipt({ status: null, isPaid: false, amountDueCents: 3220 });
    renderApp(METHOD, {
      handlers: [
        receiptsAre(aReceipt({ status: 'Unpaid', isPaid: false, amountDueCents: 3220 })),
        answer('GET /api/account/me', anAccount({ openAmountCents: 3220, nextPayment, estimatedNextReceipt: open })),
      ],
    });
    expect((await screen.findByText(/^Now:/)).textContent).toBe('Now: $32.20');
    expect(screen.queryByText(/Dec 25, 2026/)).toBeNull();
  });

  test('[PM-09] [PY-03] the renewal after what is paid now is one', async () => {
    const nextPayment = { total: 32462, processedDate: '2027-01-10T00:00:00Z' };
    const renewal = aReceipt({ id: null, status: null, isPaid: false, description: 'Drive Starter' });
    renderApp(METHOD, {
      handlers: [
        receiptsAre(aReceipt({ status: 'Unpaid', isPaid: false, amountDueCents: 3220 })),
        answer('GET /api/account/me', anAccount({ openAmountCents: 3220, nextPayment, estimatedNextReceipt: renewal })),
      ],
    });
    expect((await screen.findByText(/Jan 10, 2027/)).closest('li')?.textContent).toBe(
      'Jan 10, 2027: $324.62Drive Starter.',
    );
  });

  test('[PY-03] a next payment that credit covers is not said to cost the new card nothing', async () => {
    renderApp(METHOD, {
      handlers: [
        receiptsAre(),
        answer('GET /api/account/me', anAccount({ nextPayment: { total: 0, processedDate: '2027-01-10T00:00:00Z' } })),
      ],
    });
    expect((await screen.findByText(/Jan 10, 2027/)).closest('b')?.textContent).toBe(
      'Jan 10, 2027: covered by your credit',
    );
  });
});
