import type { TimelineEntry } from '@foyer/contract/api/operator-customers';
import { beforeAll, describe, expect, test } from 'vitest';
import { atEveryStatement } from '../../../test/at-every-statement.ts';
import { inject } from '../../../test/client.ts';
import { CLOSED, close, isAtGateway, makeCustomerToClose, planOf, stateOf } from '../../../test/closing.ts';
import { defaultClaimPaths } from '../../../test/customers.ts';
import type { Customer } from '../../../test/harness.ts';
import { makeOperator, makeOperatorCalls, REASON, type TestOperator } from '../../../test/operators.ts';
import { BUY, CARD, makeHolder, makePurchase, START, starterYearly } from '../../../test/shop.ts';
import { useShop } from '../../../test/use-harness.ts';
import { runCommand } from '../../cli/run-command.ts';

const h = useShop();

let support: TestOperator;
beforeAll(async () => {
  support = await makeOperator(h, 'support');
});
const { page } = makeOperatorCalls(() => support);

const closeFor = ({ accountId }: { accountId: string }, key?: string) =>
  inject<{ creditCents: number }>(h.app, {
    method: 'POST',
    url: `/api/operator/customers/${accountId}/close`,
    headers: { 'x-operator-token': support.token, ...(key && { 'idempotency-key': key }) },
    payload: { reason: REASON },
  });
const refusalOf = async (asked: ReturnType<typeof closeFor>) => {
  const { status, body, text } = await asked;
  expect(body?.error, text).toBeDefined();
  return [status, body.error.type, body.error.code];
};
const commandsOf = ({ accountId }: { accountId: string }) =>
  h.database.query(`SELECT actor, reason, after FROM audit_log WHERE account_id = $1 AND action = 'close_account'`, [
    accountId,
  ]);
/** Kind, type and actor of what the operator site shows about the closing and its subscriptions. */
const closingEntries = async ({ accountId }: { accountId: string }) => {
  const url = `/api/operator/customers/${accountId}/timeline`;
  const { entries } = (await support.call<{ entries: TimelineEntry[] }>('GET', url)).body;
  const shown = entries.filter(({ type }) => /clos|canceled/.test(type));
  return shown.map(({ kind, type, actor }) => `${kind} ${type} ${actor}`).sort();
};
/** Security events of the closing, with the operator. */
const closingEvents = ({ accountId }: { accountId: string }) =>
  h.database.query<{ type: string; operatorId: string | null }>(
    `SELECT type, operator_id FROM security_events WHERE account_id = $1 AND type LIKE 'account_clos%' ORDER BY at, id`,
    [accountId],
  );
const mailsTo = (customer: Customer) =>
  h.queued.filter((mail) => 'kind' in mail && mail.kind === 'security' && mail.accountId === customer.accountId);

describe('[SC-10] [OP-02] an operator closes the account of a customer', () => {
  test.each(['drive', 'scope'] as const)(
    'of the brand %s: everything ends, the customer is told, and the audit log says who and why',
    async (brand) => {
      const { customer } = await makeHolder(h, starterYearly, { brand });
      const answer = await closeFor(customer);
      expect([answer.status, answer.body], answer.text).toEqual([200, { creditCents: 0 }]);
      expect(await stateOf(h, customer)).toEqual(CLOSED);
      expect(await isAtGateway(h, customer)).toBe(false);
      expect(mailsTo(customer)).toMatchObject([
        { template: 'account_closed', to: customer.email, brand, facts: { bySupport: 'yes' } },
      ]);
      expect(await commandsOf(customer)).toEqual([{ actor: support.id, reason: REASON, after: { creditCents: 0 } }]);
      expect((await customer.client.get('/api/auth/me')).status).toBe(401);
    },
  );

  test('credit is named, because it is to be paid out', async () => {
    const ada = await h.makeCustomer({ card: 'tok_visa', clock: START });
    const { id } = await makePurchase(ada, { planId: 'pln_drive_ultimate', interval: 'monthly' });
    await h.advance(ada, { by: 'P10D' });
    await ada.client.patch(`${BUY}/${id}`, { planId: 'pln_drive_starter', interval: 'monthly' });
    const { creditCents } = (await closeFor(ada)).body;
    expect(creditCents).toBeGreaterThan(0);
    expect(await commandsOf(ada)).toMatchObject([{ after: { creditCents } }]);
  });

  test('[INV-9] a repeated key gets the same answer; without the key, or after the customer closed the account, it is refused', async () => {
    const { customer } = await makeHolder(h, starterYearly);
    const first = await closeFor(customer, 'k-1');
    const again = await closeFor(customer, 'k-1');
    expect([first.status, again.status, again.text]).toEqual([200, 200, first.text]);
    expect(await refusalOf(closeFor(customer))).toEqual([409, 'ACTION_REFUSED', 'account_closed']);
    expect(await commandsOf(customer)).toHaveLength(1);
    const closed = await makeCustomerToClose(h);
    expect((await close(h, closed)).status).toBe(204);
    expect(await refusalOf(closeFor(closed))).toEqual([409, 'ACTION_REFUSED', 'account_closed']);
    expect(await commandsOf(closed)).toEqual([]);
  });

  test('[INV-9] of two simultaneous calls one closes the account, and one mail is sent', async () => {
    const { customer } = await makeHolder(h, starterYearly);
    const both = await Promise.all([closeFor(customer), closeFor(customer)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await stateOf(h, customer)).toEqual(CLOSED);
    expect([await commandsOf(customer), mailsTo(customer)].map(({ length }) => length)).toEqual([1, 1]);
  });

  test('by command line; a second run reports that the account is closed', async () => {
    const ada = await h.makeCustomer({ brand: 'scope' });
    const line = ['account', 'close', '--account', ada.email, '--reason', 'asked for it', '--by', 'jo@vendor.example'];
    expect(await runCommand(line, async () => h.operator)).toEqual({
      code: 0,
      out: [`Account ${ada.email} is closed.`],
    });
    expect(await stateOf(h, ada)).toEqual(CLOSED);
    expect(await commandsOf(ada)).toMatchObject([{ actor: 'jo@vendor.example', reason: 'asked for it' }]);
    const again = line.map((word) => (word === ada.email ? ada.accountId : word));
    expect(await runCommand(again, async () => h.operator)).toEqual({
      code: 1,
      out: [`account close ${ada.accountId}: the account is already closed. There is nothing left to do.`],
    });
  });
});

describe('[SC-10] [OP-02] history names the operator who closed the account', () => {
  const byCommandLine = (customer: Customer) => {
    const line = ['account', 'close', '--account', customer.accountId, '--reason', REASON, '--by', 'jo@vendor.example'];
    return runCommand(line, async () => h.operator);
  };
  const nameOf = async ({ id }: TestOperator) => {
    const [row] = await h.database.query<{ name: string }>('SELECT name FROM operators WHERE id = $1', [id]);
    return row?.name;
  };

  test('through the API: the audit log entry, and no event of the customer', async () => {
    const { customer } = await makeHolder(h, starterYearly);
    expect((await closeFor(customer)).status).toBe(200);
    expect(await closingEvents(customer)).toEqual([{ type: 'account_closed_by_support', operatorId: support.id }]);
    expect(await closingEntries(customer)).toEqual([
      `operator close_account ${await nameOf(support)}`,
      'subscription canceled operator',
    ]);
  });

  test('on the command line, where the name has no account of the operator site', async () => {
    const { customer } = await makeHolder(h, starterYearly);
    expect((await byCommandLine(customer)).code).toBe(0);
    expect(await closingEvents(customer)).toEqual([{ type: 'account_closed_by_support', operatorId: null }]);
    expect(await closingEntries(customer)).toEqual([
      'operator close_account jo@vendor.example',
      'subscription canceled operator',
    ]);
  });

  test.each(['API', 'command line'])('by the worker, after an order through the %s', async (channel) => {
    const { customer } = await makeHolder(h, starterYearly);
    h.faults.fail('deleteCustomer', 'silent-before');
    if (channel === 'API') expect((await closeFor(customer)).status).toBe(502);
    else expect((await byCommandLine(customer)).code).toBe(1);
    expect(await planOf(customer)).toMatchObject({ orderedBy: 'support' });
    const name = channel === 'API' ? await nameOf(support) : 'jo@vendor.example';
    const { orderedAt } = await planOf(customer);
    expect((await page(customer)).closing).toEqual({ orderedAt, orderedBy: name });
    const activity = await customer.client.get<{ events: { type: string }[] }>('/api/auth/me/security/activity');
    expect(activity.body.events[0]?.type).toBe('account_closing_by_support');
    h.faults.clear();
    h.wall.advance(61_000);
    expect([await h.work.finishRemovals(), await h.work.finishClosings()]).toEqual([1, 1]);
    const operatorId = channel === 'API' ? support.id : null;
    expect(await closingEvents(customer)).toEqual([
      { type: 'account_closing_by_support', operatorId },
      { type: 'account_closed_by_support', operatorId },
    ]);
    expect((await page(customer)).closing).toBeNull();
    expect(await closingEntries(customer)).toEqual([
      `operator close_account ${name}`,
      `operator order_closing ${name}`,
      'subscription canceled operator',
    ]);
  });

  test('and the customer, for an own order that the worker carries out', async () => {
    const { customer } = await makeHolder(h, starterYearly, { claims: defaultClaimPaths });
    h.faults.fail('deleteCustomer', 'silent-before');
    expect((await close(h, customer)).status).toBe(502);
    expect(await planOf(customer)).toMatchObject({ orderedBy: 'customer' });
    expect((await page(customer)).closing).toMatchObject({ orderedBy: null });
    h.faults.clear();
    h.wall.advance(61_000);
    expect([await h.work.finishRemovals(), await h.work.finishClosings()]).toEqual([1, 1]);
    expect(await closingEntries(customer)).toEqual([
      'security account_closed customer',
      'security account_closing customer',
      'subscription canceled customer',
    ]);
  });
});

describe('[SC-10] closing by an operator is refused', () => {
  const unchanged = async (customer: Customer, act: () => Promise<void>) => {
    const before = await stateOf(h, customer);
    await act();
    expect(await stateOf(h, customer)).toEqual(before);
    expect([await commandsOf(customer), mailsTo(customer)]).toEqual([[], []]);
  };

  test('for a role without the right, and for an unknown account id', async () => {
    const ada = await h.makeCustomer();
    await unchanged(ada, async () => {
      for (const role of ['billing', 'catalogue'] as const) {
        const operator = await makeOperator(h, role);
        const answer = await operator.call('POST', `/api/operator/customers/${ada.accountId}/close`, {
          reason: REASON,
        });
        const { type, code } = answer.body.error;
        expect([answer.status, type, code]).toEqual([403, 'FORBIDDEN', 'role_missing']);
      }
      expect(await refusalOf(closeFor({ accountId: 'acc_nobody' }))).toEqual([404, 'NOT_FOUND', null]);
    });
  });

  test('while an export review waits', async () => {
    const ada = await h.makeCustomer({ exportStatus: 'pending' });
    await unchanged(ada, async () => {
      expect(await refusalOf(closeFor(ada))).toEqual([409, 'CLOSURE_BLOCKED', 'export_review']);
    });
  });

  test.each(['charge', 'saveCard'] as const)('while a %s is undecided; afterwards it goes', async (call) => {
    const ada = await h.makeCustomer({ card: 'tok_visa' });
    const gate = h.faults.hold(call);
    const pending =
      call === 'charge'
        ? ada.client.post(BUY, { planId: 'pln_drive_starter', interval: 'yearly' })
        : ada.client.post(CARD, { type: 'stripe', token: 'tok_mastercard' });
    await gate.arrived;
    expect((await refusalOf(closeFor(ada, call))).slice(0, 2)).toEqual([409, 'OPERATION_IN_PROGRESS']);
    expect(await commandsOf(ada)).toEqual([]);
    gate.release();
    expect((await pending).status).toBe(201);
    expect((await closeFor(ada, call)).status, 'the same key looks again').toBe(200);
    expect(await stateOf(h, ada)).toEqual(CLOSED);
  });

  test('when the gateway refuses: the card stays, and nothing changes', async () => {
    const { customer } = await makeHolder(h, starterYearly);
    await unchanged(customer, async () => {
      h.faults.fail('deleteCustomer', 'rejected');
      expect(await refusalOf(closeFor(customer))).toEqual([502, 'PAYMENT_GATEWAY_ERROR', null]);
    });
    expect((await h.account(customer)).paymentMethod?.last4).toBe('4242');
  });

  test('when the gateway is silent: the account is open without a card, and the next try closes it', async () => {
    const { customer } = await makeHolder(h, starterYearly);
    h.faults.fail('deleteCustomer', 'silent-after');
    expect(await refusalOf(closeFor(customer))).toEqual([502, 'PAYMENT_GATEWAY_ERROR', 'undecided']);
    expect(await stateOf(h, customer)).toMatchObject({ account: 'open', live: 1, card: 0 });
    expect(await commandsOf(customer)).toEqual([]);
    h.faults.clear();
    expect((await closeFor(customer)).status).toBe(200);
    expect(await stateOf(h, customer)).toEqual(CLOSED);
  });

  test('when the gateway is silent: the order waits, the customer gets one mail, and the worker closes the account', async () => {
    const { customer } = await makeHolder(h, starterYearly);
    h.faults.fail('deleteCustomer', 'silent-before');
    const line = ['account', 'close', '--account', customer.email, '--reason', REASON, '--by', 'jo@vendor.example'];
    const first = await runCommand(line, async () => h.operator);
    expect([first.code, first.out[1]]).toEqual([
      1,
      expect.stringContaining('The server asks again, closes the account'),
    ]);
    expect(await refusalOf(closeFor(customer, 'k-silent'))).toEqual([502, 'PAYMENT_GATEWAY_ERROR', 'undecided']);
    expect(mailsTo(customer)).toMatchObject([
      { template: 'account_closing', to: customer.email, facts: { bySupport: 'yes' } },
    ]);
    const ordered = await h.database.query(
      `SELECT actor, reason, request_key FROM audit_log WHERE account_id = $1 AND action = 'order_closing' ORDER BY wall_at, id`,
      [customer.accountId],
    );
    expect(ordered, 'the order, and its repetition by another operator').toEqual([
      { actor: 'jo@vendor.example', reason: REASON, requestKey: null },
      { actor: support.id, reason: REASON, requestKey: null },
    ]);
    h.faults.clear();
    h.wall.advance(61_000);
    expect([await h.work.finishRemovals(), await h.work.finishClosings()]).toEqual([1, 1]);
    expect(await stateOf(h, customer)).toEqual(CLOSED);
    expect(await commandsOf(customer), 'the newest order').toMatchObject([{ actor: support.id, reason: REASON }]);
    expect(mailsTo(customer).map((mail) => 'template' in mail && mail.template)).toEqual([
      'account_closing',
      'account_closed',
    ]);
    expect(await refusalOf(closeFor(customer, 'k-2'))).toEqual([409, 'ACTION_REFUSED', 'account_closed']);
  });

  test.each(['before', 'after'] as const)(
    'and waits, when the connection is lost %s a statement: the customer gets one mail, and history has the order and its repetition',
    async (how) => {
      const first = { actor: support.id, reason: REASON };
      const second = { actor: 'jo@vendor.example', reason: 'the customer called again' };
      const rows = (sql: string, { accountId }: Customer) => h.database.query(sql, [accountId]);
      const orders = (customer: Customer) =>
        rows(
          `SELECT actor, reason FROM audit_log WHERE account_id = $1 AND action = 'order_closing' ORDER BY wall_at, id`,
          customer,
        );
      let isRepeated = false;
      await atEveryStatement(
        h,
        how,
        async (label, underFault) => {
          isRepeated = !isRepeated;
          const ada = await h.makeCustomer({ card: 'tok_visa' });
          h.faults.fail('deleteCustomer', 'silent-before');
          await underFault(() => h.operator.closeAccount(ada.accountId, first)).catch(() => undefined);
          const isStored = (await rows('SELECT 1 FROM closing_orders WHERE account_id = $1', ada)).length > 0;
          const given = [isStored && first, isRepeated && second].filter(Boolean);
          if (isRepeated) await h.operator.closeAccount(ada.accountId, second).catch(() => undefined);
          h.wall.advance(61_000);
          await h.work.finishRemovals();
          expect(await h.work.finishClosings(), label).toBe(0);
          expect(await orders(ada), label).toEqual(given);
          expect(await closingEvents(ada), label).toHaveLength(given.length);
          expect(mailsTo(ada), label).toMatchObject(given.length > 0 ? [{ template: 'account_closing' }] : []);
          h.faults.clear();
          if (given.length === 0) return;
          h.wall.advance(10 * 60_000);
          expect([await h.work.finishRemovals(), await h.work.finishClosings()], label).toEqual([1, 1]);
          expect(await commandsOf(ada), label).toMatchObject([given.at(-1)]);
        },
        { stride: 3 },
      );
    },
    120_000,
  );

  test.each(['before', 'after'] as const)('in half, when the connection is lost %s a statement', async (how) => {
    const by = { actor: support.id, reason: REASON };
    await atEveryStatement(
      h,
      how,
      async (label, underFault) => {
        const ada = await h.makeCustomer();
        await underFault(() => h.operator.closeAccount(ada.accountId, by)).catch(() => undefined);
        const isClosed = (await stateOf(h, ada))?.account === 'closed';
        expect((await commandsOf(ada)).length, label).toBe(isClosed ? 1 : 0);
      },
      { stride: 2 },
    );
  });
});
