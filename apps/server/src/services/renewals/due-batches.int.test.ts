import type { AccountId } from '@foyer/contract/vocabulary/ids';
import { describe, expect, test } from 'vitest';
import { atEveryStatement } from '../../../test/at-every-statement.ts';
import { makeDue } from '../../../test/multiply.ts';
import { useShop } from '../../../test/use-harness.ts';

const h = useShop();

const count = async (query: string, values: readonly unknown[] = []): Promise<number> => {
  const [row] = await h.database.query<{ n: number }>(`SELECT count(*) AS n FROM ${query}`, values);
  return row?.n ?? 0;
};
const waiting = () => count(`accounts WHERE next_action_at <= now()`);
const of = (first: string) => [`${first}%`];
/** Charges by the gateway's own truth, for the customers that were made with `first`. */
const countCharges = (first: string) =>
  count(
    `sandbox.charges c JOIN sandbox.customers u ON u.id = c.customer_id WHERE c.status = 'succeeded' AND u.account_ref LIKE $1`,
    of(first),
  );
const countRenewals = (first: string) =>
  count(`invoices WHERE reason = 'renewal' AND status = 'paid' AND account_id LIKE $1`, of(first));

describe('due work in batches', () => {
  test('[INV-2] more than one batch: each renewal is charged once, its number without a gap, in few statements', async () => {
    const first = await makeDue(h, 130);
    const before = h.databaseFaults.statements();
    expect(await h.work.runDueWork()).toBe(130);
    // As many as the gateway's answers come in portions; one account at a time it is more than 5,000.
    expect(h.databaseFaults.statements() - before).toBeLessThan(1_000);
    expect([await waiting(), await countRenewals(first)]).toEqual([0, 130]);
    expect(await countCharges(first)).toBe(131); // the first of them had also bought
    const receipts = h.queued.filter((mail) => 'template' in mail && mail.template === 'receipt');
    expect(receipts.length).toBeGreaterThanOrEqual(131);
  });

  test('[INV-2] four workers at once: nobody is charged twice, and nobody is forgotten', async () => {
    const first = await makeDue(h, 60);
    const done = await Promise.all([1, 2, 3, 4].map(() => h.work.runDueWork()));
    expect(done.reduce((sum, one) => sum + one, 0)).toBe(60);
    expect([await waiting(), await countRenewals(first), await countCharges(first)]).toEqual([0, 60, 61]);
  });

  test('one account that cannot be stored: it is logged once, and the rest of its batch and the batch beside it are renewed', async () => {
    const first = await makeDue(h, 120);
    const broken = `${first}_7` as AccountId;
    // Somebody else's invoice stands on its period, against every rule: the index refuses a second one.
    await h.database.query(
      `INSERT INTO invoices (id, number, account_id, subscription_id, reason, status, description, period_start, period_end,
         subtotal_cents, tax_rate_ppm, tax_cents, total_cents, amount_due_cents, balance_after_cents, finalized_at, paid_at)
       SELECT 'inv_in_the_way', 'X-1', account_id, id, 'renewal', 'paid', '', current_period_end, current_period_end + interval '1 month',
         0, 0, 0, 0, 0, 0, now(), now() FROM subscriptions WHERE account_id = $1`,
      [broken],
    );
    await h.database.query('UPDATE invoice_counters SET last_number = last_number + 1');
    expect(await h.work.runDueWork()).toBe(119);
    const [told, ...others] = h.log.takeErrors();
    expect(others).toEqual([]);
    expect(told).toContain(broken);
    expect([await waiting(), await countCharges(first)]).toEqual([1, 120]);
    await h.database.query(`UPDATE accounts SET next_action_at = NULL WHERE id = $1`, [broken]);
  });

  test('a card that is declined and one that is missing: theirs fall behind, the others are paid', async () => {
    const first = await makeDue(h, 12);
    await h.database.query(
      `UPDATE sandbox.cards SET behaviour = 'tok_visa_chargeCustomerFail' WHERE customer_id = $1`,
      [await customerRef(`${first}_3`)],
    );
    await h.database.query('DELETE FROM payment_methods WHERE account_id = $1', [`${first}_4`]);
    await h.work.runDueWork();
    const rows = await h.database.query<{ status: string; n: number }>(
      'SELECT status, count(*) AS n FROM subscriptions WHERE account_id LIKE $1 GROUP BY 1 ORDER BY 1',
      of(first),
    );
    expect(rows).toEqual([
      { status: 'active', n: 10 },
      { status: 'past_due', n: 2 },
    ]);
    expect(await countCharges(first)).toBe(11);
  });

  test('a slow answer holds back no other: what is in hand is recorded while one is still awaited', async () => {
    const first = await makeDue(h, 40);
    const slow = h.faults.hold('charge');
    const running = h.work.runDueWork();
    await slow.arrived;
    await expect.poll(() => countRenewals(first)).toBe(39);
    slow.release();
    await running;
    expect(await countRenewals(first)).toBe(40);
  });

  test.each(['silent-before', 'silent-after', 'dies'] as const)(
    '[INV-12] the gateway fails some calls of a batch (%s): charged once in the end',
    async (how) => {
      const first = await makeDue(h, 10);
      h.faults.fail('charge', how, { nth: 4, times: 2 });
      await h.work.runDueWork();
      h.log.takeErrors();
      h.faults.clear();
      await h.expireLeases();
      await h.work.recoverAttempts();
      expect([await countRenewals(first), await countCharges(first)]).toEqual([10, 11]);
    },
  );

  test.each(['before', 'after'] as const)(
    '[INV-11] the connection is lost at any statement of a batch (%s): charged once in the end',
    async (how) => {
      const statements = await atEveryStatement(
        h,
        how,
        async (label, underFault) => {
          const first = await makeDue(h, 3);
          await underFault(() => h.work.runDueWork()).catch((error: Error) =>
            expect(error.message, label).toBe('UNAVAILABLE'),
          );
          h.log.takeErrors();
          const broken = await h.ledgerCheck({ settled: false });
          expect(
            broken.filter((problem) => !problem.startsWith('INV-3')),
            label,
          ).toEqual([]);
          await h.expireLeases();
          await h.work.recoverAttempts();
          await h.work.runDueWork();
          expect([await waiting(), await countRenewals(first), await countCharges(first)], label).toEqual([0, 3, 4]);
        },
        { stride: 2 },
      );
      expect(statements).toBeGreaterThan(how === 'before' ? 20 : 1);
    },
    120_000,
  );
});

const customerRef = async (accountId: string): Promise<string> => {
  const [row] = await h.database.query<{ ref: string }>(
    'SELECT gateway_customer_ref AS ref FROM accounts WHERE id = $1',
    [accountId],
  );
  return row?.ref ?? '';
};
