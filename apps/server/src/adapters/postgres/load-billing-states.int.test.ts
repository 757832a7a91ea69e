import { expect, test } from 'vitest';
import { buy, START, starterYearly } from '../../../test/shop.ts';
import { useHarness } from '../../../test/use-harness.ts';
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
