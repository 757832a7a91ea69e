import type { AccountId } from '@foyer/contract/vocabulary/ids';
import { expect, test } from 'vitest';
import { buy, makeLate, START, starterYearly } from '../../../test/shop.ts';
import { useHarness } from '../../../test/use-harness.ts';
import type { Sql } from './database.ts';
import { loadBillingStates } from './load-billing-states.ts';

const h = useHarness();

test('accounts of one load live at different moments: each has the tax rate and the lines of its own', async () => {
  const present = await h.makeCustomer({ card: 'tok_visa' });
  const past = await h.makeCustomer({ card: 'tok_visa', clock: START });
  const future = await h.makeCustomer({ card: 'tok_visa', clock: '2030-01-10T12:00:00.000Z' });
  for (const customer of [present, past, future]) expect((await buy(customer, starterYearly)).status).toBe(201);
  // A clock goes on by itself, as an advance that is under way does, before the renewal is done.
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

test('who owes nothing is not asked about payments, and who paid nothing for the present period not about credit', async () => {
  const paying = await h.makeCustomer({ card: 'tok_visa' });
  const atAnyTax = { planId: starterYearly.planId, interval: starterYearly.interval };
  const asked: string[] = [];
  const listening: Sql = {
    query: (text, values) => {
      asked.push(text);
      return h.database.query(text, values);
    },
  };
  const load = async (accountId: AccountId) => {
    asked.length = 0;
    const hashEmail = (email: string) => [email] as const;
    const [one] = await loadBillingStates(listening, [accountId], { lock: false, wallNow: h.wall.now(), hashEmail });
    const askedAbout = (what: string) => asked.some((text) => text.includes(what));
    return {
      attempts: askedAbout('FROM payment_attempts t WHERE t.invoice_id = ANY')
        ? one?.state.attempts.length
        : 'not asked',
      credit: askedAbout('NOT l.voided') ? one?.state.creditableLines.length : 'not asked',
    };
  };
  expect(await load(paying.accountId)).toEqual({ attempts: 'not asked', credit: 'not asked' });
  expect((await buy(paying, atAnyTax)).status).toBe(201);
  expect(await load(paying.accountId)).toEqual({ attempts: 'not asked', credit: 1 });
  const { customer: late } = await makeLate(h);
  expect(await load(late.accountId)).toEqual({ attempts: 1, credit: 'not asked' });
});
