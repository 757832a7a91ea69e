import { describe, expect, test } from 'vitest';
import type { Customer } from '../../../test/harness.ts';
import { makePurchase, starterYearly } from '../../../test/shop.ts';
import { useShop } from '../../../test/use-harness.ts';

/** A gateway that does not say what became of a refund: the money goes back once, and the books know of it (INV-2, INV-12). */

const h = useShop();

const by = { actor: 'jo@vendor.example', reason: 'ticket 4711' };
const refundsOf = async ({ accountId }: Customer) =>
  (
    await h.database.query<{ status: string }>('SELECT status FROM refunds WHERE account_id = $1 ORDER BY id', [
      accountId,
    ])
  ).map(({ status }) => status);
const atGateway = async (customer: Customer) => {
  const [charge] = await h.charges(customer);
  const made = await h.database.query<{ amountCents: number }>(
    'SELECT amount_cents FROM sandbox.refunds WHERE charge_id = $1',
    [charge?.id],
  );
  return made.map(({ amountCents }) => amountCents);
};

/** A refund of 100 dollars whose answer never came. */
const unanswered = async (how: 'silent-before' | 'silent-after') => {
  const customer = await h.makeCustomer({ card: 'tok_visa' });
  const { receipt } = await makePurchase(customer, starterYearly);
  h.faults.fail('refund', how);
  await h.operator.refund(receipt?.id ?? '', 10_000, by);
  h.faults.clear();
  expect(await refundsOf(customer)).toEqual(['sending']);
  return { customer, receipt: receipt?.id ?? '' };
};

/** What the worker does once the lease is over, so long after the refund was begun. */
const recover = async (ago: string) => {
  await h.database.query(
    `UPDATE refunds SET lease_until = now() - interval '1 second', created_at = now() - $1::interval WHERE status = 'sending'`,
    [ago],
  );
  await h.work.recoverRefunds();
};

describe('[INV-2] [INV-12] a refund that nobody knows about', () => {
  test('was taken, and its repetition is refused: it is found and booked, not called failed', async () => {
    const { customer } = await unanswered('silent-after');
    h.faults.fail('refund', 'rejected');
    await recover('1 minute');
    expect(await refundsOf(customer)).toEqual(['succeeded']);
    expect(await atGateway(customer)).toEqual([10_000]);
  });

  test('was taken so long ago that its key is forgotten: looked up, and not sent again', async () => {
    const { customer } = await unanswered('silent-after');
    const asked = h.faults.calls.refund;
    await recover('21 hours');
    expect(h.faults.calls.refund).toBe(asked);
    expect(await refundsOf(customer)).toEqual(['succeeded']);
    expect(await atGateway(customer)).toEqual([10_000]);
  });

  test('never arrived, and is refused now: undecided while it may turn up, then failed, and an operator may begin again', async () => {
    const { customer, receipt } = await unanswered('silent-before');
    h.faults.fail('refund', 'rejected');
    await recover('1 minute');
    expect(await refundsOf(customer)).toEqual(['sending']);
    await recover('11 minutes');
    expect(await refundsOf(customer)).toEqual(['failed']);
    h.faults.clear();
    await h.operator.refund(receipt, 10_000, by);
    expect(await refundsOf(customer)).toEqual(['failed', 'succeeded']);
    expect(await atGateway(customer)).toEqual([10_000]);
  });

  test('refused at the very first try: failed at once', async () => {
    const customer = await h.makeCustomer({ card: 'tok_visa' });
    const { receipt } = await makePurchase(customer, starterYearly);
    h.faults.fail('refund', 'rejected');
    await h.operator.refund(receipt?.id ?? '', 10_000, by);
    expect(await refundsOf(customer)).toEqual(['failed']);
    expect(await atGateway(customer)).toEqual([]);
  });
});
