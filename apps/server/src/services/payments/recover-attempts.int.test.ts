import { formatCents } from '@foyer/contract/vocabulary/money';
import { describe, expect, test } from 'vitest';
import type { Customer } from '../../../test/harness.ts';
import { amounts, buy, refusal, starterYearly } from '../../../test/shop.ts';
import { useShop } from '../../../test/use-harness.ts';
import { refundByHand } from '../../adapters/payment-gateway/sandbox/refunds.ts';
import { readDatabaseFacts } from '../../adapters/postgres/metric-reads.ts';
import { runCommand } from '../../cli/run-command.ts';

const h = useShop();

const undecided = async (how: 'silent-before' | 'silent-after'): Promise<Customer> => {
  const customer = await h.makeCustomer({ card: 'tok_visa' });
  h.faults.fail('charge', how);
  expect(await refusal(buy(customer, starterYearly))).toEqual([502, 'PAYMENT_GATEWAY_ERROR']);
  h.faults.clear();
  return customer;
};
const age = async (customer: Customer, interval: string) => {
  await h.database.query(
    `UPDATE payment_attempts SET created_at = now() - $2::interval WHERE account_id = $1 AND kind = 'charge'`,
    [customer.accountId, interval],
  );
  await h.expireLeases();
};

test.each([
  ['silent-before', []],
  ['silent-after', [32462]],
] as const)(
  '[INV-12] %s, 20 hours ago: no key is trusted any more, the payment is looked up and never sent again',
  async (how, charged) => {
    const customer = await undecided(how);
    await age(customer, '20 hours');
    const asked = h.faults.calls.charge;
    expect(await h.work.recoverAttempts()).toBe(1);
    expect(h.faults.calls.charge).toBe(asked);
    expect(await amounts(h, customer)).toEqual(charged);
    expect(await h.subscriptions(customer)).toHaveLength(charged.length);
    if (charged.length > 0) return;
    expect((await buy(customer, starterYearly)).status).toBe(201);
    expect(await amounts(h, customer)).toEqual([32462]);
  },
);

test('[INV-12] a little under 20 hours ago: the same call under the same key', async () => {
  const customer = await undecided('silent-after');
  await age(customer, '19 hours 59 minutes');
  const asked = h.faults.calls.charge;
  await h.work.recoverAttempts();
  expect(h.faults.calls.charge).toBe(asked + 1);
  expect(await amounts(h, customer)).toEqual([32462]);
});

test('a failure that the gateway has kept under the key is looked up at once: nothing was charged, and a new try may start', async () => {
  const customer = await h.makeCustomer({ card: 'tok_sandbox_error500' });
  const answer = await buy(customer, starterYearly);
  expect([answer.status, answer.body.error.type, answer.body.error.code]).toEqual([502, 'PAYMENT_GATEWAY_ERROR', null]);
  expect(await h.subscriptions(customer, true)).toEqual([]);
  expect(await refusal(buy(customer, starterYearly))).toEqual([502, 'PAYMENT_GATEWAY_ERROR']);
});

test('[INV-2] the pauses between the looks grow to five minutes', async () => {
  const customer = await undecided('silent-before');
  h.faults.fail('charge', 'silent-before');
  const pauses: number[] = [];
  for (let look = 0; look < 6; look += 1) {
    await h.expireLeases();
    await h.work.recoverAttempts();
    const [row] = await h.database.query<{ seconds: number }>(
      `SELECT round(extract(epoch FROM lease_until - now()) / 10)::integer * 10 AS seconds FROM payment_attempts WHERE account_id = $1 AND kind = 'charge'`,
      [customer.accountId],
    );
    pauses.push(row?.seconds ?? 0);
  }
  expect(pauses).toEqual([60, 120, 240, 300, 300, 300]);
  h.faults.clear();
  await h.expireLeases();
  await h.work.recoverAttempts();
  expect(await h.subscriptions(customer)).toMatchObject([{ status: 'active' }]);
});

test('[INV-12] one that cannot be asked about stops no other, and is told about', async () => {
  const customers = [
    await undecided('silent-after'),
    await undecided('silent-after'),
    await undecided('silent-before'),
  ];
  const [broken] = customers;
  await h.database.query('UPDATE accounts SET gateway_customer_ref = NULL WHERE id = $1', [broken?.accountId]);
  await h.expireLeases();
  expect(await h.work.recoverAttempts()).toBe(3);
  expect(h.log.takeErrors()).toHaveLength(1);
  for (const customer of customers.slice(1)) {
    expect(await h.subscriptions(customer)).toMatchObject([{ status: 'active' }]);
    expect(await amounts(h, customer)).toEqual([32462]);
  }
  await h.database.query(
    `UPDATE accounts SET gateway_customer_ref = (SELECT id FROM sandbox.customers WHERE account_ref = $1) WHERE id = $1`,
    [broken?.accountId],
  );
  await h.expireLeases();
  expect(await h.work.recoverAttempts()).toBe(1);
});

test('after seven days a person is told, once, and nothing is asked any more until they say so', async () => {
  const customer = await undecided('silent-after');
  await age(customer, '7 days 1 minute');
  expect(await h.work.recoverAttempts()).toBe(0);
  expect(h.log.takeErrors().join()).toContain('undecided for seven days');
  await h.expireLeases();
  expect(await h.work.recoverAttempts()).toBe(0);
  expect((await h.receipts(customer))[0]?.status).toBe('Processing');
  await h.database.query(
    `UPDATE payment_attempts SET given_up_at = NULL, created_at = now() - interval '6 days' WHERE account_id = $1`,
    [customer.accountId],
  );
  expect(await h.work.recoverAttempts()).toBe(1);
  expect(await amounts(h, customer)).toEqual([32462]);
});

test('[INV-2] a charge counts as unanswered from the fifth minute until the gateway answers, between the checks and given up too', async () => {
  const unanswered = async () => (await readDatabaseFacts(h.database)).unansweredAttempts;
  const before = await unanswered();
  const customer = await undecided('silent-before');
  await age(customer, '4 minutes');
  expect(await unanswered()).toBe(before);
  await age(customer, '6 minutes');
  h.faults.fail('charge', 'silent-before');
  expect(await h.work.recoverAttempts()).toBe(1);
  expect(await unanswered()).toBe(before + 1);
  await age(customer, '7 days 1 minute');
  expect(await h.work.recoverAttempts()).toBe(0);
  expect(h.log.takeErrors().join()).toContain('undecided for seven days');
  expect(await unanswered()).toBe(before + 1);
  h.faults.clear();
  await h.database.query(
    `UPDATE payment_attempts SET given_up_at = NULL, created_at = now() - interval '6 minutes' WHERE account_id = $1`,
    [customer.accountId],
  );
  expect(await h.work.recoverAttempts()).toBe(1);
  expect(await unanswered()).toBe(before);
});

describe('a payment that was given up is decided by "payments ask"', () => {
  const cli = (...args: string[]) => runCommand(args, async () => h.operator);
  const ask = (id: string) => cli('payments', 'ask', '--payment', id, '--reason', 'ticket 4711', '--by', 'jo');
  const attemptOf = async ({ accountId }: Customer): Promise<string> => {
    const [row] = await h.database.query<{ id: string }>(
      `SELECT id FROM payment_attempts WHERE account_id = $1 AND kind = 'charge' ORDER BY created_at LIMIT 1`,
      [accountId],
    );
    return row?.id ?? '';
  };
  const givenUp = async (how: 'silent-before' | 'silent-after') => {
    const customer = await undecided(how);
    await age(customer, '7 days 1 minute');
    expect(await h.work.recoverAttempts()).toBe(0);
    expect(h.log.takeErrors().join()).toContain('payments ask');
    return { customer, id: await attemptOf(customer) };
  };
  const buyer = async () => {
    const customer = await h.makeCustomer({ card: 'tok_visa' });
    expect((await buy(customer, starterYearly)).status).toBe(201);
  };
  const answers = async (id: string) => {
    const rows = await h.database.query<{ after: { answer: string | null; status: string } }>(
      `SELECT after FROM audit_log WHERE action = 'ask_payment' AND subject_id = $1 ORDER BY wall_at, id`,
      [id],
    );
    return rows.map(({ after }) => [after.answer, after.status]);
  };
  const unanswered = async () => (await readDatabaseFacts(h.database)).unansweredAttempts;

  test('[INV-12] [INV-4] the gateway has taken the money: it is booked once, and nothing is sent', async () => {
    const before = await unanswered();
    const { customer, id } = await givenUp('silent-after');
    expect((await cli('due')).out.join('\n')).toContain(`${id}  sending  given up: decide with "payments ask"`);
    const sent = h.faults.calls.charge;
    expect(await ask(id)).toEqual({
      code: 0,
      out: [`Payment ${id} succeeded: $324.62 was taken and is booked.`],
    });
    expect([h.faults.calls.charge, await amounts(h, customer), await unanswered()]).toEqual([sent, [32462], before]);
    expect(await h.subscriptions(customer)).toMatchObject([{ status: 'active' }]);
    expect((await ask(id)).out.join()).toContain('it was not given up');
    expect(await answers(id)).toEqual([['succeeded', 'succeeded']]);
  });

  test.each([
    [32462, 32462],
    [1000, 1000],
  ])(
    '[INV-12] [INV-10] %i cents of it were refunded there meanwhile: that is booked once too',
    async (cents, booked) => {
      const { customer, id } = await givenUp('silent-after');
      const [charge] = await h.charges(customer);
      await h.database.transaction((sql) => refundByHand(sql, { chargeRef: charge?.id ?? '', amountCents: cents }));
      expect((await ask(id)).out).toEqual([
        `Payment ${id} succeeded: $324.62 was taken and is booked.`,
        `${formatCents(cents)} of it was refunded at the payment provider, and that is booked too. End the subscription if it must not go on.`,
      ]);
      await h.work.processWebhooks();
      const refunds = () =>
        h.database.query('SELECT amount_cents FROM refunds WHERE account_id = $1', [customer.accountId]);
      expect(await refunds()).toEqual([{ amountCents: booked }]);
    },
  );

  test('[INV-12] it is booked, and the gateway lists no refunds then: the command says so, and the log', async () => {
    const { customer, id } = await givenUp('silent-after');
    h.faults.fail('refundsOf', 'silent-before');
    const { code, out } = await ask(id);
    h.faults.clear();
    expect([code, out[1]]).toEqual([
      1,
      expect.stringContaining('Its refunds could not be read. Run "reconcile --since"'),
    ]);
    expect(h.log.takeErrors()).toEqual([expect.stringContaining('its refunds were not read')]);
    expect(await amounts(h, customer)).toEqual([32462]);
  });

  test('[O20] [INV-12] reconcile names it, dry and applied, until it is decided', async () => {
    const { id } = await givenUp('silent-after');
    const line = expect.stringContaining(`Book it with: npm run foyer -- payments ask --payment ${id}`);
    const since = ['--since', '2020-01-01'];
    for (const apply of [[], ['--apply', 'yes']])
      expect(await cli('reconcile', ...since, ...apply)).toMatchObject({
        code: 1,
        out: expect.arrayContaining([line]),
      });
    expect((await ask(id)).code).toBe(0);
    expect((await cli('reconcile', ...since)).out).not.toContainEqual(line);
  });

  test('[INV-12] the gateway has no such payment: it took nothing, and the customer orders again', async () => {
    const { customer, id } = await givenUp('silent-before');
    const sent = h.faults.calls.charge;
    expect((await ask(id)).out).toEqual([
      `Payment ${id} took nothing (errored). A bill that is still open is charged again as usual.`,
    ]);
    expect([h.faults.calls.charge, await answers(id)]).toEqual([sent, [['errored', 'errored']]]);
    expect((await buy(customer, starterYearly)).status).toBe(201);
    expect(await amounts(h, customer)).toEqual([32462]);
  });

  test.each([
    ['silent-after', 'succeeded', [32462]],
    ['silent-before', 'errored', []],
  ] as const)(
    '[INV-12] %s, and the books lack the customer at the gateway: all its payments are compared',
    async (how, status, charged) => {
      const { customer, id } = await givenUp(how);
      await h.database.query('UPDATE accounts SET gateway_customer_ref = NULL WHERE id = $1', [customer.accountId]);
      expect((await ask(id)).code).toBe(0);
      expect([await answers(id), await amounts(h, customer)]).toEqual([[[status, status]], charged]);
    },
  );

  test('[INV-12] without an answer it stays given up, and the command works later', async () => {
    await buyer();
    const { customer, id } = await givenUp('silent-after');
    h.faults.fail('retrieve', 'silent-before');
    const { code, out } = await ask(id);
    expect([code, out.join()]).toEqual([1, expect.stringMatching(/gave no answer \(.+\)\. Nothing was changed/)]);
    h.faults.clear();
    expect(await h.work.recoverAttempts()).toBe(0);
    expect((await ask(id)).code).toBe(0);
    expect([await answers(id), await amounts(h, customer)]).toEqual([
      [
        [null, 'sending'],
        ['succeeded', 'succeeded'],
      ],
      [32462],
    ]);
  });

  test('[INV-12] another account at the gateway knows no payment: nothing is decided by its silence', async () => {
    await buyer();
    const { id } = await givenUp('silent-after');
    const newest = `(SELECT id FROM payment_attempts WHERE kind = 'charge' AND status = 'succeeded'
      AND gateway_intent_ref IS NOT NULL ORDER BY created_at DESC LIMIT 1)`;
    await h.database.query(
      `UPDATE payment_attempts SET gateway_intent_ref = gateway_intent_ref || 'x' WHERE id = ${newest}`,
    );
    const { code, out } = await ask(id);
    await h.database.query(
      `UPDATE payment_attempts SET gateway_intent_ref = left(gateway_intent_ref, -1) WHERE id = ${newest}`,
    );
    expect([code, out.join()]).toEqual([1, expect.stringContaining('does not know the newest payment in the books')]);
    expect(await answers(id)).toEqual([]);
    expect((await ask(id)).code).toBe(0);
  });

  test('[INV-12] after a restore that was not compared, a payment without its own charge stays undecided', async () => {
    const { customer, id } = await givenUp('silent-before');
    await h.database.query('UPDATE accounts SET gateway_customer_ref = NULL WHERE id = $1', [customer.accountId]);
    await h.database.query(`INSERT INTO restored_backups (taken_at) VALUES (now() - interval '1 hour')`);
    const { code, out } = await ask(id);
    await h.database.query('DELETE FROM restored_backups');
    expect([code, out.join()]).toEqual([1, expect.stringContaining('run "reconcile" first')]);
    expect((await ask(id)).code).toBe(0);
    expect(await answers(id)).toEqual([
      [null, 'sending'],
      ['errored', 'errored'],
    ]);
  });

  test('a payment that recovery still asks about is left to it', async () => {
    const customer = await undecided('silent-before');
    expect((await ask(await attemptOf(customer))).out.join()).toContain('it was not given up');
    await h.expireLeases();
    await h.work.recoverAttempts();
  });
});
