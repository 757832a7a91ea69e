import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { tellEvents } from '../../../test/challenges.ts';
import { type Harness, startHarness } from '../../../test/harness.ts';
import { bought, expectAllRight, starterYearly } from '../../../test/shop.ts';

/** Money that left at the gateway by the vendor's own hand there (billing.md §1.5, §3). */

let h: Harness;

beforeAll(async () => {
  h = await startHarness();
});
afterEach(() => expectAllRight(h));
afterAll(() => h.stop());

test('[INV-2] a refund that was made at the gateway waits for its row, and then a person is told', async () => {
  const customer = await h.makeCustomer({ card: 'tok_visa' });
  await bought(customer, starterYearly);
  const [charge] = await h.charges(customer);
  await h.database.query(
    `INSERT INTO sandbox.refunds (id, charge_id, amount_cents, status) VALUES ('re_by_hand', $1, 1000, 'succeeded')`,
    [charge?.id],
  );
  await h.database.query(
    `INSERT INTO sandbox.events (id, type, object_ref) SELECT 'evt_by_hand', 'charge.refunded', intent_id FROM sandbox.charges WHERE id = $1`,
    [charge?.id],
  );
  await tellEvents(h);
  h.log.expectQuiet();
  await h.database.query(
    `UPDATE webhook_events SET received_at = now() - interval '25 hours', next_try_at = now() WHERE type = 'charge.refunded'`,
  );
  await h.work.processWebhooks();
  expect(h.log.takeErrors()).toEqual([expect.stringContaining('not in our books')]);
});
