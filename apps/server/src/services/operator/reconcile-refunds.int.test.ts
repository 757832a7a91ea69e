import { DAY_MS, HOUR_MS } from '@foyer/contract/vocabulary/instants';
import { expect, test } from 'vitest';
import type { Harness } from '../../../test/harness.ts';
import { makeRenewing, reconcile, startShop, stripe } from '../../../test/restored-shop.ts';

/** Money that went back since the backup, and cards of lost accounts. */

const by = { actor: 'jo', reason: 'ticket 4711' };

const refundFirst = async (h: Harness): Promise<string> => {
  await makeRenewing(h);
  const [receipt] = await h.database.query<{ number: string }>('SELECT number FROM invoices');
  await h.operator.refund(receipt?.number ?? '', 500, by);
  const [refund] = await h.database.query<{ ref: string }>('SELECT gateway_ref AS ref FROM refunds');
  return refund?.ref ?? '';
};

test('[O20] a refund that the bank returned after the backup is named, and booked back once', async () => {
  const world = await stripe();
  const shop = await startShop(world);
  const ref = await refundFirst(shop.h);
  const restore = await shop.backUp();
  world.books.failRefund(ref);

  const h = await restore();
  // The refund is older than the backup by more than the slack of the comparison.
  await h.database.query(`UPDATE restored_backups SET taken_at = now() + interval '2 hours'`);
  const dry = await reconcile(h);
  expect(dry.code).toBe(1);
  expect(dry.out).toContainEqual(
    expect.stringMatching(
      /^refund re_\S+ \(\$5\.00 of pi_\S+\): the bank has returned it, and it is not booked back\.$/,
    ),
  );
  const statuses = () => h.database.query('SELECT status FROM refunds');
  expect(await statuses()).toEqual([{ status: 'succeeded' }]);

  const done = await reconcile(h, '--apply', 'yes');
  expect([done.code, done.out.at(-1)]).toEqual([0, 'Every difference is booked.']);
  expect(done.out).toContainEqual(expect.stringContaining('It is booked back; pay it to the customer another way.'));
  expect(await statuses()).toEqual([{ status: 'failed' }]);
  expect(h.log.takeErrors()).toEqual([expect.stringContaining('pay it to the customer another way')]);
  const again = await reconcile(h, '--apply', 'yes', '--since', '2020-01-01');
  expect([again.code, again.out.at(-1)]).toEqual([0, 'Books and payment provider agree.']);
  h.log.expectQuiet();
});

test('[O20] a payment and a refund that are older at the provider than in the books are not called unknown', async () => {
  const world = await stripe();
  const shop = await startShop(world);
  await refundFirst(shop.h);
  const { h } = shop;
  h.wall.advance(DAY_MS);
  for (const table of ['payment_attempts', 'refunds'])
    await h.database.query(`UPDATE ${table} SET created_at = created_at + interval '12 hours'`);
  const since = ['--since', new Date(Date.now() + 6 * HOUR_MS).toISOString()];
  const done = await reconcile(h, ...since);
  expect([done.code, done.out.at(-1)]).toEqual([0, 'Books and payment provider agree.']);

  await h.database.query(`UPDATE refunds SET gateway_ref = 're_gone'`);
  const gone = await reconcile(h, ...since);
  expect(gone.out).toContainEqual(
    expect.stringContaining('the payment provider has no refund re_gone. Look for it there.'),
  );
});

test('[O20] a card whose account is lost is only named, and the last line says so', async () => {
  const world = await stripe();
  const shop = await startShop(world);
  const restore = await shop.backUp();
  await shop.h.makeCustomer({ card: 'tok_visa' });

  const h = await restore();
  const { code, out } = await reconcile(h, '--apply', 'yes');
  expect(out).toContainEqual(
    expect.stringMatching(/^card \S+ \(visa 4242, customer \S+, whose account is not in the books\): only named\./),
  );
  expect([code, out]).toEqual([0, expect.arrayContaining(['Every difference is booked, or only named.'])]);
});

test('[O20] a lost dispute of a payment that the books lack is named by a dry run too', async () => {
  const world = await stripe();
  const shop = await startShop(world);
  await makeRenewing(shop.h);
  const restore = await shop.backUp();
  shop.h.wall.advance(31 * DAY_MS);
  await shop.h.work.runDueWork();
  const [payment] = await shop.h.database.query<{ ref: string; cents: number }>(
    `SELECT gateway_intent_ref AS ref, amount_cents AS cents FROM payment_attempts WHERE kind = 'charge' ORDER BY created_at DESC LIMIT 1`,
  );
  world.books.closeDispute(payment?.ref ?? '', payment?.cents ?? 0, 'lost');

  const h = await restore();
  const named = expect.stringMatching(/^dispute of payment pi_\S+ \(\$\S+ lost\): not in the books\.$/);
  expect((await reconcile(h)).out).toContainEqual(named);
  expect((await reconcile(h, '--apply', 'yes')).out.at(-1)).toBe('Every difference is booked.');
  expect(h.log.takeErrors()).toEqual([expect.stringContaining('a dispute is lost')]);
  expect((await reconcile(h, '--since', '2020-01-01')).out.at(-1)).toBe('Books and payment provider agree.');
});

test('[O20] a dispute that was lost after the backup is named, and booked once', async () => {
  const world = await stripe();
  const shop = await startShop(world);
  await makeRenewing(shop.h);
  const [payment] = await shop.h.database.query<{ ref: string; cents: number }>(
    `SELECT gateway_intent_ref AS ref, amount_cents AS cents FROM payment_attempts WHERE kind = 'charge'`,
  );
  const { ref = '', cents = 0 } = payment ?? {};
  const restore = await shop.backUp();
  world.books.closeDispute(ref, cents, 'lost');

  const h = await restore();
  const booked = () =>
    h.database.query(`SELECT amount_cents AS cents FROM ledger_entries WHERE kind = 'payment.dispute_lost'`);
  const dry = await reconcile(h);
  expect(dry.code).toBe(1);
  expect(dry.out).toContainEqual(
    expect.stringMatching(/^dispute of payment pi_\S+ \(\$\S+ lost\): not in the books\.$/),
  );
  expect(await booked()).toEqual([]);
  const done = await reconcile(h, '--apply', 'yes');
  expect([done.code, done.out.at(-1)]).toEqual([0, 'Every difference is booked.']);
  expect(await booked()).toEqual([{ cents }]);
  expect(h.log.takeErrors()).toEqual([expect.stringContaining('a dispute is lost')]);
  const again = await reconcile(h, '--apply', 'yes', '--since', '2020-01-01');
  expect([again.code, again.out.at(-1)]).toEqual([0, 'Books and payment provider agree.']);
  expect(await booked()).toEqual([{ cents }]);
});
