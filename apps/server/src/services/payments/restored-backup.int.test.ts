import { DAY_MS, MINUTE_MS } from '@foyer/contract/vocabulary/instants';
import { describe, expect, test } from 'vitest';
import type { Customer, Harness } from '../../../test/harness.ts';
import { backUp } from '../../../test/restored-copy.ts';
import {
  endings,
  lostPayments,
  makeRenewing,
  monthly,
  paid,
  reconcile,
  sandbox,
  start,
  startShop,
  stripe,
  type World,
} from '../../../test/restored-shop.ts';
import { buy, makePurchase } from '../../../test/shop.ts';
import { runCommand } from '../../cli/run-command.ts';
import type { PaymentGateway } from '../billing/ports.ts';

/** A backup is restored, and the gateway keeps what it charged after it (operations: after a restore). */

describe.each([
  ['sandbox', sandbox],
  ['Stripe stand-in', stripe],
])('[O20] a restored backup, with the %s', (_name, makeWorld) => {
  test('a renewal that was paid after the backup comes due again: no second charge, and it is paid', async () => {
    const world = await makeWorld();
    const shop = await startShop(world);
    const customer = await makeRenewing(shop.h);
    const restore = await shop.backUp();
    shop.h.wall.advance(32 * DAY_MS);
    await shop.h.work.runDueWork();
    expect(await paid(shop.h, 'renewal')).toHaveLength(1);
    const charged = await world.charges(shop.h);

    const h = await restore();
    await h.work.runDueWork();
    expect(await world.charges(h)).toBe(charged);
    expect(await paid(h, 'renewal')).toMatchObject([{ account: customer.accountId }]);
    expect(await h.ledgerCheck()).toEqual([]);
    // The next period is charged as usual.
    h.wall.advance(32 * DAY_MS);
    await h.work.runDueWork();
    expect(await world.charges(h)).toBe(charged + 1);
    h.log.expectQuiet();
  });

  test('a gateway that has forgotten the key is asked for the payment, until the books are compared', async () => {
    const world = await makeWorld();
    const shop = await startShop(world);
    await makeRenewing(shop.h);
    const restore = await shop.backUp();
    shop.h.wall.advance(32 * DAY_MS);
    await shop.h.work.runDueWork();
    const charged = await world.charges(shop.h);

    const h = await restore();
    await world.forgetKeys(h);
    await h.work.runDueWork();
    expect(await world.charges(h)).toBe(charged);
    expect(await paid(h, 'renewal')).toHaveLength(1);
    h.log.expectQuiet();
  });

  test('an order that a client repeats under its key: no second charge, and it is carried out', async () => {
    const world = await makeWorld();
    const shop = await startShop(world);
    const customer = await makeRenewing(shop.h);
    const restore = await shop.backUp();
    const order = { planId: 'pln_scope_starter', interval: 'monthly' };
    expect((await buy(customer, order, 'order-1')).status).toBe(201);
    const charged = await world.charges(shop.h);

    const h = await restore();
    await h.database.query('DELETE FROM restored_backups');
    const again = { ...customer, client: await h.signIn(customer.email) };
    expect((await buy(again, order, 'order-1')).status).toBe(201);
    expect(await world.charges(h)).toBe(charged);
    expect(await paid(h, 'create')).toHaveLength(2);
    expect(await h.ledgerCheck()).toEqual([]);
    expect((await reconcile(h, '--apply', 'yes')).code).toBe(0);
    // A client may use its key for another order after three days.
    await h.database.query(`UPDATE idempotency_keys SET created_at = created_at - interval '4 days'`);
    expect((await buy(again, { ...order, planId: 'pln_scope_starter' }, 'order-1')).status).toBe(201);
    expect(await world.charges(h)).toBe(charged + 1);
    h.log.expectQuiet();
  });

  test('a database that was restored in another way is recognized by the first key', async () => {
    const world = await makeWorld();
    const shop = await startShop(world);
    await makeRenewing(shop.h);
    const restore = await shop.backUp();
    shop.h.wall.advance(32 * DAY_MS);
    await shop.h.work.runDueWork();

    const h = await restore();
    await h.database.query('DELETE FROM restored_backups');
    await h.work.runDueWork();
    const marks = await h.database.query(
      'SELECT taken_at < now() AS is_past, reconciled_at, sequence_from > 1000000 AS is_raised FROM restored_backups',
    );
    expect(marks).toEqual([{ isPast: true, reconciledAt: null, isRaised: true }]);
    h.log.expectQuiet();
  });

  test('the amount differs from what was paid: nothing is charged, and the log names both', async () => {
    const world = await makeWorld();
    const shop = await startShop(world);
    const customer = await makeRenewing(shop.h);
    const restore = await shop.backUp();
    shop.h.wall.advance(32 * DAY_MS);
    await shop.h.work.runDueWork();
    const charged = await world.charges(shop.h);

    const h = await restore();
    await h.operator.grantCredit(customer.accountId, 500, { actor: 'jo', reason: 'a test' });
    await h.work.runDueWork();
    await h.expireLeases();
    await h.work.recoverAttempts();
    expect(await world.charges(h)).toBe(charged);
    expect(await paid(h, 'renewal')).toEqual([]);
    const [told, ...more] = h.log.takeErrors();
    expect([told, more]).toEqual([expect.stringMatching(/payment att_\w+ waits: the gateway has pi_\w+/), []]);
  });

  test('a renewal that was declined, then paid with another card: no second charge', async () => {
    const world = await makeWorld();
    const shop = await startShop(world);
    const customer = await makeRenewing(shop.h);
    await shop.h.services.addCard(customer.accountId, 'tok_visa_chargeCustomerFail');
    const restore = await shop.backUp();
    shop.h.wall.advance(32 * DAY_MS);
    await shop.h.work.runDueWork();
    expect(await paid(shop.h, 'renewal')).toEqual([]);
    await shop.h.services.addCard(customer.accountId, 'tok_mastercard');
    expect(await paid(shop.h, 'renewal')).toHaveLength(1);
    const charged = await world.charges(shop.h);

    const h = await restore();
    await h.work.runDueWork();
    expect(await world.charges(h)).toBe(charged);
    expect(await paid(h, 'renewal')).toHaveLength(1);
    h.log.expectQuiet();
  });
});

describe.each([
  ['sandbox', sandbox],
  ['Stripe stand-in', stripe],
])('[O20] after the restore of an older backup, with the %s', (_name, makeWorld) => {
  test('six renewals and a purchase since the backup: no second charge, every payment listed, then booked', async () => {
    const world = await makeWorld();
    const shop = await startShop(world);
    const six: Customer[] = [];
    for (let made = 0; made < 6; made += 1) six.push(await makeRenewing(shop.h));
    const buyer = await shop.h.makeCustomer({ card: 'tok_visa' });
    await shop.h.database.query('UPDATE accounts SET gateway = (SELECT min(gateway) FROM payment_methods)');
    const restore = await shop.backUp();
    shop.h.wall.advance(32 * DAY_MS);
    await shop.h.work.runDueWork();
    await makePurchase({ ...buyer, client: await shop.h.signIn(buyer.email) }, monthly);
    expect([await paid(shop.h, 'renewal'), await paid(shop.h, 'create')].map(({ length }) => length)).toEqual([6, 7]);
    const charged = await world.charges(shop.h);

    const h = await restore();
    // The first commands compare only, before a server runs.
    const before = await reconcile(h);
    expect(before.code).toBe(1);
    expect(before.out.filter((line) => /^payment pi_\w+ .*: not in the books\.$/.test(line))).toHaveLength(7);
    for (const { accountId } of [...six, buyer])
      expect(before.out.filter((line) => line.includes(accountId))).toHaveLength(1);
    expect(await h.database.query('SELECT FROM invoices')).toHaveLength(7 - 1);

    // The server starts, and the renewals come due.
    // 7 at the gateway, and 1,000 for receipts without a payment.
    expect(await h.work.continueReceipts()).toBe(1007);
    await h.work.runDueWork();
    expect(await world.charges(h)).toBe(charged);
    expect(await paid(h, 'renewal')).toHaveLength(6);

    const booking = await reconcile(h, '--apply', 'yes');
    expect([booking.code, booking.out.at(-1)]).toEqual([0, 'Every difference is booked.']);
    expect(booking.out.filter((line) => line.endsWith(': booked.'))).toHaveLength(1);
    expect(await paid(h, 'create')).toHaveLength(7);
    expect(await h.subscriptions({ ...buyer, client: await h.signIn(buyer.email) })).toMatchObject([
      { status: 'active' },
    ]);

    // No number is used twice.
    const numbers = (await h.database.query<{ number: string }>('SELECT number FROM invoices')).map(
      ({ number }) => number,
    );
    const lost = await shop.h.database.query<{ number: string }>('SELECT number FROM invoices');
    const old = new Set(lost.map(({ number }) => number));
    expect(numbers.filter((number) => old.has(number))).toHaveLength(6);

    // A second run finds and changes nothing.
    const again = await reconcile(h, '--apply', 'yes', '--since', '2020-01-01');
    expect([again.code, again.out.slice(1)]).toEqual([0, ['Books and payment provider agree.']]);
    // Without a time there is nothing left to compare.
    const done = await reconcile(h, '--apply', 'yes');
    expect([done.code, done.out]).toEqual([
      0,
      [expect.stringMatching(/^The restored backup was reconciled on .*, so nothing is left to do\./)],
    ]);
    expect(await world.charges(h)).toBe(charged);
    expect(await h.ledgerCheck()).toEqual([]);
    h.log.expectQuiet();
  });

  test('without a server: reconcile books renewals, refunds and cards, and parks what it cannot place', async () => {
    const world = await makeWorld();
    const shop = await startShop(world);
    const renewing = await makeRenewing(shop.h);
    const credited = await makeRenewing(shop.h);
    const restore = await shop.backUp();
    const unknown = await makeRenewing(shop.h);
    shop.h.wall.advance(32 * DAY_MS);
    await shop.h.database.query('UPDATE accounts SET next_action_at = NULL WHERE id = $1', [unknown.accountId]);
    await shop.h.work.runDueWork();
    const [renewal] = await shop.h.database.query<{ number: string }>(
      `SELECT number FROM invoices WHERE reason = 'renewal' AND account_id = $1`,
      [renewing.accountId],
    );
    await shop.h.operator.refund(renewal?.number ?? '', 500, { actor: 'jo', reason: 'a test' });
    await shop.h.services.addCard(renewing.accountId, 'tok_mastercard');
    const charged = await world.charges(shop.h);

    const h = await restore();
    await h.operator.grantCredit(credited.accountId, 500, { actor: 'jo', reason: 'a test' });
    const dry = await reconcile(h);
    expect([dry.code, dry.out.at(-2)]).toEqual([1, '6 differences. Nothing was changed. To book: --apply yes']);
    const done = await reconcile(h, '--apply', 'yes');
    const about = ({ accountId }: Customer) => done.out.filter((line) => line.includes(accountId));
    expect(about(renewing)).toEqual([
      expect.stringMatching(/^payment pi_.*: booked\.$/),
      expect.stringMatching(/^card .*mastercard.*: put on file\.$/),
    ]);
    expect(done.out).toContainEqual(expect.stringMatching(/^refund re_.*5\.00.*: booked\.$/));
    expect(about(credited)).toEqual([expect.stringContaining('parked: the books expect another amount')]);
    expect(about(unknown)).toEqual([expect.stringContaining('parked: its account is not in the books, or closed')]);
    expect(done.out.at(-1)).toBe('Until nothing is left, the payment provider is asked before each charge.');
    const parked = () =>
      h.database.query<{ status: string }>('SELECT status FROM unplaced_payments ORDER BY gateway_ref');
    expect(await parked()).toEqual([{ status: 'waiting' }, { status: 'waiting' }]);

    // A second run changes nothing.
    const rows = () => h.database.query('SELECT id, status FROM payment_attempts ORDER BY id');
    const attempts = await rows();
    expect((await reconcile(h, '--apply', 'yes')).code).toBe(1);
    expect(await rows()).toEqual(attempts);
    await h.work.runDueWork();
    expect(await world.charges(h)).toBe(charged);
    h.log.takeErrors();

    // They are refunded in the pages of the provider, so nothing is left.
    for (const { payment } of await lostPayments(h))
      if (payment.state.kind === 'succeeded') await world.refundByHand(h, payment.state.chargeRef, payment.amountCents);
    expect(await reconcile(h, '--apply', 'yes')).toMatchObject({ code: 0 });
    expect(await parked()).toEqual([{ status: 'closed' }, { status: 'closed' }]);
    expect(await h.database.query('SELECT FROM restored_backups WHERE reconciled_at IS NULL')).toEqual([]);
    expect(await h.ledgerCheck({ settled: false })).toEqual([]);
    // The held renewal is charged now, once, with the new amount.
    await h.expireLeases();
    await h.work.recoverAttempts();
    expect(await world.charges(h)).toBe(charged + 1);
    expect(await h.ledgerCheck()).toEqual([]);
  });
});

describe.each([
  ['sandbox', sandbox],
  ['Stripe stand-in', stripe],
])('[O20] payments that no rule can book, with the %s', (_name, makeWorld) => {
  test('kept as credit or dismissed by an operator: nothing is charged twice, each step is in the audit log', async () => {
    const world = await makeWorld();
    const shop = await startShop(world);
    const booked = await makeRenewing(shop.h);
    const kept = await makeRenewing(shop.h);
    const restore = await shop.backUp();
    const lost = await makeRenewing(shop.h);
    shop.h.wall.advance(32 * DAY_MS);
    await shop.h.database.query('UPDATE accounts SET next_action_at = NULL WHERE id = $1', [lost.accountId]);
    await shop.h.work.runDueWork();
    const charged = await world.charges(shop.h);

    const h = await restore();
    await h.operator.grantCredit(kept.accountId, 500, { actor: 'jo', reason: 'a test' });
    await reconcile(h, '--apply', 'yes', '--by', 'jo', '--reason', 'restore');
    await reconcile(h, '--apply', 'yes', '--by', 'jo', '--reason', 'restore');
    const run = (...words: string[]) => runCommand(['reconcile', ...words], async () => h.operator);
    const list = await run('list');
    expect(list.out[0]).toBe('Payments that wait: 2');
    const lineOf = (text: string) => list.out.find((line) => line.includes(text)) ?? '';
    const refOf = (line: string) => /pi_\w+/.exec(line)?.[0] ?? '';
    const keptRef = refOf(lineOf(kept.email));
    const lostRef = refOf(lineOf('its account is not in the books'));
    const signed = ['--by', 'jo', '--reason', 'ticket 4711'];
    expect((await run('keep', '--payment', lostRef, ...signed)).out).toEqual([
      `reconcile keep ${lostRef}: its account is not in the books, so it cannot become credit. Refund it at the provider, or dismiss it.`,
    ]);
    expect((await run('keep', '--payment', keptRef, ...signed)).out[0]).toMatch(
      /^\$32\.20 is account credit\. .*now: \$37\.20\.$/,
    );
    expect(await run('keep', '--payment', keptRef, ...signed)).toMatchObject({ code: 1 });
    expect((await run('dismiss', '--payment', lostRef, ...signed)).code).toBe(0);
    expect((await run('list')).out).toEqual(['Payments that wait: 0']);

    const agreed = await reconcile(h, '--apply', 'yes');
    expect([agreed.code, agreed.out.filter((line) => line.startsWith('payment'))]).toEqual([0, []]);
    expect(await h.database.query('SELECT FROM restored_backups WHERE reconciled_at IS NULL')).toEqual([]);
    await h.work.runDueWork();
    expect(await world.charges(h)).toBe(charged);
    expect((await paid(h, 'renewal')).map(({ account }) => account).toSorted()).toEqual(
      [booked.accountId, kept.accountId].toSorted(),
    );
    const audit = await h.database.query(
      `SELECT action, actor, account_id AS account, subject_type AS type FROM audit_log WHERE action LIKE '%_payment' ORDER BY wall_at, id`,
    );
    expect(audit).toHaveLength(5);
    expect(audit).toEqual(
      expect.arrayContaining([
        { action: 'book_payment', actor: 'jo', account: booked.accountId, type: 'payment' },
        { action: 'park_payment', actor: 'jo', account: kept.accountId, type: 'payment' },
        { action: 'park_payment', actor: 'jo', account: null, type: 'payment' },
        { action: 'keep_payment', actor: 'jo', account: kept.accountId, type: 'payment' },
        { action: 'dismiss_payment', actor: 'jo', account: null, type: 'payment' },
      ]),
    );
    expect(await h.ledgerCheck({ settled: false })).toEqual([]);
    h.log.expectQuiet();
  });

  test('found by a new order of the customer: it waits no longer, and does not become credit too', async () => {
    const world = await makeWorld();
    const shop = await startShop(world);
    const buyer = await shop.h.makeCustomer({ card: 'tok_visa' });
    await shop.h.database.query('UPDATE accounts SET gateway = (SELECT min(gateway) FROM payment_methods)');
    const restore = await shop.backUp();
    await makePurchase({ ...buyer, client: await shop.h.signIn(buyer.email) }, monthly);
    const charged = await world.charges(shop.h);

    const h = await restore();
    const by = { actor: 'jo', reason: 'a test' };
    await h.operator.grantCredit(buyer.accountId, 500, by);
    await reconcile(h, '--apply', 'yes');
    const parked = (await h.operator.listParkedPayments()).rows;
    expect(parked).toMatchObject([{ reason: 'not_orderable' }]);
    await h.operator.payOutCredit(buyer.accountId, null, by);
    await makePurchase({ ...buyer, client: await h.signIn(buyer.email) }, monthly);
    expect(await world.charges(h)).toBe(charged);

    expect((await h.operator.listParkedPayments()).rows).toEqual([]);
    for (const decision of ['keep', 'dismiss'] as const) {
      const words = [decision, '--payment', parked[0]?.gatewayRef ?? '', '--by', 'jo', '--reason', 'ticket 4711'];
      expect(await reconcile(h, ...words)).toMatchObject({
        code: 1,
        out: [expect.stringContaining('in the books since')],
      });
    }
    expect((await reconcile(h, '--apply', 'yes')).code).toBe(0);
    expect(await h.database.query('SELECT status FROM unplaced_payments')).toEqual([{ status: 'closed' }]);
    expect(await h.database.query(`SELECT FROM ledger_entries WHERE kind = 'payment.kept'`)).toEqual([]);
    expect(await h.ledgerCheck()).toEqual([]);
    h.log.expectQuiet();
  });

  test('a charge that waits for the payment: keep is refused, and after dismiss the period is charged', async () => {
    const world = await makeWorld();
    const shop = await startShop(world);
    const customer = await makeRenewing(shop.h);
    const restore = await shop.backUp();
    shop.h.wall.advance(32 * DAY_MS);
    await shop.h.work.runDueWork();
    const charged = await world.charges(shop.h);

    const h = await restore();
    await h.operator.grantCredit(customer.accountId, 500, { actor: 'jo', reason: 'a test' });
    await h.work.runDueWork();
    await reconcile(h, '--apply', 'yes');
    const [{ ref = '' } = {}] = await h.database.query<{ ref: string }>(
      'SELECT gateway_ref AS ref FROM unplaced_payments',
    );
    const by = { actor: 'jo', reason: 'a test' };
    await expect(h.operator.keepPayment(ref, by)).rejects.toMatchObject({ type: 'OPERATION_IN_PROGRESS' });
    await h.operator.dismissPayment(ref, by);
    h.log.takeErrors();
    await h.expireLeases();
    await h.work.recoverAttempts();
    expect(await world.charges(h)).toBe(charged + 1);
    expect(await paid(h, 'renewal')).toHaveLength(1);
    expect((await reconcile(h, '--apply', 'yes')).code).toBe(0);
    h.log.expectQuiet();
  });
});

describe('[O20] a payment that finds its place while reconcile runs', () => {
  const signed = ['--by', 'jo', '--reason', 'ticket 4711'];

  /** A shop whose gateway runs the next hook between the comparison and the bookings. */
  const startHooked = async (
    paysAfterBackup: (h: Harness, customer: Customer, world: World) => Promise<unknown>,
    isRenewing: boolean,
    others = 0,
  ) => {
    const world = await stripe();
    const hooks: (() => Promise<unknown>)[] = [];
    const gateway = world.gateway as PaymentGateway;
    const readCard = async (ref: string) => {
      await hooks.pop()?.();
      return gateway.readCard(ref);
    };
    const lookUps: (() => Promise<unknown>)[] = [];
    const listPayments: PaymentGateway['listPayments'] = async (since, customerRef) => {
      const listed = await gateway.listPayments(since, customerRef);
      if (customerRef !== null) await lookUps.pop()?.();
      return listed;
    };
    const shop = await startShop({ ...world, gateway: { ...gateway, readCard, listPayments } });
    const customer = isRenewing ? await makeRenewing(shop.h) : await shop.h.makeCustomer({ card: 'tok_visa' });
    await shop.h.database.query('UPDATE accounts SET gateway = (SELECT min(gateway) FROM payment_methods)');
    for (let made = 0; made < others; made += 1) await makeRenewing(shop.h);
    const restore = await shop.backUp();
    await paysAfterBackup(shop.h, customer, world);
    return {
      world,
      customer,
      h: await restore(),
      runNext: (hook: () => Promise<unknown>) => hooks.push(hook),
      afterLookUp: (hook: () => Promise<unknown>) => lookUps.push(hook),
    };
  };

  const renew = async (h: Harness) => {
    h.wall.advance(32 * DAY_MS);
    await h.work.runDueWork();
  };
  const order = (planId: string) => async (h: Harness, customer: Customer) =>
    makePurchase({ ...customer, client: await h.signIn(customer.email) }, { planId });
  /** Statements that wait for a lock. */
  const waiting = ({ database }: Harness) =>
    database.query(`SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`);
  /** From now on the outcome of a payment cannot be recorded. */
  const refuseLedger = async ({ database }: Harness) => {
    await database.query(
      `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no disk'; END $$`,
    );
    await database.query(
      `CREATE TRIGGER refuse BEFORE INSERT ON ledger_entries FOR EACH ROW WHEN (NEW.kind LIKE 'payment.%') EXECUTE FUNCTION refuse()`,
    );
  };
  const acceptLedger = ({ database }: Harness) => database.query('DROP TRIGGER refuse ON ledger_entries');
  const recorded = (h: Harness) =>
    h.database.query<{ action: string }>(
      `SELECT action FROM audit_log WHERE action IN ('book_payment', 'park_payment') ORDER BY wall_at, id`,
    );
  const paymentLines = (out: readonly string[]) => out.filter((line) => line.startsWith('payment'));

  test.each([
    ['a renewal, booked by due work', renew, true, 'due work'],
    ['a renewal, booked by another run', renew, true, 'another run'],
    ['an order, booked by another run', order(monthly.planId), false, 'another run'],
    ['an order that can be repeated, booked by another run', order('pln_scope_starter'), false, 'another run'],
  ])('%s: it is already in the books, and nothing is parked', async (_name, pay, isRenewing, faster) => {
    const { world, h, runNext } = await startHooked(pay, isRenewing);
    const charged = await world.charges(h);
    let other: Awaited<ReturnType<typeof reconcile>> | undefined;
    runNext(async () => {
      if (faster === 'due work') await h.work.runDueWork();
      else other = await reconcile(h, '--apply', 'yes');
    });
    const done = await reconcile(h, '--apply', 'yes');
    expect([done.code, paymentLines(done.out)]).toEqual([0, [expect.stringMatching(/: already in the books\.$/)]]);
    if (other) expect([other.code, paymentLines(other.out)]).toEqual([0, [expect.stringMatching(/: booked\.$/)]]);
    expect(await recorded(h)).toEqual(faster === 'due work' ? [] : [{ action: 'book_payment' }]);
    expect(await h.database.query('SELECT FROM unplaced_payments')).toEqual([]);
    expect(await h.database.query('SELECT FROM restored_backups WHERE reconciled_at IS NULL')).toEqual([]);
    expect(await world.charges(h)).toBe(charged);
    expect(await h.ledgerCheck({ settled: false })).toEqual([]);
  });

  test.each([
    ['keep', 'kept', 'an operator has kept it as account credit'],
    ['dismiss', 'dismissed', 'an operator has dismissed it'],
  ])('%s by an operator is respected, and nothing is booked', async (decision, status, words) => {
    const { customer, h, runNext } = await startHooked(renew, true);
    const by = { actor: 'jo', reason: 'a test' };
    await h.operator.grantCredit(customer.accountId, 500, by);
    await reconcile(h, '--apply', 'yes');
    await h.operator.payOutCredit(customer.accountId, null, by);
    const [{ ref = '' } = {}] = await h.database.query<{ ref: string }>(
      'SELECT gateway_ref AS ref FROM unplaced_payments',
    );
    runNext(async () => {
      expect((await reconcile(h, decision, '--payment', ref, ...signed)).code).toBe(0);
    });
    const done = await reconcile(h, '--apply', 'yes');
    expect([done.code, done.out.slice(1)]).toEqual([
      0,
      [expect.stringMatching(new RegExp(`^payment ${ref} .*: ${words}\\.$`)), 'Every difference is booked or decided.'],
    ]);
    expect(await recorded(h)).toEqual([{ action: 'park_payment' }]);
    expect(await h.database.query('SELECT status FROM unplaced_payments')).toEqual([{ status }]);
    expect(await h.database.query('SELECT FROM payment_attempts WHERE gateway_intent_ref = $1', [ref])).toEqual([]);
    expect(await h.ledgerCheck({ settled: false })).toEqual([]);
  });

  test('dismissed while due work finds it: it is not booked, and its period is charged', async () => {
    const { world, customer, h, afterLookUp } = await startHooked(renew, true);
    const by = { actor: 'jo', reason: 'a test' };
    await h.operator.grantCredit(customer.accountId, 500, by);
    await reconcile(h, '--apply', 'yes');
    await h.operator.payOutCredit(customer.accountId, null, by);
    const [{ ref = '' } = {}] = await h.database.query<{ ref: string }>(
      'SELECT gateway_ref AS ref FROM unplaced_payments',
    );
    const charged = await world.charges(h);
    await world.forgetKeys(h);
    // The transaction of the decision holds the lock while due work has the list, and ends before due work gets the lock.
    let deciding: Promise<unknown> = Promise.resolve();
    afterLookUp(
      () =>
        new Promise<void>((isLocked) => {
          deciding = h.database.transaction(async (sql) => {
            await sql.query('SELECT FROM accounts WHERE id = $1 FOR UPDATE', [customer.accountId]);
            isLocked();
            await expect.poll(() => waiting(h)).toHaveLength(1);
            await sql.query(`UPDATE unplaced_payments SET status = 'dismissed', closed_at = now()`);
          });
        }),
    );
    await h.work.runDueWork();
    await deciding;
    expect(await h.database.query('SELECT status FROM unplaced_payments')).toEqual([{ status: 'dismissed' }]);
    expect(await h.database.query('SELECT FROM payment_attempts WHERE gateway_intent_ref = $1', [ref])).toEqual([]);
    expect(await paid(h, 'renewal')).toHaveLength(1);
    expect(await world.charges(h)).toBe(charged + 1);
    expect(await h.ledgerCheck({ settled: false })).toEqual([]);
  });

  test('due work has claimed it and stopped: no operator decides about it, and recovery books it', async () => {
    const { world, customer, h } = await startHooked(renew, true);
    const by = { actor: 'jo', reason: 'a test' };
    await h.operator.grantCredit(customer.accountId, 500, by);
    await reconcile(h, '--apply', 'yes');
    await h.operator.payOutCredit(customer.accountId, null, by);
    const [{ ref = '' } = {}] = await h.database.query<{ ref: string }>(
      'SELECT gateway_ref AS ref FROM unplaced_payments',
    );
    const charged = await world.charges(h);
    await refuseLedger(h);
    await h.work.runDueWork();
    h.log.takeErrors();
    for (const decision of ['keep', 'dismiss'])
      expect(await reconcile(h, decision, '--payment', ref, ...signed)).toMatchObject({
        code: 1,
        out: [expect.stringContaining('in the books since')],
      });
    await acceptLedger(h);
    await h.expireLeases();
    await h.work.recoverAttempts();
    expect(await paid(h, 'renewal')).toHaveLength(1);
    expect(await world.charges(h)).toBe(charged);
    expect(await h.ledgerCheck({ settled: false })).toEqual([]);
  });

  test('the books call it errored: it pays the next attempt, and nothing is charged twice', async () => {
    const { world, customer, h } = await startHooked(async () => {}, true);
    await refuseLedger(h);
    await renew(h);
    h.log.takeErrors();
    await acceptLedger(h);
    const charged = await world.charges(h);
    await h.database.query(
      `UPDATE payment_attempts SET status = 'errored', decided_at = now(), lease_until = NULL WHERE status = 'sending'`,
    );
    await h.services.addCard(customer.accountId, 'tok_mastercard');
    expect(await paid(h, 'renewal')).toHaveLength(1);
    expect(await world.charges(h)).toBe(charged);
    expect((await reconcile(h, '--apply', 'yes')).out.slice(1)).toEqual([
      expect.stringMatching(/^Receipt numbers that stay unused/),
      'Books and payment provider agree.',
    ]);
    expect(await h.ledgerCheck({ settled: false })).toEqual([]);
  });

  test.each(['customer', 'another run'])(
    '%s saves a card first: the card of the comparison replaces none',
    async (faster) => {
      const { customer, h, runNext } = await startHooked(
        async (before, { accountId }) => {
          await before.services.addCard(accountId, 'tok_mastercard');
          await renew(before);
        },
        true,
        1,
      );
      const { accountId } = customer;
      runNext(() =>
        faster === 'customer' ? h.services.addCard(accountId, 'tok_amex') : reconcile(h, '--apply', 'yes'),
      );
      const done = await reconcile(h, '--apply', 'yes');
      const words = {
        customer: 'not put on file, because the customer has saved another card meanwhile',
        'another run': 'already in the books',
      }[faster];
      expect([done.code, done.out.filter((line) => line.startsWith('card'))]).toEqual([
        0,
        [expect.stringMatching(new RegExp(`^card .*mastercard.*: ${words}\\.$`))],
      ]);
      const onFile = await h.database.query(
        `SELECT brand FROM payment_methods WHERE account_id = $1 AND status = 'active'`,
        [accountId],
      );
      expect(onFile).toEqual([{ brand: faster === 'customer' ? 'amex' : 'mastercard' }]);
      expect(await h.database.query(`SELECT FROM audit_log WHERE action = 'save_card'`)).toHaveLength(
        faster === 'customer' ? 0 : 1,
      );
    },
  );

  test('a refund that another run books is recorded once', async () => {
    const { h, runNext } = await startHooked(async (before, _customer, world) => {
      await renew(before);
      const [{ ref = '' } = {}] = await before.database.query<{ ref: string }>(
        `SELECT gateway_charge_ref AS ref FROM payment_attempts WHERE amount_cents > 0 ORDER BY id DESC LIMIT 1`,
      );
      await world.refundByHand(before, ref, 1000);
    }, true);
    runNext(() => reconcile(h, '--apply', 'yes', '--by', 'pia', '--reason', 'restore'));
    expect((await reconcile(h, '--apply', 'yes', '--by', 'jo', '--reason', 'restore')).code).toBe(0);
    expect(await h.database.query('SELECT status FROM refunds')).toEqual([{ status: 'succeeded' }]);
    expect(await h.database.query(`SELECT actor FROM audit_log WHERE action = 'book_refund'`)).toEqual([
      { actor: 'pia' },
    ]);
  });

  test('a payment that another run has parked meanwhile keeps its row and the mark', async () => {
    const { h, runNext } = await startHooked(renew, true);
    await h.work.runDueWork();
    const [{ ref = '', account = '' } = {}] = await h.database.query<{ ref: string; account: string }>(
      `SELECT gateway_intent_ref AS ref, account_id AS account FROM payment_attempts WHERE amount_cents > 0 ORDER BY id DESC LIMIT 1`,
    );
    runNext(async () => {
      await h.database.query(`UPDATE payment_attempts SET status = 'canceled' WHERE gateway_intent_ref = $1`, [ref]);
      await h.database.query(
        `INSERT INTO unplaced_payments (gateway_ref, account_id, amount_cents, reason) VALUES ($1, $2, 3220, 'other_amount')`,
        [ref, account],
      );
    });
    const { out } = await reconcile(h, '--apply', 'yes');
    expect(out.slice(-2)).toEqual([
      'A payment of another comparison waits: see "reconcile list". Decide it, then run reconcile again.',
      'Until nothing is left, the payment provider is asked before each charge.',
    ]);
    expect(await h.database.query('SELECT status FROM unplaced_payments')).toEqual([{ status: 'waiting' }]);
    expect(await h.database.query('SELECT FROM restored_backups WHERE reconciled_at IS NULL')).toHaveLength(1);
  });

  test('dismissed between the attempt to book it and the end of the run: it is not parked again', async () => {
    const world = await sandbox();
    const shop = await startShop(world);
    const first = await makeRenewing(shop.h);
    const second = await makeRenewing(shop.h);
    const restore = await shop.backUp();
    await renew(shop.h);
    const h = await restore();
    for (const { accountId } of [first, second])
      await h.operator.grantCredit(accountId, 500, { actor: 'jo', reason: 'a test' });
    await reconcile(h, '--apply', 'yes');
    const [early, late] = (await lostPayments(h))
      .map(({ payment }) => payment)
      .toSorted((one, other) => one.createdAt - other.createdAt);
    // The later payment waits for the lock of its account, and the earlier one was tried before.
    const running = await h.database.transaction(async (sql) => {
      await sql.query('SELECT FROM accounts WHERE id = $1 FOR UPDATE', [late?.purpose?.accountId]);
      const done = reconcile(h, '--apply', 'yes');
      await expect.poll(() => waiting(h)).toHaveLength(1);
      await reconcile(h, 'dismiss', '--payment', early?.ref ?? '', ...signed);
      return { done };
    });
    const { code, out } = await running.done;
    expect([code, paymentLines(out)]).toEqual([
      1,
      [expect.stringContaining('an operator has dismissed it'), expect.stringContaining('parked: ')],
    ]);
    expect(await recorded(h)).toHaveLength(2);
  });
});

describe('[O20] reconcile without an answer or a reason', () => {
  test('the gateway stops answering: one line, nothing half done, and the next run books', async () => {
    const { fail, ...world } = await stripe();
    const shop = await startShop(world);
    await makeRenewing(shop.h);
    const restore = await shop.backUp();
    shop.h.wall.advance(32 * DAY_MS);
    await shop.h.work.runDueWork();
    const h = await restore();
    const counter = () => h.database.query('SELECT last_number, skipped FROM invoice_counters');
    const before = await counter();
    for (const path of ['payment_intents', 'refunds', 'setup_intents']) {
      fail(path, 'unreached', 2);
      const { code, out } = await reconcile(h, '--apply', 'yes');
      expect([code, out]).toEqual([
        1,
        [expect.stringMatching(/^reconcile: the payment provider gave no answer .*run it again\.$/)],
      ]);
    }
    fail('payment_intents', 'unreached', 2);
    await expect(h.work.continueReceipts()).rejects.toThrow('no answer');
    expect(await counter()).toEqual(before);
    expect((await reconcile(h, '--apply', 'yes')).code).toBe(0);
    expect(await paid(h, 'renewal')).toHaveLength(1);
  });

  test('settings of another account of the gateway are refused', async () => {
    const shop = await startShop(await stripe());
    await makeRenewing(shop.h);
    const restore = await backUp(shop.config);
    const restored = await restore();
    endings.push(restored.drop);
    const h = await start(await stripe(), restored);
    expect(await reconcile(h, '--apply', 'yes')).toMatchObject({
      code: 1,
      out: [expect.stringContaining('does not know the newest payment in the books')],
    });
  });

  test('a comparison that begins later is refused after a restore, and closes no payment outside of it', async () => {
    const world = await sandbox();
    const shop = await startShop(world);
    const customer = await makeRenewing(shop.h);
    const restore = await shop.backUp();
    shop.h.wall.advance(32 * DAY_MS);
    await shop.h.work.runDueWork();
    const charged = await world.charges(shop.h);

    const h = await restore();
    await h.operator.grantCredit(customer.accountId, 500, { actor: 'jo', reason: 'a test' });
    await reconcile(h, '--apply', 'yes');
    const kept = () =>
      h.database.query<{ status: string }>(
        'SELECT p.status, m.reconciled_at FROM unplaced_payments p, restored_backups m',
      );
    const waiting = [{ status: 'waiting', reconciledAt: null }];
    expect(await kept()).toEqual(waiting);
    const later = new Date(h.wall.now() - MINUTE_MS).toISOString();
    for (const apply of ['yes', 'no'])
      expect(await reconcile(h, '--apply', apply, '--since', later)).toEqual({
        code: 1,
        out: [
          expect.stringMatching(
            /^reconcile: the database was restored .* begins at \S+ or before\. Leave --since out, .*Nothing was changed\.$/,
          ),
        ],
      });
    expect(await kept()).toEqual(waiting);
    // An earlier begin covers the backup.
    const earlier = new Date(h.wall.now() - 99 * DAY_MS).toISOString();
    expect((await reconcile(h, '--apply', 'yes', '--since', earlier)).out[1]).toContain('parked');
    await world.forgetKeys(h);
    await h.work.runDueWork();
    expect(await world.charges(h)).toBe(charged);
    expect(await kept()).toEqual(waiting);
    h.log.takeErrors();

    // A payment of an earlier comparison waits on without a mark too.
    await h.database.query('UPDATE restored_backups SET reconciled_at = now()');
    expect((await reconcile(h, '--apply', 'yes', '--since', later)).code).toBe(0);
    expect((await kept()).map(({ status }) => status)).toEqual(['waiting']);
  });

  test.each([
    ['a year ago', 365 * DAY_MS],
    ['a time after the backup', 1],
  ])(
    'without a mark, --since %s: a lost payment marks the database, and its period is not charged again',
    async (_name, ago) => {
      const world = await sandbox();
      const shop = await startShop(world);
      const customer = await makeRenewing(shop.h);
      const restore = await shop.backUp();
      const [{ at } = { at: 0 }] = await shop.h.database.query<{ at: number }>('SELECT now() AS at');
      shop.h.wall.advance(32 * DAY_MS);
      await shop.h.work.runDueWork();
      const charged = await world.charges(shop.h);

      const h = await restore();
      await h.database.query('DELETE FROM restored_backups');
      await h.operator.grantCredit(customer.accountId, 500, { actor: 'jo', reason: 'a test' });
      const since = new Date(at + 1 - ago).toISOString();
      const marks = () =>
        h.database.query<{ reconciledAt: number | null }>('SELECT reconciled_at FROM restored_backups');
      expect((await reconcile(h, '--since', since)).out.at(-1)).toBe(
        '1 difference. Nothing was changed. To book: --apply yes',
      );
      expect(await marks()).toEqual([]);

      const done = await reconcile(h, '--apply', 'yes', '--since', since);
      expect(done.out[1]).toContain('parked: the books expect another amount');
      expect(done.out.at(-1)).toBe('Until nothing is left, the payment provider is asked before each charge.');
      expect(await marks()).toEqual([{ reconciledAt: null }]);
      await world.forgetKeys(h);
      await h.work.runDueWork();
      expect(await world.charges(h)).toBe(charged);
      // A comparison without a time covers the payment too.
      expect((await reconcile(h, '--apply', 'yes')).out[1]).toContain('parked: ');
      expect(await marks()).toEqual([{ reconciledAt: null }]);
      h.log.takeErrors();
    },
  );

  test('a lost payment from before the mark moves the mark, so that the next run covers it too', async () => {
    const world = await sandbox();
    const shop = await startShop(world);
    const customer = await makeRenewing(shop.h);
    const restore = await shop.backUp();
    shop.h.wall.advance(32 * DAY_MS);
    await shop.h.work.runDueWork();
    const charged = await world.charges(shop.h);

    const h = await restore();
    await h.operator.grantCredit(customer.accountId, 500, { actor: 'jo', reason: 'a test' });
    // Another restore of a newer backup without that payment.
    await h.database.query(`UPDATE restored_backups SET taken_at = now() + interval '2 days'`);
    const year = new Date(h.wall.now() - 365 * DAY_MS).toISOString();
    expect((await reconcile(h, '--apply', 'yes', '--since', year)).out[1]).toContain('parked: ');
    const again = await reconcile(h, '--apply', 'yes');
    expect([again.code, again.out[1]]).toEqual([1, expect.stringContaining('parked: ')]);
    await world.forgetKeys(h);
    await h.work.runDueWork();
    expect(await world.charges(h)).toBe(charged);
    h.log.takeErrors();
  });

  test('a mark of an earlier state that is made during a comparison stays', async () => {
    const hooks: (() => Promise<unknown>)[] = [];
    const world = await stripe();
    const gateway = world.gateway as PaymentGateway;
    const hooked = {
      ...gateway,
      listCards: async (since: number) => {
        await hooks.pop()?.();
        return gateway.listCards(since);
      },
    };
    const shop = await startShop({ ...world, gateway: hooked });
    await makeRenewing(shop.h);
    const marks = () =>
      shop.h.database.query<{ isOver: boolean }>('SELECT reconciled_at IS NOT NULL AS is_over FROM restored_backups');
    const at = (ms: number) => new Date(shop.h.wall.now() - ms).toISOString();
    hooks.push(() => reconcile(shop.h, '--restored-from', at(2 * DAY_MS)));
    expect((await reconcile(shop.h, '--apply', 'yes', '--since', at(DAY_MS))).code).toBe(0);
    expect(await marks()).toEqual([{ isOver: false }]);
    expect((await reconcile(shop.h, '--apply', 'yes')).code).toBe(0);
    expect(await marks()).toEqual([{ isOver: true }]);
  });

  test('a database that was not restored needs a time, and a given time marks it', async () => {
    const shop = await startShop(await sandbox());
    await makeRenewing(shop.h);
    expect(await reconcile(shop.h)).toMatchObject({ code: 1, out: [expect.stringContaining('--since')] });
    const at = '2026-11-20T08:00:00Z';
    const marked = await reconcile(shop.h, '--restored-from', at);
    expect(marked).toEqual({
      code: 0,
      out: [
        'Marked: the database was restored from a state of 2026-11-20T08:00:00.000Z.',
        'Compared since 2026-11-20T07:00:00.000Z: 1 payments, 0 refunds, 1 saved cards at the payment provider.',
        'Books and payment provider agree.',
        'Until nothing is left, the payment provider is asked before each charge. To end that: --apply yes',
      ],
    });
    expect((await reconcile(shop.h, '--apply', 'yes')).out.at(-1)).toBe('Books and payment provider agree.');
  });

  test('a mark is set or refused as a whole: not with a later begin, and not in the future', async () => {
    const shop = await startShop(await sandbox());
    await makeRenewing(shop.h);
    const marks = () => shop.h.database.query('SELECT FROM restored_backups');
    const past = new Date(shop.h.wall.now() - MINUTE_MS).toISOString();
    const later = new Date(shop.h.wall.now() + MINUTE_MS).toISOString();
    for (const apply of ['yes', 'no']) {
      expect(await reconcile(shop.h, '--apply', apply, '--restored-from', past, '--since', past)).toEqual({
        code: 1,
        out: [expect.stringMatching(/or before\. Leave .*Nothing was changed\.$/)],
      });
      for (const name of ['--restored-from', '--since'])
        expect(await reconcile(shop.h, '--apply', apply, name, later)).toEqual({
          code: 1,
          out: [expect.stringMatching(/is in the future\. .*Nothing was changed\.$/)],
        });
    }
    expect(await marks()).toEqual([]);
    const year = new Date(shop.h.wall.now() - 365 * DAY_MS).toISOString();
    expect((await reconcile(shop.h, '--restored-from', past, '--since', year)).out[0]).toBe(
      `Marked: the database was restored from a state of ${past}.`,
    );
    expect(await marks()).toHaveLength(1);
  });
});

describe.each([
  ['sandbox', sandbox],
  ['Stripe stand-in', stripe],
])('[O20] refunds of payments that no rule can book, with the %s', (_name, makeWorld) => {
  /** Parks a renewal of $32.20. Returns its ids, and the restored shop. */
  const parkRenewal = async (world: World, refundedCents = 0) => {
    const shop = await startShop(world);
    const { accountId } = await makeRenewing(shop.h);
    const restore = await shop.backUp();
    shop.h.wall.advance(32 * DAY_MS);
    await shop.h.work.runDueWork();
    const h = await restore();
    const { payment } = (await lostPayments(h))[0] ?? {};
    if (payment?.state.kind !== 'succeeded') throw new Error('the renewal is not lost');
    const { chargeRef } = payment.state;
    const refund = (amountCents: number) => world.refundByHand(h, chargeRef, amountCents);
    if (refundedCents > 0) await refund(refundedCents);
    await h.operator.grantCredit(accountId, 500, { actor: 'jo', reason: 'a test' });
    await reconcile(h, '--apply', 'yes');
    const decide = (decision: 'keep' | 'dismiss') =>
      reconcile(h, decision, '--payment', payment.ref, '--by', 'jo', '--reason', 'ticket 4711');
    const balance = async () => (await h.database.query('SELECT balance_cents FROM accounts'))[0];
    const refunds = (...words: string[]) => runCommand(['refunds', ...words], async () => h.operator);
    return { h, refund, decide, balance, refunds };
  };
  const agree = { code: 0, out: expect.arrayContaining(['Books and payment provider agree.']) };

  test.each(['by hand', 'heard of before'])('money refunded before keep does not become credit: %s', async (how) => {
    const { h, decide, balance, refunds } = await parkRenewal(await makeWorld(), 2_000);
    if (how === 'heard of before') {
      const [refundRef] = /re_\w+/.exec((await reconcile(h)).out.join(' ')) ?? [];
      await h.database.query('INSERT INTO unplaced_refunds (gateway_ref, amount_cents) VALUES ($1, 2000)', [refundRef]);
      expect((await refunds('list')).out[1]).toContain('of a payment that is not in the books');
    }
    expect((await decide('keep')).out).toEqual([
      '$20.00 of $32.20 was refunded at the payment provider.',
      '$12.20 is account credit. Credit of the account now: $17.20.',
      'Run reconcile again.',
    ]);
    expect(await reconcile(h, '--apply', 'yes')).toMatchObject(agree);
    expect((await refunds('list')).out).toEqual(['Refunds that wait: 0']);
    expect(await balance()).toEqual({ balanceCents: -1_720 });
    expect(await h.ledgerCheck({ settled: false })).toEqual([]);
    h.log.takeErrors();
  });

  test.each([2_000, 3_220])('a refund of %d cents after keep waits until it is decided', async (amountCents) => {
    const { h, refund, decide, balance, refunds } = await parkRenewal(await makeWorld());
    await decide('keep');
    await refund(amountCents);
    for (const run of [1, 2]) {
      const done = await reconcile(h, '--apply', 'yes', '--since', new Date(Date.now() - 90 * DAY_MS).toISOString());
      expect([run, done.code]).toEqual([run, 1]);
      expect(done.out.filter((line) => line.startsWith('refund'))).toEqual([
        expect.stringContaining('its payment was kept as account credit before'),
      ]);
      expect(done.out).toContain('Something is left to do: see above.');
    }
    const [, line = ''] = (await refunds('list')).out;
    expect(line).toContain('of a payment that was kept as credit');
    const refundRef = /re_\w+/.exec(line)?.[0] ?? '';
    expect((await refunds('from-credit', '--refund', refundRef, '--by', 'jo', '--reason', 'ticket 4711')).code).toBe(0);
    expect(await balance()).toEqual({ balanceCents: amountCents - 3_720 });
    expect(await reconcile(h, '--since', new Date(Date.now() - 90 * DAY_MS).toISOString())).toMatchObject(agree);
    expect(await h.ledgerCheck({ settled: false })).toEqual([]);
    h.log.takeErrors();
  });

  test.each(['a refund that keep took off', 'a refund of ours that failed'])(
    'another refund waits until it is decided, beside %s',
    async (beside) => {
      const isTakenOff = beside === 'a refund that keep took off';
      const { h, refund, decide, refunds } = await parkRenewal(await makeWorld(), isTakenOff ? 2_000 : 0);
      await decide('keep');
      if (!isTakenOff) {
        const [paid] = await h.database.query<{ number: string }>(`SELECT number FROM invoices WHERE status = 'paid'`);
        await h.operator.refund(paid?.number ?? '', 500, { actor: 'jo', reason: 'a test' });
        await h.database.query(`UPDATE refunds SET status = 'failed', gateway_ref = NULL`);
      }
      await refund(300);
      const done = await reconcile(h, '--apply', 'yes', '--since', new Date(Date.now() - 90 * DAY_MS).toISOString());
      expect(done.out.filter((line) => line.startsWith('refund'))).toEqual([expect.stringContaining('($3.00 of ')]);
      expect((await refunds('list')).out[0]).toBe('Refunds that wait: 1');
      h.log.takeErrors();
    },
  );

  test('refunded in full before keep: keep is refused in words, dismiss is possible', async () => {
    const { h, refund, decide, balance } = await parkRenewal(await makeWorld());
    await refund(3_220);
    expect(await decide('keep')).toMatchObject({
      code: 1,
      out: [expect.stringContaining('it was refunded in full at the payment provider')],
    });
    expect(await balance()).toEqual({ balanceCents: -500 });
    expect((await decide('dismiss')).code).toBe(0);
    expect(await reconcile(h, '--apply', 'yes')).toMatchObject(agree);
    expect(await h.ledgerCheck({ settled: false })).toEqual([]);
    h.log.takeErrors();
  });

  test('a refund of a dismissed payment is nothing to book', async () => {
    const { h, refund, decide } = await parkRenewal(await makeWorld());
    await decide('dismiss');
    await refund(2_000);
    expect(await reconcile(h)).toMatchObject(agree);
    expect(await reconcile(h, '--apply', 'yes')).toMatchObject(agree);
    h.log.takeErrors();
  });
});

test('[O20] a server of before the restore still sells: reconcile continues the receipt numbers after its receipts too', async () => {
  const world = await stripe();
  const shop = await startShop(world);
  const [early, late] = [
    await shop.h.makeCustomer({ card: 'tok_visa' }),
    await shop.h.makeCustomer({ card: 'tok_visa' }),
  ];
  await shop.h.database.query('UPDATE accounts SET gateway = (SELECT min(gateway) FROM payment_methods)');
  const restore = await shop.backUp();
  const h = await restore();
  expect(await h.work.continueReceipts()).toBe(1000);

  await shop.h.database.query('UPDATE invoice_counters SET last_number = 2000, skipped = 2000');
  await makePurchase({ ...early, client: await shop.h.signIn(early.email) }, monthly);
  const done = await reconcile(h, '--apply', 'yes');
  // 2,001 at the gateway, and 1,000 left out at the start.
  expect(done.out).toContainEqual(expect.stringMatching(/^Receipt numbers that stay unused, .*: 1001\.$/));
  await makePurchase({ ...late, client: await h.signIn(late.email) }, monthly);
  const numbersOf = async ({ database }: Harness) =>
    (await database.query<{ number: string }>('SELECT number FROM invoices ORDER BY number')).map(
      ({ number }) => number,
    );
  const old = await numbersOf(shop.h);
  expect(old).toHaveLength(1);
  expect((await numbersOf(h)).filter((number) => old.includes(number))).toEqual([]);
  expect(await h.ledgerCheck()).toEqual([]);
});

test('[O20] the number of a lost receipt that credit paid is not given again', async () => {
  const shop = await startShop(await stripe());
  const customer = await makeRenewing(shop.h);
  const other = await shop.h.makeCustomer({ card: 'tok_visa' });
  await shop.h.database.query('UPDATE accounts SET gateway = (SELECT min(gateway) FROM payment_methods)');
  const restore = await shop.backUp();
  await shop.h.operator.grantCredit(customer.accountId, 50_000, { actor: 'jo', reason: 'a test' });
  const signedIn = { ...customer, client: await shop.h.signIn(customer.email) };
  await buy(signedIn, { planId: 'pln_scope_starter', interval: 'monthly' });
  const [lost] = await shop.h.database.query<{ number: string; dueCents: number }>(
    'SELECT number, amount_due_cents AS due_cents FROM invoices ORDER BY number DESC LIMIT 1',
  );
  expect(lost?.dueCents).toBe(0);

  const h = await restore();
  expect(await reconcile(h, '--apply', 'yes')).toMatchObject({ code: 0 });
  await makePurchase({ ...other, client: await h.signIn(other.email) }, monthly);
  const numbers = await h.database.query<{ number: string }>('SELECT number FROM invoices');
  expect(numbers).not.toContainEqual({ number: lost?.number });
  expect(await h.ledgerCheck()).toEqual([]);
});

test('[O20] a refund of a claimed payment waits for its result, and is booked then', async () => {
  const world = await stripe();
  const shop = await startShop(world);
  await makeRenewing(shop.h);
  const restore = await shop.backUp();
  shop.h.wall.advance(32 * DAY_MS);
  await shop.h.work.runDueWork();
  const h = await restore();
  await h.database.query(
    `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no disk'; END $$`,
  );
  await h.database.query(`CREATE TRIGGER refuse BEFORE INSERT ON ledger_entries FOR EACH ROW
    WHEN (NEW.kind LIKE 'payment.%') EXECUTE FUNCTION refuse()`);
  await h.work.runDueWork();
  const [{ ref = '' } = {}] = await h.database.query<{ ref: string }>(
    `SELECT gateway_intent_ref AS ref FROM payment_attempts WHERE status NOT IN ('succeeded', 'declined') AND kind = 'charge'`,
  );
  const paidNow = await world.gateway?.retrieve(ref);
  if (paidNow?.state.kind !== 'succeeded') throw new Error('the payment is not claimed');
  await world.refundByHand(h, paidNow.state.chargeRef, 2_000);
  const [made] = (await world.gateway?.refundsOf(ref)) ?? [];
  // An event of the refund finds no charge yet.
  await h.database.query('INSERT INTO unplaced_refunds (gateway_ref, amount_cents) VALUES ($1, 2000)', [
    made?.refundRef,
  ]);
  const early = await reconcile(h, '--apply', 'yes');
  expect([early.code, early.out.filter((line) => line.startsWith('refund'))]).toEqual([
    1,
    [expect.stringContaining('waits for its payment')],
  ]);
  await h.database.query('DROP TRIGGER refuse ON ledger_entries');
  await h.expireLeases();
  await h.work.recoverAttempts();
  const since = ['--since', new Date(Date.now() - 90 * DAY_MS).toISOString()];
  const late = await reconcile(h, '--apply', 'yes', ...since);
  expect(late.out).toContainEqual(expect.stringMatching(/^refund re_.*: booked\.$/));
  expect(await h.database.query('SELECT status FROM unplaced_refunds')).toEqual([{ status: 'booked' }]);
  expect(await h.database.query('SELECT status, amount_cents FROM refunds')).toEqual([
    { status: 'succeeded', amountCents: 2_000 },
  ]);
  expect(await h.ledgerCheck({ settled: false })).toEqual([]);
  h.log.takeErrors();
});
