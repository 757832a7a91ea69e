import { afterEach, describe, expect, test } from 'vitest';
import { berlin } from '../../../test/customers.ts';
import type { Customer } from '../../../test/harness.ts';
import { buy, CARD, makePurchase, refusal } from '../../../test/shop.ts';
import { useShop } from '../../../test/use-harness.ts';

const h = useShop();
const FEBRUARY = Date.parse('2026-02-01T00:00:00.000Z');

afterEach(() => h.wall.reset());

const rowsOf = (table: string, { accountId }: Customer) =>
  h.database.query<{ status: string }>(`SELECT status FROM ${table} WHERE account_id = $1 ORDER BY created_at, id`, [
    accountId,
  ]);

const expectNothing = async (customer: Customer) => {
  expect(await h.subscriptions(customer, true)).toEqual([]);
  expect(await h.receipts(customer)).toEqual([]);
  expect(await h.charges(customer)).toEqual([]);
  expect((await h.account(customer)).balanceCents).toBe(0);
};

describe('cards', () => {
  test('[PM-02] the sandbox takes listed test numbers only; the number and its code are kept nowhere (INV-21)', async () => {
    const customer = await h.makeCustomer();
    const made = await customer.client.post<{ id: string; card: object }>('/sandbox/tokens', {
      number: '4242 4242 4242 4242',
      expMonth: 4,
      expYear: 2031,
      cvc: '987',
    });
    expect(made.body.card).toEqual({ brand: 'visa', last4: '4242' });
    const saved = await customer.client.post(CARD, { type: 'stripe', token: made.body.id });
    expect([saved.status, saved.body]).toMatchObject([
      201,
      {
        brand: 'visa',
        last4: '4242',
        expirationMonth: 4,
        expirationYear: 2031,
        isDefault: true,
        expired: false,
        retried: [],
      },
    ]);
    expect((await h.account(customer)).paymentMethod).toMatchObject({ last4: '4242' });
    const other = await customer.client.post('/sandbox/tokens', {
      number: '4111111111111111',
      expMonth: 4,
      expYear: 2031,
      cvc: '987',
    });
    expect([other.status, other.body.error.code]).toEqual([402, 'incorrect_number']);
    const kept = await h.database.query(
      `SELECT 1 FROM sandbox.tokens t WHERE t::text LIKE '%42424242%' OR t::text LIKE '%4111%'`,
    );
    expect(kept).toEqual([]);
    expect(h.log.lines.join('')).not.toMatch(/4242 ?4242|4111 ?1111|"987"/);
  });

  test('declined when saved: the words of the gateway, no card and no debt', async () => {
    const customer = await h.makeCustomer();
    const answer = await customer.client.post(CARD, {
      type: 'stripe',
      token: 'tok_visa_chargeDeclinedInsufficientFunds',
    });
    expect(answer.status).toBe(402);
    expect(answer.body.error).toMatchObject({
      type: 'StripeCardError',
      message: 'Your card has insufficient funds.',
      code: 'card_declined',
      declineCode: 'insufficient_funds',
    });
    expect(answer.body.message).toBe('Your card has insufficient funds.');
    expect((await h.account(customer)).paymentMethod).toBeNull();
    await expectNothing(customer);
    expect((await customer.client.post(CARD, { type: 'stripe', token: 'tok_visa' })).status).toBe(201);
  });

  test('a card declined when saved leaves the one before in place', async () => {
    const customer = await h.makeCustomer({ card: 'tok_visa' });
    await customer.client.post(CARD, { type: 'stripe', token: 'tok_chargeDeclinedExpiredCard' });
    expect((await h.account(customer)).paymentMethod).toMatchObject({ last4: '4242' });
    await customer.client.post(CARD, { type: 'stripe', token: 'tok_mastercard' });
    expect((await h.account(customer)).paymentMethod).toMatchObject({ brand: 'mastercard', last4: '4444' });
  });

  test.each([
    [2026, 1, 'invalid_expiry_month', "Your card's expiration month is invalid."],
    [2025, 12, 'invalid_expiry_year', "Your card's expiration year is invalid."],
  ])('[PM-06] the sandbox makes no token of a card that ended with %i-%i', async (expYear, expMonth, code, message) => {
    h.wall.set(FEBRUARY);
    const customer = await h.makeCustomer();
    const card = { number: '4242424242424242', expYear, expMonth, cvc: '123' };
    const answer = await customer.client.post('/sandbox/tokens', card);
    expect([answer.status, answer.body.error.code, answer.body.message]).toEqual([402, code, message]);
    const good = await customer.client.post('/sandbox/tokens', { ...card, expYear: 2026, expMonth: 2 });
    expect(good.status).toBe(201);
  });

  test('[PM-06] a card that has ended by the clock of its account takes no place of a good one, and does not stay at the gateway', async () => {
    const customer = await h.makeCustomer({ clock: '2041-01-01T00:00:00.000Z' });
    const lasting = { number: '5555555555554444', expYear: 2099, expMonth: 2, cvc: '123' };
    const { id } = (await customer.client.post<{ id: string }>('/sandbox/tokens', lasting)).body;
    await customer.client.post(CARD, { type: 'stripe', token: id });
    // good to the end of 2040
    const answer = await customer.client.post(CARD, { type: 'stripe', token: 'tok_visa' });
    expect([answer.status, answer.body.error.type, answer.body.error.code]).toEqual([
      402,
      'StripeCardError',
      'expired_card',
    ]);
    expect((await h.account(customer)).paymentMethod).toMatchObject({ brand: 'mastercard', expired: false });
    const cards = await rowsOf('payment_methods', customer);
    expect(cards.map(({ status }) => status)).toEqual(['active', 'replaced']);
  });

  test('a token that is none: INVALID_REQUEST', async () => {
    const customer = await h.makeCustomer();
    expect(await refusal(customer.client.post(CARD, { type: 'stripe', token: 'tok_nothing' }))).toEqual([
      400,
      'INVALID_REQUEST',
    ]);
    expect((await h.account(customer)).paymentMethod).toBeNull();
  });

  test('outside the card countries, and in the scope brand without an address, none can be saved', async () => {
    const card = { type: 'stripe', token: 'tok_visa' };
    const otto = await h.makeCustomer({ address: berlin });
    expect(await refusal(otto.client.post(CARD, card))).toEqual([409, 'CARD_COUNTRY_UNSUPPORTED']);
    expect((await h.account(otto)).canAddPaymentMethod).toBe(false);
    const grace = await h.makeCustomer({ address: null, brand: 'scope' });
    expect(await refusal(grace.client.post(CARD, card))).toEqual([400, 'MISSING_ADDRESS']);
    const drive = await h.makeCustomer({ address: null });
    expect((await drive.client.post(CARD, card)).status).toBe(201);
  });

  test('ten cards saved at the same moment: one is the card, and none of the answers is a fault', async () => {
    const customer = await h.makeCustomer();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => customer.client.post(CARD, { type: 'stripe', token: 'tok_visa' })),
    );
    expect(answers.map(({ status }) => status).filter((status) => status !== 201 && status !== 409)).toEqual([]);
    const active = (await rowsOf('payment_methods', customer)).filter(({ status }) => status === 'active');
    expect(active).toHaveLength(1);
  });

  test('declined at the first charge: no subscription, a void invoice, empty books; a good card buys the same plan', async () => {
    const customer = await h.makeCustomer({ card: 'tok_visa_chargeCustomerFail' });
    const answer = await buy(customer, { planId: 'pln_drive_starter' });
    expect(answer.status).toBe(402);
    expect(answer.body.error).toMatchObject({
      type: 'StripeCardError',
      message: 'Your card was declined.',
      code: 'card_declined',
      declineCode: 'generic_decline',
    });
    await expectNothing(customer);
    expect(await rowsOf('invoices', customer)).toEqual([{ status: 'void' }]);
    expect(await rowsOf('subscriptions', customer)).toEqual([{ status: 'incomplete_expired' }]);
    const [invoice] = await h.database.query<{ id: string }>('SELECT id FROM invoices WHERE account_id = $1', [
      customer.accountId,
    ]);
    expect(await refusal(customer.client.get(`/api/account/me/receipts/${invoice?.id}`))).toEqual([404, 'NOT_FOUND']);

    await customer.client.post(CARD, { type: 'stripe', token: 'tok_visa' });
    await makePurchase(customer, { planId: 'pln_drive_starter' });
    expect(await h.charges(customer)).toMatchObject([{ amountCents: 32462 }]);
  });
});
