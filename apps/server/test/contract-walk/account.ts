import { answerBank, expectChallenge } from '../challenges.ts';
import type { Harness } from '../harness.ts';
import { CARD, makeLate } from '../shop.ts';
import type { CustomerCall, Examples, Site } from './example.ts';

/** The good card arrives without the retry that adding it would make, so that there is something left to pay. */
const withOpenReceipt = async (h: Harness) => {
  const late = await makeLate(h);
  await h.database.query(
    `UPDATE sandbox.cards SET behaviour = 'tok_visa' WHERE customer_id = (SELECT gateway_customer_ref FROM accounts WHERE id = $1)`,
    [late.customer.accountId],
  );
  return late;
};

/** Receipts, cards, the sandbox. */
export const accountExamples = {
  'GET /api/account/me': () => ({ status: 200 }),
  'GET /api/account/me/receipts': () => ({ query: '?page=1&pageSize=5', status: 200 }),
  'GET /api/account/me/receipts/:id': ({ receiptId }) => ({ path: { id: receiptId }, status: 200 }),
  'GET /api/account/me/receipts/:id.pdf': ({ receiptId }) => ({ path: { id: receiptId }, status: 200 }),
  'POST /api/account/me/receipts/:id/pay': async ({ h }) => {
    const { customer, receipt } = await withOpenReceipt(h);
    return { path: { id: receipt }, body: { expectedTotalCents: 3220 }, status: 200, as: customer };
  },
  'POST /api/account/me/payment_methods': () => ({ body: { type: 'stripe', token: 'tok_mastercard' }, status: 201 }),
  'POST /api/account/me/payment_attempts/:id/confirm': async ({ h }) => {
    const owner = await h.makeCustomer();
    const token = 'tok_threeDSecure2Required';
    const { attemptId } = await expectChallenge(
      owner.client.post('/api/account/me/payment_methods', { type: 'stripe', token }),
    );
    await answerBank(h, attemptId, 'approve');
    return { path: { id: attemptId }, status: 200, as: owner };
  },
  'GET /api/account/me/commands/:idempotencyKey': async ({ h }) => {
    const owner = await h.makeCustomer();
    await owner.client.post(CARD, { type: 'stripe', token: 'tok_visa' }, { key: 'card-1' });
    return { path: { idempotencyKey: 'card-1' }, status: 200, as: owner };
  },
  'GET /api/account/taxes/rate/:postalCode': () => ({
    path: { postalCode: '02110' },
    query: '?country=US',
    status: 200,
  }),
  'GET /api/account/payment-config': () => ({ status: 200 }),
  'POST /api/account/me/clock': () => ({ status: 201 }),
  'GET /api/account/me/clock': () => ({ status: 200 }),
  'POST /api/account/me/clock/advance': async ({ h }) => {
    const traveller = await h.makeCustomer({ clock: '2026-01-10T12:00:00.000Z' });
    return { body: { by: 'P1D' }, status: 202, as: traveller };
  },
  'POST /sandbox/tokens': () => ({
    body: { number: '4242 4242 4242 4242', expMonth: 4, expYear: 2030, cvc: '123' },
    status: 201,
  }),
  'GET /sandbox/mails': ({ customer }) => ({ query: `?to=${encodeURIComponent(customer.email)}&limit=5`, status: 200 }),
} satisfies Partial<Examples<CustomerCall, Site>>;
