import type { OperatorCharts, OperatorWork } from '@foyer/contract/api/operator';
import { DAY_MS, iso } from '@foyer/contract/vocabulary/instants';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { makeOperator, type TestOperator } from '../../test/operators.ts';
import { DECLINED_LATER_CARD, makeHolder, makeLate, makePurchase, saveCard, starterYearly } from '../../test/shop.ts';
import { useHarness } from '../../test/use-harness.ts';
import { newId } from '../adapters/new-id.ts';
import { failedByDay, makeChartReads, receivedByMonth, renewalsByDay } from '../adapters/postgres/operator-charts.ts';

const h = useHarness();
let support: TestOperator;
beforeAll(async () => {
  support = await makeOperator(h, 'support');
});
afterEach(() => h.wall.reset());

const charts = async (): Promise<OperatorCharts> => {
  const { status, body, text } = await support.call<OperatorCharts>('GET', '/api/operator/charts');
  expect(status, text).toBe(200);
  return body;
};
const dayIn = (days: number): string => iso(h.wall.now() + days * DAY_MS).slice(0, 10);
const countsOf = ({ days }: OperatorCharts['renewals']) => days.filter(({ count }) => count > 0);

/** Buys, then moves the end of the period and the next action to so many days from now, outside any sandbox clock. */
const makeRenewing = async (days: number, nextAction = days) => {
  const { customer } = await makeHolder(h, starterYearly);
  const end = new Date(h.wall.now() + days * DAY_MS);
  await h.database.query(`UPDATE subscriptions SET current_period_end = $2 WHERE account_id = $1`, [
    customer.accountId,
    end,
  ]);
  await h.database.query(`UPDATE accounts SET next_action_at = $2, clock_id = NULL WHERE id = $1`, [
    customer.accountId,
    new Date(h.wall.now() + nextAction * DAY_MS),
  ]);
  return customer;
};

test('[OP-04] renewals by day: fourteen days, without those that are switched off or later', async () => {
  await makeRenewing(3);
  // The notice before a renewal is due earlier than the renewal.
  await makeRenewing(9, 2);
  await makeRenewing(20, 2);
  const off = await makeRenewing(4);
  await h.database.query(`UPDATE subscriptions SET cancel_at_period_end = true WHERE account_id = $1`, [off.accountId]);
  const { renewals } = await charts();
  expect(renewals.days.map(({ day }) => day)).toEqual(Array.from({ length: 14 }, (_, index) => dayIn(index)));
  expect(countsOf(renewals)).toEqual([
    { day: dayIn(3), count: 1 },
    { day: dayIn(9), count: 1 },
  ]);
  expect(renewals.isPartial).toBe(false);
  const [first] = await makeChartReads(h.database, true).renewals(h.wall.now(), h.wall.now(), 14, 2);
  expect(first?.read).toBe(2);
});

test('[OP-04] failed payments by day: each unpaid receipt once, as in the list of work, until it is paid', async () => {
  const work = async (): Promise<number> => {
    const { body } = await support.call<OperatorWork>('GET', '/api/operator/work');
    return body.inAll.failing;
  };
  const { customer } = await makeLate(h);
  await h.advance(customer, { by: 'P6D' });
  const tries = await h.database.query<{ id: string }>(
    `SELECT id FROM payment_attempts WHERE account_id = $1 AND kind = 'charge' AND status = 'declined'`,
    [customer.accountId],
  );
  expect(tries.length).toBeGreaterThan(1);
  await h.database.query(
    `INSERT INTO payment_attempts SELECT (jsonb_populate_record(x, to_jsonb(x) || jsonb_build_object('id', $2::text,
       'attempt_no', 103, 'gateway_charge_ref', NULL, 'created_at', '2020-01-01T00:00:00Z'))).*
     FROM payment_attempts x WHERE x.id = $1`,
    [tries[0]?.id, 'att_00000000000000000000000000'],
  );
  const { failedPayments } = await charts();
  // the last try was three days ago by the clock of the customer
  expect(countsOf(failedPayments)).toEqual([{ day: dayIn(-3), count: 1 }]);
  expect(failedPayments.days.at(-1)?.day).toBe(dayIn(0));
  expect(await work()).toBe(1);
  await saveCard(customer, 'tok_visa');
  expect(countsOf((await charts()).failedPayments)).toEqual([]);
  expect(await work()).toBe(0);
});

test('[OP-04] a chart that read its maximum says so, also if none of those payments failed', async () => {
  await makeHolder(h, starterYearly);
  const [today] = await makeChartReads(h.database, true).failedPayments(h.wall.now(), h.wall.now() - DAY_MS, 1);
  expect(today).toEqual({ day: dayIn(0), count: 0, read: 1 });
});

test('[OP-04] received by month: payments less refunds of six months', async () => {
  const { received: before } = await charts();
  const month = dayIn(0).slice(0, 7);
  expect(before.months).toHaveLength(6);
  expect(before.months.at(-1)?.month).toBe(month);
  const { customer } = await makeHolder(h, starterYearly);
  await h.database.query(`UPDATE accounts SET clock_id = NULL WHERE id = $1`, [customer.accountId]);
  const [paid] = await h.database.query<{ id: string; amountCents: number }>(
    `SELECT id, amount_cents FROM payment_attempts WHERE account_id = $1 AND kind = 'charge' AND status = 'succeeded'`,
    [customer.accountId],
  );
  if (!paid) throw new Error('the purchase made no payment');
  await h.database.query(
    `INSERT INTO refunds (id, account_id, attempt_id, amount_cents, tax_cents, status, sent_at, decided_at)
     VALUES ($1, $2, $3, 1000, 0, 'succeeded', now(), now()), ($4, $2, $3, 500, 0, 'failed', now(), now())`,
    [newId('refund'), customer.accountId, paid.id, newId('refund')],
  );
  const { received } = await charts();
  const sumOf = ({ months }: OperatorCharts['received']) => months.reduce((sum, { cents }) => sum + cents, 0);
  expect(sumOf(received) - sumOf(before)).toBe(paid.amountCents - 1000);
  expect(received.isPartial).toBe(false);
  const [read] = await makeChartReads(h.database, true).received(h.wall.now(), h.wall.now() - DAY_MS, 1);
  expect(read?.read).toBe(1);
});

test('[OP-04] accounts with a sandbox clock count as if the time of their clock were now; with Stripe they do not', async () => {
  const withStripe = makeChartReads(h.database, false);
  const readWithStripe = async () => {
    const now = h.wall.now();
    const renewals = await withStripe.renewals(now, now, 14, 100);
    const received = await withStripe.received(now, now - 30 * DAY_MS, 100);
    return [renewals.reduce((sum, { count }) => sum + count, 0), received.reduce((sum, { cents }) => sum + cents, 0)];
  };
  const [before, beforeWithStripe] = [await charts(), await readWithStripe()];
  const customer = await h.makeCustomer({ card: 'tok_visa', clock: '2027-03-05T12:00:00.000Z' });
  await makePurchase(customer, { planId: 'pln_drive_starter_monthly' });
  const paid = ({ received }: OperatorCharts) =>
    received.months.map(({ cents }, index) => cents - (before.received.months[index]?.cents ?? 0));
  expect(paid(await charts())).toEqual([0, 0, 0, 0, 0, 3220]);
  // renewed on Apr 5; the next renewal is on May 5, four days from then
  await h.advance(customer, { to: '2027-05-01T12:00:00.000Z' });
  const later = await charts();
  expect(later.renewals.days[4]?.count).toBe((before.renewals.days[4]?.count ?? 0) + 1);
  expect(paid(later).filter((cents) => cents > 0)).toEqual([3220, 3220]);
  await saveCard(customer, DECLINED_LATER_CARD);
  await h.advance(customer, { to: '2027-05-07T12:00:00.000Z' });
  const late = (await charts()).failedPayments.days;
  expect(late.filter(({ count }, index) => count > (before.failedPayments.days[index]?.count ?? 0))).toHaveLength(1);
  expect(await readWithStripe()).toEqual(beforeWithStripe);
});

test.each([
  [
    'renewals',
    renewalsByDay,
    ['2026-01-01', '2026-01-15', 100, '2026-01-01', true],
    ['accounts_due', 'accounts_due_on_clock', 'clocks_pkey', 'subscriptions_account'],
  ],
  [
    'failed payments',
    failedByDay,
    ['att_01', 100, '2026-01-01'],
    ['payment_attempts_pkey', 'invoices_', 'accounts_pkey', 'clocks_pkey'],
  ],
  [
    'months',
    receivedByMonth,
    ['att_01', 'ref_01', 100, '2026-01-01', true],
    ['payment_attempts_pkey', 'refunds_pkey', 'accounts_pkey', 'clocks_pkey'],
  ],
])('[OP-04] the chart of %s reads growing tables through an index', async (_, text, values, indexes) => {
  const plan = await h.database.transaction(async (sql) => {
    // The test has few rows, of which the planner would read the whole table.
    await sql.query('SET LOCAL enable_seqscan = off');
    const rows = await sql.query<Record<string, string>>(`EXPLAIN ${text}`, values);
    return rows.flatMap(Object.values).join('\n');
  });
  for (const index of indexes) expect(plan).toContain(index);
  expect(plan).not.toContain('Seq Scan');
});
