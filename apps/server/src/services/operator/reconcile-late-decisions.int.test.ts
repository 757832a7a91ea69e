import { expect, test } from 'vitest';
import type { Harness } from '../../../test/harness.ts';
import { makeRenewing, reconcile, startShop, stripe } from '../../../test/restored-shop.ts';

/** Decisions that a bank takes while, or after, a backup is restored: about refunds that are pending, and about disputes. */

const by = { actor: 'jo', reason: 'ticket 4711' };

const agrees = async (h: Harness) => {
  const again = await reconcile(h, '--apply', 'yes', '--since', '2020-01-01');
  expect([again.code, again.out.at(-1)], again.out.join('\n')).toEqual([0, 'Books and payment provider agree.']);
  expect(await h.ledgerCheck()).toEqual([]);
};

const refundFirst = async (h: Harness) => {
  const [receipt] = await h.database.query<{ number: string }>(`SELECT number FROM invoices WHERE status = 'paid'`);
  return h.operator.refund(receipt?.number ?? '', 500, by);
};

const refundsOf = (h: Harness) =>
  h.database.query<{ status: string; amountCents: number }>('SELECT status, amount_cents FROM refunds');

const booked = { status: 'succeeded', amountCents: 500 };

test.each(['succeeds', 'fails'] as const)(
  '[O20] a refund that was made after the backup and is pending at the bank is booked once, and then it %s',
  async (end) => {
    const world = await stripe();
    const shop = await startShop(world);
    await makeRenewing(shop.h);
    const restore = await shop.backUp();
    await refundFirst(shop.h);
    const [made] = world.books.refunded();
    world.books.decideRefund(made?.id ?? '', 'pending');

    const h = await restore();
    expect(await refundsOf(h)).toEqual([]);
    const dry = await reconcile(h);
    expect(dry.out).toContainEqual(expect.stringMatching(/^refund re_\S+ \(\$5\.00 of pi_\S+\): not in the books\.$/));
    const done = await reconcile(h, '--apply', 'yes');
    expect([done.code, done.out.at(-1)], done.out.join('\n')).toEqual([0, 'Every difference is booked.']);
    expect(await refundsOf(h)).toEqual([booked]);
    await agrees(h);
    if (end === 'succeeds') world.books.decideRefund(made?.id ?? '', 'succeeded');
    else {
      world.books.failRefund(made?.id ?? '');
      const back = await reconcile(h, '--apply', 'yes', '--since', '2020-01-01');
      expect(back.out).toContainEqual(expect.stringContaining('It is booked back'));
      expect(h.log.takeErrors()).toEqual([expect.stringContaining('pay it to the customer another way')]);
    }
    await agrees(h);
    expect(await refundsOf(h)).toEqual([{ ...booked, status: end === 'succeeds' ? 'succeeded' : 'failed' }]);
    expect(world.books.refunded()).toHaveLength(1);
    h.log.expectQuiet();
  },
);

test.each([
  ['under its key', '1 minute'],
  ['by looking it up, because its key is too old', '2 days'],
])(
  '[O20] [INV-12] a refund whose answer the backup lacks, and that is pending at the bank, is recovered once: %s',
  async (_how, age) => {
    const world = await stripe();
    const shop = await startShop(world);
    await makeRenewing(shop.h);
    world.fail('refunds', 'lost', 10);
    expect(await refundFirst(shop.h)).toMatchObject({ status: 'sending' });
    world.fail('refunds', 'lost', 0);
    const restore = await shop.backUp();
    const [made] = world.books.refunded();
    world.books.decideRefund(made?.id ?? '', 'pending');

    const h = await restore();
    await h.database.query(
      `UPDATE refunds SET created_at = now() - $1::interval, lease_until = now() - interval '1 minute'`,
      [age],
    );
    h.wall.advance(120_000);
    expect(await h.work.recoverRefunds()).toBe(1);
    expect(await refundsOf(h)).toEqual([booked]);
    expect(world.books.refunded()).toHaveLength(1);
    await agrees(h);
    h.log.expectQuiet();
  },
);

test('[O20] a lost dispute that the bank decided otherwise after the backup is named, and booked back once', async () => {
  const world = await stripe();
  const shop = await startShop(world);
  await makeRenewing(shop.h);
  const [payment] = await shop.h.database.query<{ ref: string; cents: number }>(
    `SELECT gateway_intent_ref AS ref, amount_cents AS cents FROM payment_attempts WHERE kind = 'charge'`,
  );
  const { ref = '', cents = 0 } = payment ?? {};
  world.books.closeDispute(ref, cents, 'lost');
  await reconcile(shop.h, '--apply', 'yes', '--since', '2020-01-01');
  expect(shop.h.log.takeErrors()).toEqual([expect.stringContaining('a dispute is lost')]);
  const restore = await shop.backUp();
  world.books.decideDispute(ref, 'won');

  const h = await restore();
  const lost = () =>
    h.database.query(
      `SELECT kind, amount_cents AS cents FROM ledger_entries WHERE kind LIKE 'payment.dispute%' ORDER BY created_at, seq`,
    );
  const dry = await reconcile(h);
  expect([dry.code, dry.out]).toEqual([
    1,
    expect.arrayContaining([
      expect.stringMatching(
        /^dispute of payment pi_\S+ \(\$\S+ lost in the books, \$0\.00 at the payment provider\): not booked back\.$/,
      ),
    ]),
  ]);
  expect(await lost()).toEqual([{ kind: 'payment.dispute_lost', cents }]);
  const done = await reconcile(h, '--apply', 'yes');
  expect([done.code, done.out.at(-1)], done.out.join('\n')).toEqual([0, 'Every difference is booked.']);
  expect(await lost()).toEqual([
    { kind: 'payment.dispute_lost', cents },
    { kind: 'payment.dispute_won', cents },
  ]);
  expect(h.log.takeErrors()).toEqual([expect.stringContaining('a lost dispute is won after all')]);
  await agrees(h);
  expect(await lost()).toHaveLength(2);

  // The money is there again, so it can be refunded.
  expect(await refundFirst(h)).toMatchObject({ status: 'succeeded' });
  world.books.decideDispute(ref, 'lost');
  await reconcile(h, '--apply', 'yes', '--since', '2020-01-01');
  expect(await lost()).toHaveLength(3);
  h.log.takeErrors();
});
