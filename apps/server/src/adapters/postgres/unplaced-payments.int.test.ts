import type { AttemptStatus } from '@foyer/contract/vocabulary/record-words';
import { expect, test } from 'vitest';
import { makePurchase } from '../../../test/shop.ts';
import { useHarness } from '../../../test/use-harness.ts';

const h = useHarness();
const by = { actor: 'jo', reason: 'a test' };

/** A customer with one attempt of this status, whose payment at the gateway was parked. */
const makeParked = async (status: AttemptStatus, gatewayRef: string) => {
  const customer = await h.makeCustomer({ card: 'tok_visa' });
  await makePurchase(customer, { planId: 'pln_drive_starter_monthly' });
  await h.database.query('UPDATE payment_attempts SET status = $2, gateway_intent_ref = $3 WHERE account_id = $1', [
    customer.accountId,
    status,
    gatewayRef,
  ]);
  await h.database.query(
    `INSERT INTO unplaced_payments (gateway_ref, account_id, amount_cents, reason) VALUES ($1, $2, 3220, 'no_rule')`,
    [gatewayRef, customer.accountId],
  );
  return customer;
};

const listed = async () => (await h.operator.listParkedPayments()).rows.map(({ gatewayRef }) => gatewayRef);

/** True: the payment waits for an operator, because this attempt does not book it. */
const waits: Record<AttemptStatus, boolean> = {
  sending: false,
  requires_action: false,
  processing: false,
  succeeded: false,
  declined: true,
  errored: true,
  canceled: true,
};

test.each(Object.entries(waits) as [AttemptStatus, boolean][])(
  '[O20] a parked payment that an attempt with the status %s has: it waits for an operator: %s',
  async (status, isWaiting) => {
    for (const decision of ['keepPayment', 'dismissPayment'] as const) {
      const ref = `pi_${status}_${decision}`;
      const customer = await makeParked(status, ref);
      expect((await listed()).includes(ref)).toBe(isWaiting);
      const decided = h.operator[decision](ref, by);
      if (isWaiting) await expect(decided).resolves.toMatchObject({ amountCents: 3220 });
      else await expect(decided).rejects.toMatchObject({ detail: { code: 'done_already' } });
      const rows = await h.database.query(
        `SELECT amount_cents FROM ledger_entries WHERE account_id = $1 AND kind = 'payment.kept'`,
        [customer.accountId],
      );
      expect(rows).toHaveLength(isWaiting && decision === 'keepPayment' ? 1 : 0);
    }
  },
);

test.each(['keepPayment', 'dismissPayment'] as const)(
  '[O20] %s beside an order that books the payment at the same moment: it waits for the order, and is refused',
  async (decision) => {
    const ref = `pi_beside_${decision}`;
    const { accountId } = await makeParked('canceled', ref);
    const waiting = () =>
      h.database.query(
        `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
    const decided = await h.database.transaction(async (sql) => {
      await sql.query('SELECT FROM accounts WHERE id = $1 FOR UPDATE', [accountId]);
      await sql.query(`UPDATE payment_attempts SET status = 'succeeded' WHERE gateway_intent_ref = $1`, [ref]);
      const decided = h.operator[decision](ref, by).then(
        () => 'decided',
        (error: unknown) => error,
      );
      await Promise.race([decided, expect.poll(waiting).toHaveLength(1)]);
      return { outcome: decided };
    });
    expect(await decided.outcome).toMatchObject({ detail: { code: 'done_already' } });
    expect(await h.database.query('SELECT status FROM unplaced_payments WHERE gateway_ref = $1', [ref])).toEqual([
      { status: 'waiting' },
    ]);
  },
);
