import type { AccountId } from '@foyer/contract/vocabulary/ids';
import { expect, test } from 'vitest';
import { buy, makeLate, START, starterYearly } from '../../../test/shop.ts';
import { useHarness } from '../../../test/use-harness.ts';
import { makeBillingReads } from './billing-reads.ts';
import type { Sql } from './database.ts';
import { loadBillingStates } from './load-billing-states.ts';

const h = useHarness();

test('accounts with different clocks, loaded together, each get the tax rate and creditable lines of their own time', async () => {
  const present = await h.makeCustomer({ card: 'tok_visa' });
  const past = await h.makeCustomer({ card: 'tok_visa', clock: START });
  const future = await h.makeCustomer({ card: 'tok_visa', clock: '2030-01-10T12:00:00.000Z' });
  for (const customer of [present, past, future]) expect((await buy(customer, starterYearly)).status).toBe(201);
  // The clock moves before the renewal is done, as during an advance.
  await h.database.query(
    `UPDATE clocks SET frozen_at = '2032-01-10' WHERE id = (SELECT clock_id FROM accounts WHERE id = $1)`,
    [future.accountId],
  );
  await h.database.query(
    `INSERT INTO tax_rates (id, country, postal_prefix, rate_ppm, valid_from, valid_to) VALUES
       ('one', 'US', '02110', 10000, '2026-01-01', '2026-02-01'), ('two', 'US', '02110', 20000, '2026-02-01', '2031-01-01'),
       ('three', 'US', '02110', 30000, '2031-01-01', NULL)`,
  );
  const ids = [present.accountId, past.accountId, future.accountId];
  const loaded = await loadBillingStates(h.database, ids, {
    lock: false,
    wallNow: h.wall.now(),
    hashEmail: (email) => [email],
  });
  const seen = ids.map((id) => {
    const state = loaded.find(({ state }) => state.account.id === id)?.state;
    return [state?.taxRatePpm, state?.creditableLines.length];
  });
  expect(seen).toEqual([
    [20_000, 1],
    [10_000, 1],
    [30_000, 0],
  ]);
});

test('attempts are loaded only for accounts with open invoices, and creditable lines only for a paid current period', async () => {
  const paying = await h.makeCustomer({ card: 'tok_visa' });
  const atAnyTax = { planId: starterYearly.planId, interval: starterYearly.interval };
  const load = async (...accountIds: AccountId[]) => {
    let statements = 0;
    const counting: Sql = {
      ...h.database,
      query: (text, values) => {
        statements += 1;
        return h.database.query(text, values);
      },
    };
    const hashEmail = (email: string) => [email] as const;
    const loaded = await loadBillingStates(counting, accountIds, { lock: false, wallNow: h.wall.now(), hashEmail });
    const sum = (of: 'attempts' | 'creditableLines') =>
      loaded.reduce((total, { state }) => total + state[of].length, 0);
    return { statements, attempts: sum('attempts'), credit: sum('creditableLines') };
  };
  const nothing = await load(paying.accountId);
  expect(nothing).toMatchObject({ attempts: 0, credit: 0 });
  const one = nothing.statements + 1;
  expect((await buy(paying, atAnyTax)).status).toBe(201);
  expect(await load(paying.accountId)).toEqual({ statements: one, attempts: 0, credit: 1 });
  const { customer: late } = await makeLate(h);
  expect(await load(late.accountId)).toEqual({ statements: one, attempts: 1, credit: 0 });
  // several accounts need no more statements than one
  const all = { statements: one + 1, attempts: 1, credit: 1 };
  expect(await load(paying.accountId, late.accountId)).toEqual(all);
});

test('attempts of a receipt are sorted by number, and the receipt shows the successful one, else the last', async () => {
  const { customer, receipt } = await makeLate(h);
  await h.advance(customer, { by: 'P1M' });
  // numbered against the order of insertion, because a database may return rows in that order without ORDER BY
  await h.database.query('UPDATE payment_attempts SET attempt_no = 100 - attempt_no WHERE invoice_id = $1', [receipt]);
  const needs = { wallNow: h.wall.now, hashEmail: (email: string) => [email] as const };
  const options = { lock: false, wallNow: h.wall.now(), hashEmail: needs.hashEmail };
  const [loaded] = await loadBillingStates(h.database, [customer.accountId], options);
  const numbers = (loaded?.state.attempts ?? []).map(({ attemptNo }) => attemptNo);
  expect(numbers.length).toBeGreaterThan(1);
  expect(numbers).toEqual(numbers.toSorted((one, other) => one - other));

  const reads = makeBillingReads({ database: h.database, ...needs });
  const shownAttemptNo = async () => (await reads.receipt(customer.accountId, receipt))?.attempt?.attemptNo;
  expect(await shownAttemptNo()).toBe(numbers.at(-1));
  const [first] = numbers;
  await h.database.query(
    `UPDATE payment_attempts SET status = 'succeeded', gateway_charge_ref = 'ch_paid' WHERE invoice_id = $1 AND attempt_no = $2`,
    [receipt, first],
  );
  expect(await shownAttemptNo()).toBe(first);
});
