import { afterEach, describe, expect, test } from 'vitest';
import { deliverEvents } from '../../test/challenges.ts';
import type { Customer } from '../../test/harness.ts';
import { makeHolder, makePurchase, starterYearly } from '../../test/shop.ts';
import { useShop } from '../../test/use-harness.ts';
import { refundByHand } from '../adapters/payment-gateway/sandbox/refunds.ts';
import { runCommand } from './run-command.ts';

/** Commands that decide about a refund of the gateway that matches no payment (decision 19). */

const h = useShop();

afterEach(async () => {
  await h.database.query(
    `UPDATE unplaced_refunds SET status = 'dismissed', decided_at = now() WHERE status = 'waiting'`,
  );
});

const auditOptions = ['--reason', 'ticket 4711', '--by', 'jo@vendor.example'];
const run = (...args: string[]) => runCommand(['refunds', ...args], async () => h.operator);
const about = (ref: string, ...args: string[]) => ['--refund', ref, ...args, ...auditOptions];
const list = async () => (await run('list')).out.slice(1);

const give = async (customer: Customer, amountCents: number): Promise<string> => {
  const [charge] = await h.charges(customer);
  const { refundRef } = await h.database.transaction((sql) =>
    refundByHand(sql, { chargeRef: charge?.id ?? '', amountCents }),
  );
  await deliverEvents(h);
  return refundRef ?? '';
};

/** A customer whose payment became account credit by a change to a smaller plan, so that no refund of it has room. */
const makeCreditedCustomer = async () => {
  const { customer, id } = await makeHolder(h, { planId: 'pln_drive_ultimate', interval: 'yearly' });
  const [receipt] = await h.receipts(customer);
  const smaller = { planId: 'pln_drive_starter', interval: 'yearly' };
  expect((await customer.client.patch(`/api/subscription/subscriptions/${id}`, smaller)).status).toBe(200);
  return { customer, receipt: receipt?.invoice ?? '' };
};
/** Processes waiting events again, and delivers the events of finished refunds once more. */
const again = async () => {
  await h.database.query(
    `UPDATE webhook_events SET processed_at = NULL, next_try_at = now() WHERE type LIKE 'charge.refund%' AND given_up_at IS NULL`,
  );
  await h.work.processWebhooks();
};
const aDayLater = async () => {
  await h.database.query(
    `UPDATE webhook_events SET received_at = now() - interval '25 hours', next_try_at = now() WHERE processed_at IS NULL`,
  );
  await h.work.processWebhooks();
};
const ledgerEntriesOf = ({ accountId }: Customer, ...kinds: string[]) =>
  h.database.query<{ kind: string; debit: string; credit: string; cents: number }>(
    'SELECT kind, debit, credit, amount_cents AS cents FROM ledger_entries WHERE account_id = $1 AND kind = ANY($2) ORDER BY at, id',
    [accountId, kinds],
  );
const recordOf = ({ accountId }: Customer) =>
  h.database.query('SELECT actor, action, reason FROM audit_log WHERE account_id = $1', [accountId]);
const failAtBank = (ref: string) =>
  h.database.query(`UPDATE sandbox.refunds SET status = 'failed' WHERE id = $1`, [ref]);

describe('[PY-05] [INV-2] a refund made at the gateway that fits nowhere', () => {
  test('waits in the list, and after a day the log says where it is', async () => {
    const { customer, receipt } = await makeCreditedCustomer();
    const ref = await give(customer, 1_000);
    await again();
    expect(await list()).toEqual([expect.stringMatching(`^  20.*Z  ${ref}  \\$10.00  ${receipt}  ${customer.email}$`)]);
    await aDayLater();
    expect(h.log.takeErrors()).toEqual([expect.stringContaining('npm run foyer -- refunds list')]);
    expect(await list()).toHaveLength(1);
  });

  test('[I9] from-credit: the refund pays account credit out, once; nothing is logged after a day', async () => {
    const { customer } = await makeCreditedCustomer();
    const { balanceCents } = await h.account(customer);
    const ref = await give(customer, 1_000);
    const left = (-balanceCents - 1_000) / 100;
    expect(await run('from-credit', ...about(ref))).toEqual({
      code: 0,
      out: ['$10.00 is taken off the credit.', `Credit of the account now: $${left.toFixed(2)}.`],
    });
    expect(await h.account(customer)).toMatchObject({ balanceCents: balanceCents + 1_000 });
    expect(await ledgerEntriesOf(customer, 'credit.paid_out')).toEqual([
      { kind: 'credit.paid_out', debit: 'customer_credit', credit: 'cash', cents: 1_000 },
    ]);
    expect(await recordOf(customer)).toEqual([
      { actor: 'jo@vendor.example', action: 'pay_out_credit', reason: 'ticket 4711' },
    ]);
    for (const repeated of ['from-credit', 'dismiss'])
      expect(await run(repeated, ...about(ref))).toEqual({
        code: 1,
        out: [`refunds ${repeated} ${ref}: this is already done, so nothing was changed.`],
      });
    expect(await list()).toEqual([]);
    await aDayLater();
    h.log.expectQuiet();
  });

  test('[I23] from-credit: never more than there is, and it goes on waiting then', async () => {
    const { customer } = await makeCreditedCustomer();
    const ref = await give(customer, 1_000);
    await h.operator.payOutCredit(customer.accountId, null, { actor: 'jo@vendor.example', reason: 'ticket 4710' });
    expect(await run('from-credit', ...about(ref))).toMatchObject({ code: 1 });
    expect(await list()).toHaveLength(1);
    expect(await ledgerEntriesOf(customer, 'credit.paid_out')).toHaveLength(1);
  });

  test('dismiss: the customer keeps the money, the ledger books goodwill, and the customer gets a mail', async () => {
    const { customer } = await makeCreditedCustomer();
    const ref = await give(customer, 1_000);
    expect(await run('dismiss', ...about(ref))).toEqual({
      code: 0,
      out: [`Refund ${ref} is dismissed: $10.00 counts as a gift.`],
    });
    expect(await ledgerEntriesOf(customer, 'refund.borne')).toEqual([
      { kind: 'refund.borne', debit: 'goodwill', credit: 'cash', cents: 1_000 },
    ]);
    expect(await recordOf(customer)).toMatchObject([{ action: 'dismiss_refund' }]);
    const told = h.queued.filter((job) => !('kind' in job) && job.accountId === customer.accountId);
    expect(told.at(-1)).toMatchObject({ template: 'refunded', facts: { amountCents: 1_000 } });
    await again();
    await again();
    expect(await ledgerEntriesOf(customer, 'refund.borne', 'refund.succeeded')).toHaveLength(1);
  });

  test('[INV-12] two operators at the same moment: one of them decides', async () => {
    const { customer } = await makeCreditedCustomer();
    const ref = await give(customer, 1_000);
    const both = await Promise.all([run('dismiss', ...about(ref)), run('from-credit', ...about(ref)), again()]);
    expect(
      both
        .slice(0, 2)
        .map((outcome) => (outcome ? outcome.code : null))
        .sort(),
    ).toEqual([0, 1]);
    expect(await ledgerEntriesOf(customer, 'refund.borne', 'credit.paid_out')).toHaveLength(1);
  });

  test('book: against another receipt of the customer, with its tax, within what is left of it', async () => {
    const { customer, receipt } = await makeCreditedCustomer();
    const ref = await give(customer, 1_000);
    expect(await run('book', ...about(ref, '--receipt', receipt))).toEqual({
      code: 1,
      out: [
        `refunds book ${receipt} ${ref}: it is $10.00, and only $0.00 is left to book it against. Decide it another way.`,
      ],
    });
    const { customer: other } = await makeHolder(h, starterYearly);
    const [theirs] = await h.receipts(other);
    expect(await run('book', ...about(ref, '--receipt', theirs?.invoice ?? ''))).toEqual({
      code: 1,
      out: [
        `refunds book ${theirs?.invoice} ${ref}: the receipt belongs to another customer. Name one of the customer who got the refund.`,
      ],
    });
    await h.operator.payOutCredit(customer.accountId, null, { actor: 'jo@vendor.example', reason: 'ticket 4710' });
    const second = await makePurchase(customer, { planId: 'pln_scope_starter', interval: 'yearly' });
    const number = second.receipt?.invoice ?? '';
    const outcome = await run('book', ...about(ref, '--receipt', number));
    expect(outcome).toEqual({
      code: 0,
      out: [expect.stringMatching(`^\\$10.00 is booked as a refund of ${number} \\(.*\\)\\.$`)],
    });
    expect((await h.receipts(customer)).find(({ invoice }) => invoice === number)?.status).toBe('Partially refunded');
    expect(await list()).toEqual([]);
    expect(await run('book', ...about(ref, '--receipt', number))).toMatchObject({ code: 1 });
    await again();
    expect(await ledgerEntriesOf(customer, 'refund.succeeded')).toHaveLength(2);
  });

  test('a refund fits after another one failed: it is booked automatically and waits no longer', async () => {
    const customer = await h.makeCustomer({ card: 'tok_visa' });
    const { receipt } = await makePurchase(customer, starterYearly);
    h.faults.fail('refund', 'silent-before');
    await h.operator.refund(receipt?.id ?? '', null, { actor: 'jo@vendor.example', reason: 'ticket 4711' });
    const ref = await give(customer, 1_000);
    expect(await list()).toHaveLength(1);
    expect(await run('dismiss', ...about(ref))).toMatchObject({
      code: 1,
      out: [expect.stringContaining('being asked')],
    });
    h.faults.clear();
    await h.database.query(
      `UPDATE refunds SET lease_until = now() - interval '1 second', created_at = now() - interval '11 minutes' WHERE status = 'sending'`,
    );
    await h.work.recoverRefunds();
    await again();
    expect(await list()).toEqual([]);
    expect(await ledgerEntriesOf(customer, 'refund.succeeded')).toHaveLength(2);
  });

  test.each([
    ['from-credit', 'customer_credit'],
    ['dismiss', 'goodwill'],
  ])(
    '[INV-10] after %s the bank cannot credit it: the amount is booked back once, and the log names it',
    async (command, from) => {
      const { customer } = await makeCreditedCustomer();
      const { balanceCents } = await h.account(customer);
      const ref = await give(customer, 1_000);
      expect((await run(command, ...about(ref))).code).toBe(0);
      await failAtBank(ref);
      await again();
      await again();
      expect(await ledgerEntriesOf(customer, 'refund.returned')).toEqual([
        { kind: 'refund.returned', debit: 'cash', credit: from, cents: 1_000 },
      ]);
      expect(await h.account(customer)).toMatchObject({ balanceCents });
      expect(h.log.takeErrors()).toEqual([expect.stringContaining('could not credit a refund')]);
    },
  );

  test('a waiting refund that the bank could not credit no longer waits for an operator', async () => {
    const { customer } = await makeCreditedCustomer();
    const ref = await give(customer, 1_000);
    await failAtBank(ref);
    await again();
    expect(await list()).toEqual([]);
    expect(await run('dismiss', ...about(ref))).toMatchObject({ code: 1 });
  });

  test('of a payment that is not in the books: listed as such, no credit is touched, and dismissing it moves nothing', async () => {
    const customer = await h.makeCustomer({ card: 'tok_visa' });
    await makePurchase(customer, starterYearly);
    await deliverEvents(h);
    const [intent] = await h.database.query<{ id: string; attemptId: string; chargeId: string }>(
      `SELECT i.id, i.attempt_id, i.charge_id FROM sandbox.intents i JOIN sandbox.charges c ON c.intent_id = i.id WHERE c.id = $1`,
      [(await h.charges(customer))[0]?.id],
    );
    const rename = async (attemptId = '', chargeRef = '') => {
      await h.database.query('UPDATE sandbox.intents SET attempt_id = $2 WHERE id = $1', [intent?.id, attemptId]);
      await h.database.query('UPDATE payment_attempts SET gateway_charge_ref = $2 WHERE id = $1', [
        intent?.attemptId,
        chargeRef,
      ]);
    };
    await rename('att_of_yesterday', 'ch_of_today');
    const ref = await give(customer, 1_000);
    expect(await list()).toEqual([expect.stringMatching(`${ref}  \\$10.00  of a payment that is not in the books$`)]);
    expect(await run('from-credit', ...about(ref))).toMatchObject({ code: 1 });
    expect(await run('dismiss', ...about(ref))).toMatchObject({
      code: 0,
      out: [expect.stringContaining('nothing was booked')],
    });
    expect(await ledgerEntriesOf(customer, 'refund.borne', 'refund.succeeded')).toEqual([]);
    await aDayLater();
    h.log.expectQuiet();
    await rename(intent?.attemptId, intent?.chargeId);
  });
});

test('without a name and a reason nothing is booked, and what is unknown is not found', async () => {
  expect((await run('dismiss', '--refund', 're_1')).out.join('\n')).toContain('--reason is missing');
  expect(await run('dismiss', ...about('re_nobody'))).toEqual({
    code: 1,
    out: ['refunds dismiss re_nobody: no refund has this id. Check it.'],
  });
});
