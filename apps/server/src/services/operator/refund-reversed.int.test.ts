import { expect, test } from 'vitest';
import { deliverEvents } from '../../../test/challenges.ts';
import type { Customer } from '../../../test/harness.ts';
import { makePurchase, starterYearly } from '../../../test/shop.ts';
import { useShop } from '../../../test/use-harness.ts';

/** A refund that fails at the bank, told by events of the sandbox gateway. */

const h = useShop();

const by = { actor: 'jo@vendor.example', reason: 'ticket 4711' };
const receiptOf = async (customer: Customer) => (await h.receipts(customer))[0];
const statusOf = async (customer: Customer) => (await receiptOf(customer))?.status;
const refundOf = (customer: Customer) =>
  h.database.query<{ status: string; errorMessage: string | null }>(
    'SELECT status, error_message FROM refunds WHERE account_id = $1',
    [customer.accountId],
  );
const refunded = async (card: string, cents: number | null) => {
  const customer = await h.makeCustomer({ card });
  const { receipt } = await makePurchase(customer, starterYearly);
  await h.operator.refund(receipt?.id ?? '', cents, by);
  return { customer, receipt: receipt?.id ?? '' };
};

test('[PY-05] tok_pendingRefund: the bank takes its time and credits it; nothing changes', async () => {
  const { customer } = await refunded('tok_pendingRefund', 10_000);
  await deliverEvents(h);
  expect(await refundOf(customer)).toEqual([{ status: 'succeeded', errorMessage: null }]);
  expect(await statusOf(customer)).toBe('Partially refunded');
});

test('[PY-05] [INV-10] tok_refundFail: taken back in the books, told to the vendor once, however often the event comes', async () => {
  const { customer } = await refunded('tok_refundFail', null);
  const whole = { refunds: [{ amount: 32_462, status: 'succeeded' }], refundedCents: 32_462, amountAfterRefunds: 0 };
  expect(await receiptOf(customer)).toMatchObject({ status: 'Refunded', ...whole });
  await deliverEvents(h);
  const told = h.log.takeErrors();
  expect(told).toEqual([expect.stringContaining('could not credit a refund')]);
  await h.database.query(
    `UPDATE webhook_events SET processed_at = NULL, next_try_at = now() WHERE type = 'charge.refund.updated'`,
  );
  await h.work.processWebhooks();
  expect(await refundOf(customer)).toEqual([{ status: 'failed', errorMessage: 'the bank could not credit it' }]);
  const none = { refunds: [{ amount: 32_462, status: 'failed' }], refundedCents: 0, amountAfterRefunds: 32_462 };
  expect(await receiptOf(customer)).toMatchObject({ status: 'Paid', ...none });
  const entries = await h.database.query(
    `SELECT debit, credit, amount_cents FROM ledger_entries WHERE account_id = $1 AND kind = 'refund.reversed' ORDER BY credit`,
    [customer.accountId],
  );
  expect(entries).toEqual([
    { debit: 'cash', credit: 'revenue', amountCents: 29988 },
    { debit: 'cash', credit: 'tax_payable', amountCents: 2474 },
  ]);
});

test('the event of a refund whose answer was lost: it waits until the refund is in our books, and then counts', async () => {
  const customer = await h.makeCustomer({ card: 'tok_refundFail' });
  const { receipt } = await makePurchase(customer, starterYearly);
  h.faults.fail('refund', 'silent-after');
  await h.operator.refund(receipt?.id ?? '', null, by);
  h.faults.clear();
  await deliverEvents(h);
  expect(await refundOf(customer)).toEqual([{ status: 'sending', errorMessage: null }]);
  await h.database.query(`UPDATE refunds SET lease_until = now() - interval '1 second' WHERE status = 'sending'`);
  await h.work.recoverRefunds();
  expect(await refundOf(customer)).toEqual([{ status: 'succeeded', errorMessage: null }]);
  await h.database.query('UPDATE webhook_events SET next_try_at = now() WHERE processed_at IS NULL');
  await h.work.processWebhooks();
  expect(await refundOf(customer)).toMatchObject([{ status: 'failed' }]);
  expect(h.log.takeErrors()).toHaveLength(1);
});

test('[PY-04, PY-05] a receipt lists each refund with its day and what became of it, and counts those that came through', async () => {
  const customer = await h.makeCustomer({ card: 'tok_visa', clock: '2026-03-01T09:00:00.000Z' });
  const { receipt } = await makePurchase(customer, starterYearly);
  const give = async (cents: number) => {
    await h.operator.refund(receipt?.id ?? '', cents, by);
    await h.advance(customer, { by: 'P1D' });
  };
  expect(await receiptOf(customer)).toMatchObject({ refunds: [], refundedCents: 0, amountAfterRefunds: 32_462 });
  await give(10_000);
  h.faults.fail('refund', 'rejected');
  await give(500);
  h.faults.clear();
  await give(62);
  h.faults.fail('refund', 'silent-before');
  await give(1_000);
  h.faults.clear();
  const listed = await receiptOf(customer);
  expect(listed?.refunds.map(({ id, ...refund }) => refund)).toEqual([
    { amount: 10_000, status: 'succeeded', date: '2026-03-01T09:00:00.000Z' },
    { amount: 500, status: 'failed', date: '2026-03-02T09:00:00.000Z' },
    { amount: 62, status: 'succeeded', date: '2026-03-03T09:00:00.000Z' },
    { amount: 1_000, status: 'sending', date: '2026-03-04T09:00:00.000Z' },
  ]);
  expect(listed).toMatchObject({
    ...{ status: 'Partially refunded', amount: 32_462, refundedCents: 10_062, amountAfterRefunds: 22_400 },
  });
  const alone = await customer.client.get(`/api/account/me/receipts/${receipt?.id}`);
  expect(alone.body).toEqual(listed);
});
