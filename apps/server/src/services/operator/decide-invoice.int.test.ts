import { describe, expect, test } from 'vitest';
import { answerBank, CHALLENGE_CARD, confirm, expectChallenge } from '../../../test/challenges.ts';
import type { Customer } from '../../../test/harness.ts';
import { extend, makeLicenceHolder } from '../../../test/licences.ts';
import { amounts, buy, CARD, makeHolder, makeLate, starterYearly } from '../../../test/shop.ts';
import { useShop } from '../../../test/use-harness.ts';

/** Commands that void, write off and end (S22) while a bank waits for its customer. */

const h = useShop();

const by = { actor: 'jo@vendor.example', reason: 'ticket 4711' };
const attempts = async (customer: Customer) =>
  (
    await h.database.query<{ status: string }>(
      `SELECT status FROM payment_attempts WHERE account_id = $1 AND kind = 'charge' ORDER BY sent_at, id`,
      [customer.accountId],
    )
  ).map(({ status }) => status);
const audit = (customer: Customer) =>
  h.database.query<{ action: string; subjectId: string; after: object }>(
    'SELECT action, subject_id, after FROM audit_log WHERE account_id = $1 ORDER BY wall_at, id',
    [customer.accountId],
  );

/** Their renewal failed, they pay out of turn, and the bank asks. */
const makeChallengedPayment = async () => {
  const late = await makeLate(h);
  const saved = await late.customer.client.post(CARD, { type: 'stripe', token: CHALLENGE_CARD });
  expect(saved.status, saved.text).toBe(201);
  const paying = late.customer.client.post(`/api/account/me/receipts/${late.receipt}/pay`, {
    expectedTotalCents: 3220,
  });
  const { attemptId } = await expectChallenge(paying);
  return { ...late, attemptId };
};

describe('an invoice whose bank waits for the customer', () => {
  test.each(['voidInvoice', 'writeOffInvoice'] as const)(
    '%s: the challenge is ended first, then it is done',
    async (command) => {
      const { customer, receipt, id, attemptId } = await makeChallengedPayment();
      expect(await h.operator[command](receipt, by)).toEqual({ invoiceId: receipt, endedSubscriptions: [id] });
      expect((await attempts(customer)).at(-1)).toBe('canceled');
      expect(await h.subscriptions(customer)).toEqual([]);
      // Whoever comes back to the bank's page now pays nothing.
      await answerBank(h, attemptId, 'approve');
      expect(await amounts(h, customer)).toEqual([3220]);
    },
  );

  test('[INV-2] approved at the last moment: the money counts, and there is nothing to void', async () => {
    const { customer, receipt, attemptId } = await makeChallengedPayment();
    await answerBank(h, attemptId, 'approve');
    await expect(h.operator.voidInvoice(receipt, by)).rejects.toMatchObject({ detail: { code: 'not_open' } });
    expect(await amounts(h, customer)).toEqual([3220, 3220]);
    expect(await h.subscriptions(customer)).toMatchObject([{ status: 'active' }]);
    expect(await audit(customer)).toEqual([]);
  });

  test('[INV-12] a silent gateway: undecided, and nothing is changed', async () => {
    const { customer, receipt } = await makeChallengedPayment();
    h.faults.fail('cancel', 'silent-before');
    await expect(h.operator.voidInvoice(receipt, by)).rejects.toMatchObject({ detail: { code: 'undecided' } });
    expect((await attempts(customer)).at(-1)).toBe('requires_action');
    h.faults.clear();
    expect(await h.operator.writeOffInvoice(receipt, by)).toMatchObject({ invoiceId: receipt });
  });

  test('of a purchase: it is undone with its challenge, which is all that voiding asks for', async () => {
    const customer = await h.makeCustomer({ card: CHALLENGE_CARD });
    await expectChallenge(buy(customer, starterYearly));
    const [invoice] = await h.database.query<{ id: string }>(`SELECT id FROM invoices WHERE account_id = $1`, [
      customer.accountId,
    ]);
    expect(await h.operator.voidInvoice(invoice?.id ?? '', by)).toEqual({
      invoiceId: invoice?.id,
      endedSubscriptions: [],
    });
    expect(await attempts(customer)).toEqual(['canceled']);
    expect(await audit(customer)).toMatchObject([
      { action: 'void', subjectId: invoice?.id, after: { status: 'void' } },
    ]);
    await expect(h.operator.voidInvoice(invoice?.id ?? '', by)).rejects.toMatchObject({ detail: { code: 'not_open' } });
  });

  test('the challenge of another invoice of theirs is left alone', async () => {
    const { customer, id, receipt } = await makeLate(h);
    await customer.client.post(CARD, { type: 'stripe', token: CHALLENGE_CARD });
    const { attemptId } = await expectChallenge(buy(customer, { planId: 'pln_scope_starter', interval: 'yearly' }));
    expect(await h.operator.voidInvoice(receipt, by)).toEqual({ invoiceId: receipt, endedSubscriptions: [id] });
    expect((await attempts(customer)).at(-1)).toBe('requires_action');
    expect(await answerBank(h, attemptId, 'approve')).toBeLessThan(400);
    expect((await confirm(customer, attemptId)).status).toBe(200);
  });
});

describe('endSubscription', () => {
  test('[OP-02] a paid one: at once, told and on the record; no money moves', async () => {
    const { customer, id } = await makeHolder(h, starterYearly);
    const { id: listed } = (await h.operator.listSubscriptions(customer.email))[0] ?? {};
    expect(listed).toBe(id);
    expect(await h.operator.endSubscription(id, by)).toEqual({ accountId: customer.accountId, voidedInvoices: [] });
    expect(await h.subscriptions(customer, true)).toMatchObject([{ id, status: 'canceled', effective: false }]);
    expect(await h.account(customer)).toMatchObject({ balanceCents: 0 });
    expect(await amounts(h, customer)).toEqual([32_462]);
    expect(await audit(customer)).toMatchObject([{ action: 'end_subscription', subjectId: id }]);
    await expect(h.operator.endSubscription(id, by)).rejects.toMatchObject({ detail: { code: 'done_already' } });
    await expect(h.operator.endSubscription('sub_nobody', by)).rejects.toMatchObject({ detail: { code: 'not_found' } });
    await h.advance(customer, { by: 'P13M' });
    expect(await amounts(h, customer)).toEqual([32_462]);
  });

  test('what waits for its payment, with the bank asking: the challenge is ended, the invoice is void', async () => {
    const { customer, id, receipt } = await makeChallengedPayment();
    expect(await h.operator.endSubscription(id, by)).toEqual({
      accountId: customer.accountId,
      voidedInvoices: [receipt],
    });
    expect((await h.receipts(customer)).map(({ isPaid }) => isPaid)).toEqual([true]);
  });

  test('a purchase that waits for its bank: it is undone with its challenge', async () => {
    const customer = await h.makeCustomer({ card: CHALLENGE_CARD });
    await expectChallenge(buy(customer, starterYearly));
    const [{ id = '' } = {}] = await h.operator.listSubscriptions(customer.accountId);
    await h.operator.endSubscription(id, by);
    expect(await h.operator.listSubscriptions(customer.accountId)).toEqual([]);
    expect(await audit(customer)).toMatchObject([{ action: 'end_subscription', subjectId: id }]);
  });

  test('a perpetual licence whose extension waits for its bank', async () => {
    const { customer, id } = await makeLicenceHolder(h);
    await customer.client.post(CARD, { type: 'stripe', token: CHALLENGE_CARD });
    await expectChallenge(extend(customer, id));
    await h.operator.endSubscription(id, by);
    expect(await h.subscriptions(customer)).toEqual([]);
    const purchases = await h.database.query('SELECT status FROM one_time_purchases WHERE account_id = $1', [
      customer.accountId,
    ]);
    expect(purchases).toEqual([{ status: 'failed' }]);
  });
});
