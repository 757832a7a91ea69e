import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { atEveryStatement } from '../../test/at-every-statement.ts';
import { boston } from '../../test/customers.ts';
import type { Customer } from '../../test/harness.ts';
import { amounts, makeHolder, makeLate, starterYearly } from '../../test/shop.ts';
import { useShop } from '../../test/use-harness.ts';
import { readDatabaseFacts } from '../adapters/postgres/metric-reads.ts';
import { runCommand } from './run-command.ts';

const CATALOGUE = path.resolve(import.meta.dirname, '../../../../catalog');
const h = useShop({ queue: 'real' });

const auditOptions = ['--reason', 'ticket 4711', '--by', 'jo@vendor.example'];
const run = (...args: string[]) => runCommand(args, async () => h.operator);

const outputOf = async (...args: string[]) => {
  const { code, out } = await run(...args, ...auditOptions);
  expect(code, out.join('\n')).toBe(0);
  return out;
};

const audit = (account: Customer) =>
  h.database.query<{ action: string; actor: string; reason: string; subjectId: string; after: object }>(
    'SELECT action, actor, reason, subject_id, after FROM audit_log WHERE account_id = $1 ORDER BY wall_at, id',
    [account.accountId],
  );

const goodCard = (customer: Customer) =>
  h.database.query(
    `UPDATE sandbox.cards SET behaviour = 'tok_visa' WHERE customer_id = (SELECT gateway_customer_ref FROM accounts WHERE id = $1)`,
    [customer.accountId],
  );

describe('refund', () => {
  test('[PY-05] a part, then the rest: the gateway gave it back, the books say so, and so does the receipt', async () => {
    const { customer } = await makeHolder(h, starterYearly);
    const [receipt] = await h.receipts(customer);
    const number = receipt?.invoice ?? '';
    expect((await outputOf('refund', '--receipt', number, '--cents', '10000'))[0]).toMatch(
      /^Refunded \$100\.00 \(ref_/,
    );
    expect((await h.receipts(customer))[0]?.status).toBe('Partially refunded');
    await outputOf('refund', '--receipt', receipt?.id ?? '');
    expect((await h.receipts(customer))[0]).toMatchObject({ status: 'Refunded', isPaid: true });
    const rows = await h.database.query(
      'SELECT amount_cents, tax_cents, status FROM refunds WHERE account_id = $1 ORDER BY sent_at, id',
      [customer.accountId],
    );
    expect(rows).toEqual([
      { amountCents: 10_000, taxCents: 762, status: 'succeeded' },
      { amountCents: 22_462, taxCents: 1712, status: 'succeeded' },
    ]);
    expect(await h.subscriptions(customer)).toMatchObject([{ status: 'active' }]);
    expect(await run('refund', '--receipt', number, ...auditOptions)).toEqual({
      code: 1,
      out: [`refund ${number}: nothing is left to refund: the payment was refunded, or it became account credit.`],
    });
    expect(await audit(customer)).toMatchObject([
      { action: 'refund', actor: 'jo@vendor.example', reason: 'ticket 4711', after: { amountCents: 10_000 } },
      { action: 'refund', after: { amountCents: 22_462, taxCents: 1712 } },
    ]);
  });

  test.each(['silent-before', 'silent-after'] as const)(
    '[INV-12] [INV-26] a gateway that is %s: the worker asks again under the same key, and it is given back once',
    async (how) => {
      const { customer } = await makeHolder(h, starterYearly);
      const [receipt] = await h.receipts(customer);
      const before = h.faults.calls.refund;
      h.faults.fail('refund', how);
      expect((await outputOf('refund', '--receipt', receipt?.id ?? ''))[0]).toContain(
        'the payment provider has not answered',
      );
      expect(h.faults.calls.refund - before).toBe(3);
      expect(await run('refund', '--receipt', receipt?.id ?? '', ...auditOptions)).toMatchObject({ code: 1 });
      expect(await h.work.recoverRefunds()).toBe(0);
      h.faults.clear();
      h.wall.advance(61_000);
      expect(await h.work.recoverRefunds()).toBe(1);
      h.wall.reset();
      expect((await h.receipts(customer))[0]?.status).toBe('Refunded');
      const given = await h.database.query<{ n: number }>(
        `SELECT count(*) AS n FROM refunds WHERE account_id = $1 AND status = 'succeeded'`,
        [customer.accountId],
      );
      expect(given).toEqual([{ n: 1 }]);
    },
  );

  test.each(['before', 'after'] as const)(
    'the n-th database call fails (%s): never more is given back than was paid, and in the end all of it',
    async (how) => {
      const statements = await atEveryStatement(
        h,
        how,
        async (label, underFault) => {
          const { customer } = await makeHolder(h, starterYearly);
          const [receipt] = await h.receipts(customer);
          const refund = () => run('refund', '--receipt', receipt?.id ?? '', ...auditOptions);
          await underFault(refund).catch((error: Error) => expect(error.message, label).toBe('UNAVAILABLE'));
          h.wall.advance(61_000);
          await h.work.recoverRefunds();
          h.wall.reset();
          expect(await h.ledgerCheck(), label).toEqual([]);
          await refund();
          expect((await h.receipts(customer))[0]?.status, label).toBe('Refunded');
        },
        { stride: 3 },
      );
      expect(statements).toBeGreaterThan(how === 'before' ? 20 : 1);
    },
    120_000,
  );
});

describe('grant-credit', () => {
  test('by email address; the next purchase uses it before the card', async () => {
    const customer = await h.makeCustomer({ card: 'tok_visa' });
    expect(await outputOf('grant-credit', '--account', customer.email.toUpperCase(), '--cents', '2462')).toEqual([
      'Granted $24.62.',
      'Credit of the account now: $24.62.',
    ]);
    await customer.client.post('/api/subscription/subscriptions', { planId: 'pln_drive_starter', interval: 'yearly' });
    expect(await amounts(h, customer)).toEqual([30_000]);
  });

  test('an open receipt is paid with it at once, and the service is back', async () => {
    const { customer, receipt } = await makeLate(h);
    expect(await outputOf('grant-credit', '--account', customer.accountId, '--cents', '4000')).toEqual([
      'Granted $40.00.',
      `Receipt ${receipt} is paid with it.`,
      'Credit of the account now: $7.80.',
    ]);
    expect(await h.subscriptions(customer)).toMatchObject([{ status: 'active' }]);
    expect(await amounts(h, customer)).toEqual([3220]);
  });
});

describe('void and write-off', () => {
  test('void: nothing is owed, the receipt is gone, the subscription has ended, and the record says who and why', async () => {
    const { customer, id, receipt } = await makeLate(h);
    expect(await outputOf('void', '--receipt', receipt)).toEqual([
      `Receipt ${receipt} is void.`,
      `Subscription ${id} has ended.`,
    ]);
    expect((await h.receipts(customer)).map(({ isPaid }) => isPaid)).toEqual([true]);
    expect(await h.subscriptions(customer)).toEqual([]);
    expect(await audit(customer)).toMatchObject([
      { action: 'void', subjectId: receipt, after: { status: 'void', endedSubscriptions: [id] } },
    ]);
    expect(await run('void', '--receipt', receipt, ...auditOptions)).toMatchObject({ code: 1 });
  });

  test('[PM-09] write-off: the customer may still pay; the loss is taken back, and what has ended stays ended', async () => {
    const { customer, receipt } = await makeLate(h);
    await outputOf('write-off', '--receipt', receipt);
    expect(await h.subscriptions(customer)).toEqual([]);
    await goodCard(customer);
    const paid = await customer.client.post(`/api/account/me/receipts/${receipt}/pay`, { expectedTotalCents: 3220 });
    expect(paid.status, paid.text).toBe(200);
    expect(await amounts(h, customer)).toEqual([3220, 3220]);
    expect(await h.subscriptions(customer)).toEqual([]);
    const moved = await h.database.query(
      `SELECT debit, credit, sum(amount_cents)::bigint AS cents FROM ledger_entries
       WHERE account_id = $1 AND 'write_off' IN (debit, credit) GROUP BY 1, 2 ORDER BY 1`,
      [customer.accountId],
    );
    expect(moved).toEqual([
      { debit: 'receivable', credit: 'write_off', cents: 3220 },
      { debit: 'write_off', credit: 'receivable', cents: 3220 },
    ]);
  });

  test('a paid invoice is neither voided nor written off', async () => {
    const { customer } = await makeHolder(h, starterYearly);
    const [receipt] = await h.receipts(customer);
    for (const command of ['void', 'write-off'])
      expect(await run(command, '--receipt', receipt?.id ?? '', ...auditOptions)).toEqual({
        code: 1,
        out: [
          `${command} ${receipt?.id}: the receipt is not open: it was paid, voided or written off. Nothing was changed.`,
        ],
      });
  });
});

describe('due and redrive', () => {
  test('shows who is due, and puts a mail that was given up back into the queue', async () => {
    const customer = await h.makeCustomer({ card: 'tok_visa' });
    await customer.client.post('/api/subscription/subscriptions', { planId: 'pln_drive_starter_monthly' });
    await h.mails(customer.email, 2);
    const now = await run('due');
    expect(now.out.some((line) => line.includes(customer.accountId))).toBe(false);
    const later = await run('due', '--until', new Date(h.wall.now() + 40 * 86_400_000).toISOString());
    expect(later.out.some((line) => line.includes(`${customer.accountId}  ${customer.email}`))).toBe(true);

    // The queue ticks a job off a moment after the mail is in the mailbox.
    const job = await vi.waitFor(async () => {
      const [row] = await h.database.query<{ id: string }>(
        `UPDATE pgboss.job SET state = 'failed', completed_on = now() WHERE id = (
           SELECT id FROM pgboss.job WHERE name = 'mail' AND state = 'completed' AND data ->> 'accountId' = $1 LIMIT 1) RETURNING id::text`,
        [customer.accountId],
      );
      if (!row) throw new Error('no mail of theirs is done yet');
      return row;
    });
    expect((await run('due')).out.some((line) => line.includes(job.id))).toBe(true);
    expect(await outputOf('redrive', '--job', job.id)).toEqual([`Job ${job.id} is in the queue again.`]);
    const [removal] = await h.database.query<{ id: string }>(
      `INSERT INTO pgboss.job (name, data, state, completed_on)
       SELECT 'detach-card', jsonb_build_object('cardId', id), 'failed', now() FROM payment_methods WHERE account_id = $1 RETURNING id::text`,
      [customer.accountId],
    );
    expect((await run('due')).out.filter((line) => line.includes(removal?.id ?? ''))).toEqual([
      expect.stringMatching(new RegExp(`${removal?.id}  ${customer.accountId}  visa  4242$`)),
    ]);
    expect(await outputOf('redrive', '--job', removal?.id ?? '')).toHaveLength(1);
    expect((await run('due')).out.some((line) => line.includes(removal?.id ?? ''))).toBe(false);
    expect(await run('redrive', '--job', 'no-such-job', ...auditOptions)).toMatchObject({ code: 1 });
    const [entry] = await h.database.query(`SELECT action, subject_id FROM audit_log WHERE action = 'redrive'`);
    expect(entry).toEqual({ action: 'redrive', subjectId: job.id });
  });
});

describe('dismiss', () => {
  test.each(['mail', 'detach-card', 'product-hook'])(
    '[OP-04] a job of %s that can never succeed leaves the metric of failed jobs, is tried no more, and is audited',
    async (queue) => {
      const failed = async () => {
        const { queues } = await readDatabaseFacts(h.database);
        return queues.find((each) => each.queue === queue)?.failed ?? 0;
      };
      const before = await failed();
      const [job] = await h.database.query<{ id: string }>(
        `INSERT INTO pgboss.job (name, data, state, completed_on) VALUES ($1, '{}', 'failed', now()) RETURNING id::text`,
        [queue],
      );
      const id = job?.id ?? '';
      expect(await failed()).toBe(before + 1);
      expect(await outputOf('dismiss', '--job', id)).toEqual([`Job ${id} is dismissed. It is not tried again.`]);
      expect(await failed()).toBe(before);
      for (const command of ['dismiss', 'redrive'])
        expect((await run(command, '--job', id, ...auditOptions)).out.join()).toContain('has this id');
      const entries = await h.database.query(
        `SELECT action, after, reason FROM audit_log WHERE subject_id = $1 ORDER BY wall_at`,
        [id],
      );
      expect(entries).toEqual([{ action: 'dismiss_job', after: { queue }, reason: 'ticket 4711' }]);
    },
  );

  test('[OP-04] [BY-08] a message that was given up is deleted; one that waits is not', async () => {
    const { accountId } = await h.makeCustomer();
    await h.database.query(
      `INSERT INTO product_hook_deliveries (id, account_id, product, type, data, occurred_at, status, last_attempt_at)
       SELECT 'msg_' || status, $1, 'drive', 'entitlement.changed', '{}', now(), status, now() FROM unnest(ARRAY['failed', 'waiting']) status`,
      [accountId],
    );
    await outputOf('dismiss', '--job', 'msg_failed');
    expect(await run('dismiss', '--job', 'msg_waiting', ...auditOptions)).toMatchObject({ code: 1 });
    expect(await h.database.query('SELECT id FROM product_hook_deliveries WHERE account_id = $1', [accountId])).toEqual(
      [{ id: 'msg_waiting' }],
    );
  });
});

describe('retry-waiting', () => {
  test.each([
    ['mails', 'mail'],
    ['messages', 'product-hook'],
  ])('makes %s due that wait for their next try, no others, and is audited', async (kind, queue) => {
    await h.database.query(
      `INSERT INTO pgboss.job (name, data, state, retry_limit, start_after)
       SELECT $1, '{"left":"by the test"}', state::pgboss.job_state, 20, now() + interval '5 hours' FROM unnest(ARRAY['retry', 'failed']) AS state`,
      [queue],
    );
    const [line = ''] = await outputOf('retry-waiting', '--kind', kind);
    const [, jobs] = /^Waiting \w+ that are due now: ([1-9]\d*)\.$/.exec(line) ?? []; // jobs of other tests may wait too
    const left = await h.database.query(
      `DELETE FROM pgboss.job WHERE name = $1 AND data ->> 'left' IS NOT NULL RETURNING state::text, start_after <= now() AS due`,
      [queue],
    );
    expect(left).toContainEqual({ state: 'failed', due: false });
    expect(left).not.toContainEqual({ state: 'retry', due: false });
    const [entry] = await h.database.query(
      `SELECT subject_id, after FROM audit_log WHERE action = 'redrive' AND after ->> 'queue' = $1`,
      [queue],
    );
    expect(entry).toEqual({ subjectId: null, after: { queue, jobs: Number(jobs) } });
    expect(await run('retry-waiting', '--kind', 'letters', ...auditOptions)).toMatchObject({ code: 2 });
    h.log.takeErrors();
  });
});

describe('a list that is longer than what is shown', () => {
  test('[OP-04] says how many there are in all, and how many it leaves out', async () => {
    const { accountId } = await h.makeCustomer();
    await h.database.query(
      `INSERT INTO product_hook_deliveries (id, account_id, product, type, data, occurred_at, status, last_attempt_at)
       SELECT 'msg_many_' || n, $1, 'drive', 'entitlement.changed', '{}', now(), 'failed', now() FROM generate_series(1, 57) n`,
      [accountId],
    );
    await h.database.query(
      `INSERT INTO unplaced_refunds (gateway_ref, amount_cents) SELECT 're_many_' || n, 100 FROM generate_series(1, 51) n`,
    );
    const hooks = await run('hooks', 'list');
    expect(hooks.out.at(0)).toBe('Messages to products given up: 57');
    expect(hooks.out.slice(51)).toEqual(['  … and 7 more']);
    expect((await run('due')).out).toContain('Messages to products given up: 57');
    const refunds = await run('refunds', 'list');
    expect([refunds.out.at(0), refunds.out.at(-1)]).toEqual(['Refunds that wait: 51', '  … and 1 more']);
    await h.database.query(`DELETE FROM product_hook_deliveries WHERE id LIKE 'msg_many_%'`);
    await h.database.query(`DELETE FROM unplaced_refunds WHERE gateway_ref LIKE 're_many_%'`);
    expect((await run('refunds', 'list')).out).toEqual(['Refunds that wait: 0']);
  });
});

describe('reviews', () => {
  test('[EX-01] listed with what is kept, cleared and denied, each with who and why', async () => {
    const waiting = async () => {
      const ada = await h.makeCustomer({ address: { ...boston, country: 'CU', state: '' } });
      const { body } = await ada.client.get<{ promoCode: string }>(
        '/api/subscription/promotion/account?promotionName=tbs1k',
      );
      await ada.client.post('/api/subscription/promotion', { promoCode: body.promoCode });
      const [row] = await h.database.query<{ id: string }>('SELECT id FROM export_reviews WHERE account_id = $1', [
        ada.accountId,
      ]);
      return { ada, id: row?.id ?? '' };
    };
    const [first, second] = [await waiting(), await waiting()];
    const { out } = await run('reviews', 'list');
    expect(out[0]).toBe('Open export reviews: 2');
    expect(out[1]).toContain(`${first.id}  ${first.ada.email}`);
    expect(out[2]).toBe('    held: promotion tbs1k');
    expect(await outputOf('reviews', 'clear', '--review', first.id)).toEqual([
      `Review ${first.id} is cleared.`,
      'tbs1k is applied to the account.',
    ]);
    expect(await outputOf('reviews', 'deny', '--review', second.id)).toEqual([
      `Review ${second.id} is denied.`,
      'tbs1k is released unused.',
    ]);
    expect((await run('reviews', 'deny', '--review', first.id, ...auditOptions)).out.join()).toContain(
      'already decided',
    );
    expect(await audit(first.ada)).toMatchObject([
      { action: 'clear_review', subjectId: first.id, actor: 'jo@vendor.example' },
    ]);
    expect(await audit(second.ada)).toMatchObject([{ action: 'deny_review', reason: 'ticket 4711' }]);
    const mails = await h.mails(second.ada.email, 3);
    expect(mails.map(({ subject }) => subject).sort()).toEqual([
      'About your account review',
      'Your account is under review',
      "tbs1k wasn't redeemed",
    ]);
  });
});

describe('import-catalogue', () => {
  test('[SU-10] a folder whose plans would be misread is refused, with every problem; nothing is changed', async () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'foyer-catalogue-'));
    cpSync(CATALOGUE, folder, { recursive: true });
    const plans = path.join(folder, 'plans.yaml');
    writeFileSync(plans, readFileSync(plans, 'utf8').replace('29988', '99988'));
    const before = await h.database.query('SELECT id, active FROM plan_prices ORDER BY id');
    const { code, out } = await run('import-catalogue', '--folder', folder, ...auditOptions);
    rmSync(folder, { recursive: true });
    expect(code).toBe(1);
    expect(out.join('\n')).toContain('pln_drive_starter: a year for 99988 cents is no cheaper than twelve months for');
    expect(await h.database.query('SELECT id, active FROM plan_prices ORDER BY id')).toEqual(before);
  });

  test('the vendor’s own is imported, and the record says so', async () => {
    expect((await outputOf('import-catalogue', '--folder', CATALOGUE))[0]).toMatch(
      /^Imported\. On sale now: \d+ plans/,
    );
    const [entry] = await h.database.query(`SELECT actor FROM audit_log WHERE action = 'import_catalogue'`);
    expect(entry).toEqual({ actor: 'jo@vendor.example' });
  });
});

test('[INV-4] the record is append-only', async () => {
  const customer = await h.makeCustomer();
  await outputOf('grant-credit', '--account', customer.accountId, '--cents', '5');
  for (const change of [`UPDATE audit_log SET reason = 'x'`, 'DELETE FROM audit_log'])
    await expect(h.database.query(change)).rejects.toThrow();
});
