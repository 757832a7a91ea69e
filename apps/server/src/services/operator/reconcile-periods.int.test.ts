import { DAY_MS } from '@foyer/contract/vocabulary/instants';
import { describe, expect, test } from 'vitest';
import type { Customer, Harness } from '../../../test/harness.ts';
import {
  makeRenewing,
  monthly,
  paid,
  reconcile,
  sandbox,
  startShop,
  stripe,
  type World,
} from '../../../test/restored-shop.ts';
import { makePurchase } from '../../../test/shop.ts';

/** A backup that is older than a period is restored, and the gateway keeps the payments of the periods since. */

/** Lets a month go by, and does the work that came due. */
const passMonth = async (h: Harness) => {
  h.wall.advance(31 * DAY_MS);
  await h.work.runDueWork();
};

const makeBuyer = async (h: Harness): Promise<Customer> => {
  const buyer = await h.makeCustomer({ card: 'tok_visa' });
  await h.database.query('UPDATE accounts SET gateway = (SELECT min(gateway) FROM payment_methods)');
  return buyer;
};

const allBooked = (done: Awaited<ReturnType<typeof reconcile>>) => [done.code, done.out.at(-1)];

describe.each<[string, () => Promise<World>]>([
  ['sandbox', sandbox],
  ['Stripe stand-in', stripe],
])('[O20] periods since the backup, with the %s', (_name, makeWorld) => {
  test('three renewals of two customers: each is booked in its period, and the next one is charged once', async () => {
    const world = await makeWorld();
    const shop = await startShop(world);
    await makeRenewing(shop.h);
    await makeRenewing(shop.h);
    const restore = await shop.backUp();
    for (let month = 0; month < 3; month += 1) await passMonth(shop.h);
    const periods = (h: Harness) =>
      h.database.query(
        `SELECT account_id, period_start, period_end, total_cents FROM invoices WHERE status = 'paid' ORDER BY account_id, period_start`,
      );
    const before = await periods(shop.h);
    expect(before).toHaveLength(8);
    const charged = await world.charges(shop.h);

    const h = await restore();
    expect(allBooked(await reconcile(h, '--apply', 'yes'))).toEqual([0, 'Every difference is booked.']);
    expect(await periods(h)).toEqual(before);
    await h.work.runDueWork();
    expect(await world.charges(h)).toBe(charged);
    await passMonth(h);
    expect(await world.charges(h)).toBe(charged + 2);
    expect(await h.ledgerCheck()).toEqual([]);
    h.log.expectQuiet();
  });

  test('a plan that was bought and renewed: both are booked for the same subscription, and nothing is charged', async () => {
    const world = await makeWorld();
    const shop = await startShop(world);
    const buyer = await makeBuyer(shop.h);
    const restore = await shop.backUp();
    await makePurchase({ ...buyer, client: await shop.h.signIn(buyer.email) }, monthly);
    await passMonth(shop.h);
    await passMonth(shop.h);
    const held = ({ database }: Harness) =>
      database.query('SELECT id, status, current_period_start, current_period_end FROM subscriptions');
    const before = await held(shop.h);
    const charged = await world.charges(shop.h);

    const h = await restore();
    expect(allBooked(await reconcile(h, '--apply', 'yes'))).toEqual([0, 'Every difference is booked.']);
    expect(await held(h)).toEqual(before);
    expect([await paid(h, 'create'), await paid(h, 'renewal')].map(({ length }) => length)).toEqual([1, 2]);
    await h.work.runDueWork();
    expect(await world.charges(h)).toBe(charged);
    expect(await h.ledgerCheck()).toEqual([]);
    h.log.expectQuiet();
  });

  test('a renewal that was refunded in full: it and its refund are booked, and its period is not charged again', async () => {
    const world = await makeWorld();
    const shop = await startShop(world);
    await makeRenewing(shop.h);
    const restore = await shop.backUp();
    await passMonth(shop.h);
    const [renewal] = await shop.h.database.query<{ number: string; cents: number }>(
      `SELECT number, total_cents AS cents FROM invoices WHERE reason = 'renewal'`,
    );
    const cents = renewal?.cents ?? 0;
    await shop.h.operator.refund(renewal?.number ?? '', cents, { actor: 'jo', reason: 'ticket 4711' });
    const charged = await world.charges(shop.h);

    const h = await restore();
    const dry = await reconcile(h);
    expect([dry.code, dry.out.filter((line) => line.endsWith('not in the books.'))]).toEqual([
      1,
      [expect.stringMatching(/^payment /), expect.stringMatching(/^refund /)],
    ]);
    expect(allBooked(await reconcile(h, '--apply', 'yes'))).toEqual([0, 'Every difference is booked.']);
    expect(await h.database.query('SELECT amount_cents, status FROM refunds')).toEqual([
      { amountCents: cents, status: 'succeeded' },
    ]);
    await h.work.runDueWork();
    expect(await world.charges(h)).toBe(charged);
    const again = await reconcile(h, '--apply', 'yes', '--since', '2020-01-01');
    expect(allBooked(again)).toEqual([0, 'Books and payment provider agree.']);
    expect(await h.ledgerCheck()).toEqual([]);
    h.log.expectQuiet();
  });

  test('a renewal that was refunded in full, of a subscription that is lost: it is named once and needs nothing', async () => {
    const world = await makeWorld();
    const shop = await startShop(world);
    const buyer = await makeBuyer(shop.h);
    const restore = await shop.backUp();
    await makePurchase({ ...buyer, client: await shop.h.signIn(buyer.email) }, monthly);
    await passMonth(shop.h);
    const charges = await shop.h.database.query<{ ref: string; cents: number }>(
      'SELECT gateway_charge_ref AS ref, amount_cents AS cents FROM payment_attempts WHERE amount_cents > 0',
    );
    expect(charges).toHaveLength(2);
    for (const { ref, cents } of charges) await world.refundByHand(shop.h, ref, cents);

    const h = await restore();
    const done = await reconcile(h, '--apply', 'yes');
    expect(allBooked(done)).toEqual([0, 'Every difference is booked or decided.']);
    expect(done.out).toContainEqual(expect.stringContaining('it was refunded in full, and no rule can book it'));
    const again = await reconcile(h, '--apply', 'yes', '--since', '2020-01-01');
    expect(allBooked(again)).toEqual([0, 'Books and payment provider agree.']);
    h.log.expectQuiet();
  });

  test('a change of plan waits for an operator: the renewal of that plan is not charged until it is decided', async () => {
    const world = await makeWorld();
    const shop = await startShop(world);
    const customer = await makeRenewing(shop.h);
    const restore = await shop.backUp();
    shop.h.wall.advance(10 * DAY_MS);
    const client = await shop.h.signIn(customer.email);
    const [plan] = await shop.h.subscriptions({ ...customer, client });
    const yearly = { planId: 'pln_drive_starter', interval: 'yearly' };
    const changed = await client.patch(`/api/subscription/subscriptions/${plan?.id}`, yearly);
    expect(changed.status).toBe(200);
    const charged = await world.charges(shop.h);

    const h = await restore();
    expect((await reconcile(h, '--apply', 'yes')).out).toContainEqual(
      expect.stringContaining('parked: a change of plan or an extension is not repeated'),
    );
    h.wall.advance(22 * DAY_MS);
    await h.work.runDueWork();
    expect(await world.charges(h)).toBe(charged);
    // Both payments are named in the log.
    expect(h.log.takeErrors()).toEqual([expect.stringContaining('which is not in the books')]);
    const [{ ref = '' } = {}] = await h.database.query<{ ref: string }>(
      'SELECT gateway_ref AS ref FROM unplaced_payments',
    );
    await h.operator.dismissPayment(ref, { actor: 'jo', reason: 'ticket 4711' });
    await h.expireLeases();
    await h.work.recoverAttempts();
    expect(await world.charges(h)).toBe(charged + 1);
    expect(await paid(h, 'renewal')).toHaveLength(1);
  });
});
