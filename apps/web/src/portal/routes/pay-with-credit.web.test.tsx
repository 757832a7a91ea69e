import { screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { refuse } from '../../testing/handlers.ts';
import { anUnpaidReceipt, outcomeIn, receiptServer } from '../../testing/payment-answers.ts';
import { renderApp } from '../../testing/render-app.tsx';

const due = (creditCents: number, amountDueCents: number, writtenOff = false) => ({
  openPayments: [
    {
      receiptId: 'inv_1',
      description: 'Starter inv_1',
      dueSince: '2026-03-01T00:00:00Z',
      overdue: true,
      failureMessage: null,
      failedAt: null,
      declined: false,
      ...{ creditCents, amountDueCents, writtenOff, endedPlan: null },
    },
  ],
});

describe('[PM-09] PY-06: credit is used for an open payment before the card', () => {
  test('part of it: the button says what the card is charged, and so does the answer', async () => {
    const { asked, handlers, accountIs } = receiptServer(anUnpaidReceipt('inv_1', '01', 2165));
    const { user } = renderApp('/payments', { handlers: [accountIs(due(1000, 1165)), ...handlers] });
    expect(await screen.findByText('$21.65 is overdue for Starter inv_1')).toBeDefined();
    expect((await screen.findByText(/Pay it now with Visa/)).textContent).toMatch(
      /^\$10\.00 of it comes from your account credit\. Pay it now with Visa/,
    );
    await user.click(screen.getByRole('button', { name: 'Pay $11.65' }));
    expect((await screen.findByText('You paid $11.65')).closest('[role=alert]')?.textContent).toBe(
      'You paid $11.65$10.00 came from your account credit. We emailed you the receipt.View receiptBack to Home',
    );
    expect(asked).toMatchObject([{ id: 'inv_1', body: { expectedTotalCents: 1165 } }]);
  });

  test.each([
    ['without a card', { paymentMethod: null }],
    ['where no card is taken', { paymentMethod: null, canAddPaymentMethod: false }],
  ])('all of it, also %s', async (_case, facts) => {
    const { asked, handlers, accountIs } = receiptServer(anUnpaidReceipt('inv_1', '01', 2165));
    const { user } = renderApp('/payments', { handlers: [accountIs({ ...due(2165, 0), ...facts }), ...handlers] });
    expect(await screen.findByText('Your account credit pays all of it.')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Use account credit' }));
    expect((await screen.findByText('It is paid from your account credit')).closest('[role=alert]')?.textContent).toBe(
      'It is paid from your account credit$21.65 came from your account credit. We emailed you the receipt.View receiptBack to Home',
    );
    expect(asked).toMatchObject([{ id: 'inv_1', body: { expectedTotalCents: 0 } }]);
  });

  test('declined: what was used of the credit stays used, and that is said', async () => {
    const { handlers, accountIs } = receiptServer(anUnpaidReceipt('inv_1', '01', 2165));
    const declined = refuse('POST /api/account/me/receipts/:id/pay', 'StripeCardError', {
      message: 'Your card has insufficient funds.',
    });
    const { user } = renderApp('/payments', { handlers: [accountIs(due(1000, 1165)), declined, ...handlers] });
    await user.click(await screen.findByRole('button', { name: 'Pay $11.65' }));
    expect(outcomeIn(await screen.findByRole('alert'))).toBe(
      'Visa\u{a0}••••\u{a0}4242 was declined for $11.65Your card has insufficient funds. Nothing was charged. $10.00 of your account credit is used for it. Change your card, then pay it here.',
    );
  });

  test('another amount by now: none was used, so none is spoken of', async () => {
    const { handlers, accountIs } = receiptServer(anUnpaidReceipt('inv_1', '01', 2165));
    const changed = refuse('POST /api/account/me/receipts/:id/pay', 'QUOTE_CHANGED');
    const { user } = renderApp('/payments', { handlers: [accountIs(due(1000, 1165)), changed, ...handlers] });
    await user.click(await screen.findByRole('button', { name: 'Pay $11.65' }));
    expect(outcomeIn(await screen.findByRole('alert'))).not.toContain('account credit');
  });
});
