import { DAY_MS } from '@foyer/contract/vocabulary/instants';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Customer, type Harness, startHarness } from '../../../test/harness.ts';
import { amounts, BUY, DECLINED_LATER_CARD, expectAllRight, makeHolder, START, saveCard } from '../../../test/shop.ts';

let h: Harness;

beforeAll(async () => {
  h = await startHarness({ queue: 'real' });
});

afterEach(async () => {
  h.wall.reset();
  await expectAllRight(h);
});
afterAll(() => h.stop());

const holder = (body: object, clock: string | null = START) => makeHolder(h, body, { clock });

describe('the sandbox clock', () => {
  test('[BY-07] a jump of a year charges the renewal once and shows the next payment; the mails say so', async () => {
    const { customer, id } = await holder({ planId: 'pln_drive_starter' });
    await h.advance(customer, { by: 'P1Y' });
    expect(await amounts(h, customer)).toEqual([32462, 32462]);
    expect(await h.subscriptions(customer)).toMatchObject([
      {
        id,
        status: 'active',
        currentPeriodStart: '2027-01-10T12:00:00.000Z',
        currentPeriodEnd: '2028-01-10T12:00:00.000Z',
      },
    ]);
    expect(await h.account(customer)).toMatchObject({
      nextPayment: { total: 32462, processedDate: '2028-01-10T12:00:00.000Z' },
      estimatedNextReceipt: {
        id: null,
        status: null,
        isPaid: false,
        amount: 32462,
        processedDate: '2028-01-10T12:00:00.000Z',
      },
      clock: { status: 'ready', now: '2027-01-10T12:00:00.000Z' },
    });
    expect((await h.receipts(customer)).map(({ processedDate, status }) => [processedDate, status])).toEqual([
      ['2027-01-10T12:00:00.000Z', 'Paid'],
      ['2026-01-10T12:00:00.000Z', 'Paid'],
    ]);
    // The card is saved, receipt, notice a week before, receipt.
    const mails = await h.mails(customer.email, 4);
    expect(mails).toHaveLength(4);
    for (const { text, html } of mails.filter(({ subject }) => !subject.includes('is saved'))) {
      expect(text).toContain('$324.62');
      expect(html).toContain('$324.62');
    }
  });

  test('[BY-07] until the next renewal, a second before, and a day at a time', async () => {
    const { customer } = await holder({ planId: 'pln_drive_starter_monthly' });
    await h.advance(customer, { to: '2026-02-10T11:59:59.000Z' });
    expect(await amounts(h, customer)).toEqual([3220]);
    await h.advance(customer, { until: 'next_renewal' });
    expect((await h.account(customer)).clock?.now).toBe('2026-02-10T12:00:00.000Z');
    expect(await amounts(h, customer)).toEqual([3220, 3220]);
    for (let day = 0; day < 28; day += 1) await h.advance(customer, { by: 'P1D' });
    expect(await amounts(h, customer)).toEqual([3220, 3220, 3220]);
  });

  test('a start on the 31st comes back to the 31st after short months', async () => {
    const { customer } = await holder({ planId: 'pln_drive_starter_monthly' }, '2026-01-31T09:00:00.000Z');
    await h.advance(customer, { by: 'P6M' });
    const dates = (await h.receipts(customer)).map(({ createdOn }) => createdOn.slice(0, 10)).reverse();
    expect(dates).toEqual([
      '2026-01-31',
      '2026-02-28',
      '2026-03-31',
      '2026-04-30',
      '2026-05-31',
      '2026-06-30',
      '2026-07-31',
    ]);
  });

  test('a jump while one is under way: CLOCK_BUSY', async () => {
    const { customer } = await holder({ planId: 'pln_drive_starter_monthly' });
    const jump = () => customer.client.post('/api/account/me/clock/advance', { by: 'P1M' });
    const answers = await Promise.all([jump(), jump(), jump(), jump()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 409, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.error.type).toBe('CLOCK_BUSY');
    expect((await h.account(customer)).clock?.status).toBe('advancing');
    await Promise.all([h.work.advanceClocks(), h.work.advanceClocks()]);
    expect((await h.account(customer)).clock).toEqual({ status: 'ready', now: '2026-02-10T12:00:00.000Z' });
    expect(await amounts(h, customer)).toEqual([3220, 3220]);
  });

  test('an account without a clock gets one that is stopped at the current time, once', async () => {
    const customer = await h.makeCustomer();
    expect((await customer.client.get('/api/account/me/clock')).status).toBe(404);
    expect((await customer.client.post('/api/account/me/clock/advance', { by: 'P1D' })).status).toBe(404);
    const before = Date.now();
    const first = await customer.client.post<{ now: string }>('/api/account/me/clock');
    const at = Date.parse(first.body.now);
    expect(at).toBeGreaterThan(before - 5_000);
    expect(at).toBeLessThan(Date.now() + 5_000);
    const second = await customer.client.post<{ now: string }>('/api/account/me/clock');
    expect([second.status, second.body]).toEqual([201, first.body]);
  });
});

/** Every row of an account in the order of its making, with ids and numbers told by order, so that two lives can be compared. */
const lifeOf = async ({ accountId, userId }: Customer): Promise<string[]> => {
  const ids = new Map<string, string>([
    [accountId, 'account'],
    [userId, 'user'],
  ]);
  const name = (value: unknown): unknown => {
    if (
      typeof value !== 'string' ||
      !/^(acc|sub|inv|lin|att|led|evt|chg|pm|ch|pi|card|cus|clk)_/.test(value) ||
      value.startsWith('pln_')
    )
      return value;
    if (!ids.has(value)) ids.set(value, `${value.split('_')[0]}#${ids.size}`);
    return ids.get(value);
  };
  const wall = ['createdAt', 'updatedAt', 'leaseUntil', 'number', 'id'];
  const lines: string[] = [];
  const dump = async (table: string, text: string) => {
    for (const row of await h.database.query<Record<string, unknown>>(text, [accountId])) {
      name(row.id);
      lines.push(
        `${table} ${JSON.stringify(
          Object.entries(row)
            .filter(([key]) => !wall.includes(key))
            .map(([key, value]) => [key, name(value)]),
        )}`,
      );
    }
  };
  await dump('account', 'SELECT balance_cents, next_action_at FROM accounts WHERE id = $1');
  await dump('subscription', 'SELECT * FROM subscriptions WHERE account_id = $1 ORDER BY created_at, id');
  await dump('invoice', 'SELECT * FROM invoices WHERE account_id = $1 ORDER BY finalized_at, number');
  await dump(
    'line',
    'SELECT l.* FROM invoice_lines l JOIN invoices i ON i.id = l.invoice_id WHERE i.account_id = $1 ORDER BY i.finalized_at, i.number, l.position',
  );
  await dump(
    'attempt',
    'SELECT t.* FROM payment_attempts t WHERE account_id = $1 AND kind = $$charge$$ ORDER BY sent_at, attempt_no, id',
  );
  await dump(
    'ledger',
    'SELECT kind, ref_id, seq, debit, credit, amount_cents, at FROM ledger_entries WHERE account_id = $1 ORDER BY at, created_at, id',
  );
  await dump(
    'event',
    'SELECT e.subscription_id, e.type, e.at, e.actor, e.data FROM subscription_events e JOIN subscriptions s ON s.id = e.subscription_id WHERE s.account_id = $1 ORDER BY e.at, e.created_at, e.id',
  );
  return lines;
};

describe('[BY-07] one jump and many steps lead to the same rows (I27)', () => {
  test.each([
    ['a good card, monthly from the 31st', '2026-01-31T09:00:00.000Z', 'pln_drive_starter_monthly', 'tok_mastercard'],
    ['a card that fails from the first renewal', START, 'pln_drive_starter_monthly', DECLINED_LATER_CARD],
    ['a card that is lost', START, 'pln_drive_starter_monthly', 'tok_visa_chargeCustomerFailLostCard'],
    ['two plans at once', START, 'both', 'tok_visa'],
  ])('%s', async (_what, clock, plan, card) => {
    const live = async (steps: readonly string[]) => {
      const { customer } = await holder({ planId: plan === 'both' ? 'pln_drive_pro_monthly' : plan }, clock);
      if (plan === 'both') await customer.client.post(BUY, { planId: 'pln_scope_starter_monthly' });
      await saveCard(customer, card);
      for (const by of steps) await h.advance(customer, { by });
      return lifeOf(customer);
    };
    const days = (count: number) => Array.from({ length: count }, () => 'P5D');
    const jump = await live(['P100D']);
    expect(jump.length).toBeGreaterThan(10);
    expect(await live(days(20))).toEqual(jump);
    expect(await live(['P1D', 'P33D', 'P0D', 'P66D'])).toEqual(jump);
  });
});

describe('accounts on the wall clock', () => {
  const since = async (days: number, planId: string) => {
    const customer = await h.makeCustomer({ card: 'tok_visa' });
    h.wall.advance(-days * DAY_MS);
    await h.services.placeOrder(customer.accountId, { planId }, null, null);
    h.wall.reset();
    return customer;
  };

  test('the worker renews what is due; two workers at the same moment renew it once', async () => {
    // One after the other: they turn the one wall clock back.
    const due = [await since(31, 'pln_drive_starter_monthly'), await since(366, 'pln_drive_starter')];
    const notDue = await since(20, 'pln_drive_starter_monthly');
    await Promise.all([h.work.runDueWork(), h.work.runDueWork(), h.work.runDueWork()]);
    for (const customer of due) expect(await amounts(h, customer)).toHaveLength(2);
    expect(await amounts(h, notDue)).toHaveLength(1);
    expect(await h.work.runDueWork()).toBe(0);
  });

  test('after an outage only the current period is invoiced; the skipped ones are noted (D8)', async () => {
    const customer = await since(100, 'pln_drive_starter_monthly');
    await h.work.runDueWork();
    expect(await amounts(h, customer)).toEqual([3220, 3220]);
    const [subscription] = await h.subscriptions(customer);
    expect(Date.parse(subscription?.currentPeriodEnd ?? '')).toBeGreaterThan(Date.now());
    const notes = await h.database.query<{ data: object }>(
      `SELECT e.data FROM subscription_events e JOIN subscriptions s ON s.id = e.subscription_id WHERE s.account_id = $1 AND e.type = 'periods_skipped'`,
      [customer.accountId],
    );
    expect(notes).toEqual([{ data: { count: 2 } }]);
  });

  test('an account whose work fails does not stop the others, and is reported', async () => {
    const broken = await since(31, 'pln_drive_starter_monthly');
    const fine = await since(31, 'pln_drive_starter_monthly');
    await h.database.query(`UPDATE accounts SET next_action_at = next_action_at - interval '1 day' WHERE id = $1`, [
      broken.accountId,
    ]);
    h.faults.fail('charge', 'dies', { times: 1 });
    await h.work.runDueWork();
    h.faults.clear();
    expect(h.log.takeErrors()).toHaveLength(1);
    expect(await amounts(h, fine)).toHaveLength(2);
    await h.expireLeases();
    expect(await h.work.recoverAttempts()).toBe(1);
    expect(await amounts(h, broken)).toHaveLength(2);
  });
});
