import { describe, expect, test } from 'vitest';
import { deliverEvents } from '../../../test/challenges.ts';
import type { Customer } from '../../../test/harness.ts';
import { makeHolder, makePurchase, starterYearly } from '../../../test/shop.ts';
import { useShop } from '../../../test/use-harness.ts';
import { refundByHand } from '../../adapters/payment-gateway/sandbox/refunds.ts';

/** Money that left the gateway because an operator acted in the gateway's own pages (decision 16). */

const h = useShop();

const by = { actor: 'jo@vendor.example', reason: 'ticket 4711' };
const give = async (customer: Customer, amountCents: number) => {
  const [charge] = await h.charges(customer);
  await h.database.transaction((sql) => refundByHand(sql, { chargeRef: charge?.id ?? '', amountCents }));
};
const holder = async (card = 'tok_visa') => {
  const customer = await h.makeCustomer({ card });
  const { receipt } = await makePurchase(customer, starterYearly);
  return { customer, receipt: receipt?.id ?? '' };
};
const refundsOf = ({ accountId }: Customer) =>
  h.database.query<{ amountCents: number; taxCents: number; status: string }>(
    'SELECT amount_cents, tax_cents, status FROM refunds WHERE account_id = $1 ORDER BY sent_at, id',
    [accountId],
  );
const statusOf = async (customer: Customer) => (await h.receipts(customer))[0]?.status;
/** Every event of a refund comes once more. */
const again = async () => {
  await h.database.query(
    `UPDATE webhook_events SET processed_at = NULL, next_try_at = now() WHERE type LIKE 'charge.refund%'`,
  );
  await h.work.processWebhooks();
};

const aDayLater = async () => {
  await h.database.query(
    `UPDATE webhook_events SET received_at = now() - interval '25 hours', next_try_at = now() WHERE processed_at IS NULL`,
  );
  await h.work.processWebhooks();
};

describe('[PY-05] [INV-2] a refund that was made at the gateway', () => {
  test('[INV-10] tok_sandbox_refundedByHand: in the books once, on the receipt, on the record, and told by mail', async () => {
    const { customer } = await holder('tok_sandbox_refundedByHand');
    await deliverEvents(h);
    await again();
    await again();
    expect(await refundsOf(customer)).toEqual([{ amountCents: 1_000, taxCents: 76, status: 'succeeded' }]);
    expect(await statusOf(customer)).toBe('Partially refunded');
    const entries = await h.database.query(
      `SELECT debit, amount_cents FROM ledger_entries WHERE account_id = $1 AND credit = 'cash' ORDER BY debit`,
      [customer.accountId],
    );
    expect(entries).toEqual([
      { debit: 'revenue', amountCents: 924 },
      { debit: 'tax_payable', amountCents: 76 },
    ]);
    const record = await h.database.query(
      `SELECT actor, action, after -> 'amountCents' AS cents FROM audit_log WHERE account_id = $1`,
      [customer.accountId],
    );
    expect(record).toEqual([{ actor: 'sandbox', action: 'refund', cents: 1_000 }]);
    const told = h.queued.filter((job) => !('kind' in job) && job.accountId === customer.accountId);
    expect(told.filter(({ template }) => template === 'refunded')).toMatchObject([{ facts: { amountCents: 1_000 } }]);
  });

  test('[INV-12] two events of two workers at the same moment: once', async () => {
    const { customer } = await holder();
    await give(customer, 2_000);
    await give(customer, 500);
    await Promise.all([deliverEvents(h), deliverEvents(h), h.work.processWebhooks()]);
    await again();
    expect((await refundsOf(customer)).map(({ amountCents }) => amountCents).sort()).toEqual([2_000, 500]);
  });

  test('counts for what an operator may still refund, and the last part takes the rest of the tax', async () => {
    const { customer, receipt } = await holder();
    await give(customer, 32_000);
    await deliverEvents(h);
    await expect(h.operator.refund(receipt, 463, by)).rejects.toMatchObject({ detail: { code: 'more_than_left' } });
    expect(await h.operator.refund(receipt, null, by)).toMatchObject({ status: 'succeeded', amountCents: 462 });
    await again();
    expect((await refundsOf(customer)).reduce((sum, { taxCents }) => sum + taxCents, 0)).toBe(2_474);
    expect(await statusOf(customer)).toBe('Refunded');
  });

  test('that does not fit beside one of ours without an answer waits for it, and is booked then', async () => {
    const { customer, receipt } = await holder();
    h.faults.fail('refund', 'silent-before');
    await h.operator.refund(receipt, null, by);
    await give(customer, 1_000);
    await deliverEvents(h);
    expect(await refundsOf(customer)).toMatchObject([{ amountCents: 32_462, status: 'sending' }]);
    // Ours is asked for again: it is more than the gateway has left, so it is looked up, and was never made.
    h.faults.clear();
    await h.database.query(
      `UPDATE refunds SET lease_until = now() - interval '1 second', created_at = now() - interval '11 minutes' WHERE status = 'sending'`,
    );
    await h.work.recoverRefunds();
    await again();
    expect(await refundsOf(customer)).toMatchObject([
      { amountCents: 32_462, status: 'failed' },
      { amountCents: 1_000, status: 'succeeded' },
    ]);
  });

  test('and that fits nowhere for a day: a person is told', async () => {
    const { customer, receipt } = await holder();
    h.faults.fail('refund', 'silent-before');
    await h.operator.refund(receipt, null, by);
    await give(customer, 1_000);
    await deliverEvents(h);
    h.log.expectQuiet();
    await aDayLater();
    expect(h.log.takeErrors()).toEqual([expect.stringContaining('not in our books')]);
    h.faults.clear();
    await h.database.query(
      `UPDATE refunds SET lease_until = now() - interval '1 second', created_at = now() - interval '11 minutes' WHERE status = 'sending'`,
    );
    await h.work.recoverRefunds();
  });

  test('[I9] of money that became account credit: it fits nowhere, and a person is told', async () => {
    const { customer, id } = await makeHolder(h, { planId: 'pln_drive_ultimate', interval: 'yearly' });
    const smaller = { planId: 'pln_drive_starter', interval: 'yearly' };
    expect((await customer.client.patch(`/api/subscription/subscriptions/${id}`, smaller)).status).toBe(200);
    await give(customer, 1_000);
    await deliverEvents(h);
    expect(await refundsOf(customer)).toEqual([]);
    await aDayLater();
    expect(h.log.takeErrors()).toEqual([expect.stringContaining('not in our books')]);
  });

  test('that the bank could not credit after all: taken back in the books, once', async () => {
    const { customer } = await holder();
    await give(customer, 1_000);
    await deliverEvents(h);
    await h.database.query(
      `UPDATE sandbox.refunds SET status = 'failed' WHERE charge_id IN (SELECT id FROM sandbox.charges WHERE id = $1)`,
      [(await h.charges(customer))[0]?.id],
    );
    await again();
    await again();
    expect(await refundsOf(customer)).toMatchObject([{ amountCents: 1_000, status: 'failed' }]);
    expect(await statusOf(customer)).toBe('Paid');
    expect(h.log.takeErrors()).toEqual([expect.stringContaining('could not credit a refund')]);
  });
});
