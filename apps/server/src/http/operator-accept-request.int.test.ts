import type { OperatorWork } from '@foyer/contract/api/operator';
import type { ErrorBody } from '@foyer/contract/api/route';
import { iso } from '@foyer/contract/vocabulary/instants';
import { beforeAll, describe, expect, test } from 'vitest';
import { atEveryStatement } from '../../test/at-every-statement.ts';
import { type Answer, inject } from '../../test/client.ts';
import type { Customer, Harness } from '../../test/harness.ts';
import { eventOperators, makeOperator, REASON, type TestOperator } from '../../test/operators.ts';
import { BUY, buy, CARD, makePurchase } from '../../test/shop.ts';
import { useShop } from '../../test/use-harness.ts';
import { runCommand } from '../cli/run-command.ts';

const h = useShop();

let billing: TestOperator;
let support: TestOperator;
beforeAll(async () => {
  billing = await makeOperator(h, 'billing');
  support = await makeOperator(h, 'support');
});

const ENTERPRISE = { planId: 'pln_iot_enterprise' };
const INDIVIDUAL = { planId: 'pln_iot_individual', interval: 'monthly' };

const accept = (id: string, { token }: { token: string } = billing, key?: string) =>
  inject<{ replaced: string[] } & ErrorBody>(h.app, {
    method: 'POST',
    url: `/api/operator/subscriptions/${id}/accept`,
    headers: { 'x-operator-token': token, ...(key && { 'idempotency-key': key }) },
    payload: { reason: REASON },
  });
const refusalOf = ({ status, body }: Answer<ErrorBody>) => [status, body.error.type, body.error.code];

const makeRequester = async (
  options: Parameters<Harness['makeCustomer']>[0] = {},
): Promise<{ customer: Customer; id: string }> => {
  const customer = await h.makeCustomer(options);
  const { subscription } = await makePurchase(customer, ENTERPRISE);
  return { customer, id: subscription.id };
};
const withdraw = ({ client }: Customer, id: string) => client.delete<ErrorBody>(`${BUY}/${id}?onlyRequest=true`);
const auditOf = ({ accountId }: Customer) =>
  h.database.query('SELECT actor, action, reason, subject_id, after FROM audit_log WHERE account_id = $1', [accountId]);
const mailsTo = ({ accountId }: Customer) =>
  h.queued.flatMap((mail) => ('accountId' in mail && mail.accountId === accountId ? [mail.template] : []));
const activityOf = async ({ client }: Customer) =>
  (await client.get<{ events: { type: string }[] }>('/api/auth/me/security/activity')).body.events.map(
    ({ type }) => type,
  );
const entitledOf = async ({ client }: Customer) => {
  const { body } = await client.get<{ statement: string }>('/api/subscription/entitlements/statement');
  return JSON.stringify(body);
};
/** Rows of the account in the work list of requests. */
const listedOf = async ({ accountId }: Customer) => {
  const { body } = await billing.call<OperatorWork>('GET', '/api/operator/work');
  return body.requests.filter((row) => row.accountId === accountId);
};
/** Everything that a refused call must leave as it is. */
const rowsOf = async (customer: Customer) => [
  await h.subscriptions(customer, true),
  await auditOf(customer),
  await activityOf(customer),
  mailsTo(customer),
];

describe('[F5] [IO-02] [OP-02] an operator accepts a request', () => {
  test('it begins now; the customer gets a mail and an entry in the activity, the audit log the reason', async () => {
    const { customer, id } = await makeRequester({ address: null });
    expect(await h.subscriptions(customer)).toMatchObject([{ id, status: 'requested', entitled: false }]);
    expect((await entitledOf(customer)).includes('pln_iot_enterprise')).toBe(false);
    expect(await listedOf(customer)).toMatchObject([
      { subscriptionId: id, email: customer.email, product: 'iot', planName: 'Enterprise' },
    ]);
    const accepted = await accept(id);
    expect([accepted.status, accepted.body]).toEqual([200, { replaced: [] }]);
    expect(await listedOf(customer)).toEqual([]);
    expect(await h.subscriptions(customer)).toMatchObject([{ id, status: 'active', entitled: true, effective: true }]);
    expect(await auditOf(customer)).toEqual([
      { actor: billing.id, action: 'accept_request', reason: REASON, subjectId: id, after: { replaced: [] } },
    ]);
    expect(mailsTo(customer)).toEqual(['sales_lead', 'request_accepted']);
    expect(await activityOf(customer)).toContain('request_accepted');
    expect(await eventOperators(h, 'request_accepted', customer)).toEqual([{ operatorId: billing.id }]);
    const timeline = await support.call<{ entries: { kind: string; type: string }[] }>(
      'GET',
      `/api/operator/customers/${customer.accountId}/timeline`,
    );
    const words = timeline.body.entries.map(({ kind, type }) => `${kind} ${type}`);
    expect(words).toEqual(
      expect.arrayContaining(['operator accept_request', 'subscription request_accepted', 'subscription requested']),
    );
    expect(words).not.toContain('security request_accepted');
  });

  test('over a trial: the trial goes on until then, and the plan replaces it', async () => {
    const customer = await h.makeCustomer();
    const trial = (await makePurchase(customer, { ...INDIVIDUAL, trial: true })).subscription.id;
    const { id } = (await makePurchase(customer, ENTERPRISE)).subscription;
    expect(await h.subscriptions(customer)).toMatchObject(
      expect.arrayContaining([
        expect.objectContaining({ id: trial, status: 'trialing', effective: true }),
        expect.objectContaining({ id, status: 'requested', effective: false }),
      ]),
    );
    expect((await accept(id)).body).toEqual({ replaced: [trial] });
    expect(await h.subscriptions(customer)).toMatchObject([{ id, status: 'active', effective: true }]);
  });

  test('twice, three at once, and again under its key: one acceptance', async () => {
    const { customer, id } = await makeRequester();
    const together = await Promise.all([accept(id), accept(id), accept(id)]);
    expect(together.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(refusalOf(await accept(id))).toEqual([409, 'ACTION_REFUSED', 'not_requested']);
    expect(await auditOf(customer)).toHaveLength(1);
    expect(mailsTo(customer)).toEqual(['sales_lead', 'request_accepted']);
    const other = await makeRequester();
    const [first, again] = [await accept(other.id, billing, 'key-1'), await accept(other.id, billing, 'key-1')];
    expect([again.status, again.body]).toEqual([first.status, first.body]);
    expect(await auditOf(other.customer)).toHaveLength(1);
  });

  test('by the command line, which lists the request as one', async () => {
    const { customer, id } = await makeRequester();
    const run = (...args: string[]) => runCommand(['subscriptions', ...args], async () => h.operator);
    expect((await run('list', '--account', customer.email)).out).toEqual([
      'Subscriptions: 1',
      `  ${id}  pln_iot_enterprise  requested  by agreement`,
    ]);
    const signed = ['--subscription', id, '--reason', REASON, '--by', 'jo@vendor.example'];
    expect(await run('accept', ...signed)).toEqual({
      code: 0,
      out: [`Request ${id} is accepted, and the plan has begun.`],
    });
    const refused = await run('accept', ...signed);
    expect(refused.code).toBe(1);
    expect(refused.out).toEqual([expect.stringContaining(`subscriptions accept ${id}: this is no open request`)]);
    expect(await auditOf(customer)).toMatchObject([{ actor: 'jo@vendor.example', action: 'accept_request' }]);
  });
});

describe('[F5] [OP-02] a refused acceptance changes nothing', () => {
  test('two operators, one accepts: the other cannot decline it any more, and the plan goes on', async () => {
    const { customer, id } = await makeRequester();
    const decline = (reason: string) =>
      billing.call<ErrorBody>('POST', `/api/operator/subscriptions/${id}/end`, { reason, onlyRequest: true });
    expect((await accept(id)).status).toBe(200);
    const before = await rowsOf(customer);
    expect(refusalOf(await decline(REASON))).toEqual([409, 'ACTION_REFUSED', 'not_requested']);
    expect(await rowsOf(customer)).toEqual(before);
    expect(await h.subscriptions(customer)).toMatchObject([{ id, status: 'active', entitled: true }]);
  });

  test('hidden characters that would reverse the audit trail are left out of the reason', async () => {
    const { customer, id } = await makeRequester();
    const reason = 'signed \u202Eyesterday\u202C';
    expect((await billing.call('POST', `/api/operator/subscriptions/${id}/accept`, { reason })).status).toBe(200);
    expect(await auditOf(customer)).toMatchObject([{ reason: 'signed yesterday' }]);
  });

  test('an operator with another role, a customer, and a caller without a session', async () => {
    const { customer, id } = await makeRequester();
    const before = await rowsOf(customer);
    expect((await accept(id, support)).status).toBe(403);
    const token = 'x'.repeat(43);
    expect((await accept(id, { token })).status).toBe(401);
    const asCustomer = await customer.client.post(`/api/operator/subscriptions/${id}/accept`, { reason: REASON });
    expect(asCustomer.status).toBe(401);
    expect(await rowsOf(customer)).toEqual(before);
  });

  test('an id that is unknown, or of a plan that is no request', async () => {
    expect((await accept('sub_nobody')).status).toBe(404);
    const customer = await h.makeCustomer({ card: 'tok_visa' });
    const { id } = (await makePurchase(customer, INDIVIDUAL)).subscription;
    const before = await rowsOf(customer);
    expect(refusalOf(await accept(id))).toEqual([409, 'ACTION_REFUSED', 'not_requested']);
    expect(await rowsOf(customer)).toEqual(before);
  });

  test('a request that was withdrawn, ended by an operator, or whose account is closed', async () => {
    const { customer, id } = await makeRequester();
    expect((await withdraw(customer, id)).status).toBe(204);
    const ended = await makeRequester();
    await h.operator.endSubscription(ended.id, { actor: 'jo@vendor.example', reason: REASON });
    for (const one of [{ customer, id }, ended]) {
      const before = await rowsOf(one.customer);
      expect(refusalOf(await accept(one.id))).toEqual([409, 'ACTION_REFUSED', 'not_requested']);
      expect(await rowsOf(one.customer)).toEqual(before);
    }
    expect(await h.subscriptions(customer, true)).toMatchObject([{ id, status: 'canceled', entitled: false }]);
  });

  test('an email address that is not verified, and prepaid time', async () => {
    const { customer, id } = await makeRequester({ emailVerified: false });
    const before = await rowsOf(customer);
    expect(refusalOf(await accept(id))).toEqual([409, 'ACTION_REFUSED', 'email_not_verified']);
    expect(await rowsOf(customer)).toEqual(before);
    expect(await h.subscriptions(customer)).toMatchObject([{ status: 'requested', entitled: false }]);
  });

  test('while a closing of the account waits for the gateway; a saved card drops the closing, and then it is accepted', async () => {
    const { customer, id } = await makeRequester({ card: 'tok_visa' });
    const line = ['--account', customer.accountId, '--reason', REASON, '--by', 'jo@vendor.example'];
    h.faults.fail('deleteCustomer', 'silent-before');
    expect((await runCommand(['account', 'close', ...line], async () => h.operator)).code).toBe(1);
    const before = await rowsOf(customer);
    expect(refusalOf(await accept(id))).toEqual([409, 'ACTION_REFUSED', 'account_closing']);
    const signed = ['--subscription', id, '--reason', REASON, '--by', 'jo@vendor.example'];
    expect((await runCommand(['subscriptions', 'accept', ...signed], async () => h.operator)).out).toEqual([
      `subscriptions accept ${id}: the account is being closed. If the customer wants to stay, ask them to save a card first.`,
    ]);
    expect(await rowsOf(customer)).toEqual(before);
    h.faults.clear();
    expect((await customer.client.post(CARD, { type: 'stripe', token: 'tok_mastercard' })).status).toBe(201);
    expect((await accept(id)).status).toBe(200);
    expect(await h.subscriptions(customer)).toMatchObject([{ id, status: 'active' }]);
  });

  test('the connection is lost at each statement: all of it happened, or nothing', async () => {
    await atEveryStatement(h, 'after', async (label, underFault) => {
      const { customer, id } = await makeRequester();
      await underFault(() => accept(id));
      h.log.takeErrors();
      const [held] = await h.subscriptions(customer);
      const done = held?.status === 'active' ? 1 : 0;
      expect(await auditOf(customer), label).toHaveLength(done);
      expect(
        (await activityOf(customer)).filter((type) => type === 'request_accepted'),
        label,
      ).toHaveLength(done);
    });
  });
});

describe('[F5] [S22] a request that has ended was never a plan', () => {
  test.each<[string, (customer: Customer, id: string) => Promise<unknown>]>([
    ['withdrawn by the customer', (customer, id) => withdraw(customer, id)],
    ['declined by an operator', (_customer, id) => h.operator.endSubscription(id, { actor: 'jo', reason: REASON })],
  ])('%s: customer and operator see no end of it that is still to come', async (_name, end) => {
    const { customer, id } = await makeRequester();
    const noEnd = { id, currentPeriodEnd: null, expiry: null, renews: false };
    expect(await h.subscriptions(customer)).toMatchObject([{ status: 'requested', ...noEnd }]);
    await end(customer, id);
    expect(await h.subscriptions(customer)).toEqual([]);
    expect(await h.subscriptions(customer, true)).toMatchObject([{ status: 'canceled', ...noEnd }]);
    const shown = await support.call<{ holds: unknown[] }>('GET', `/api/operator/customers/${customer.accountId}`);
    expect(shown.body.holds).toMatchObject([{ status: 'canceled', ...noEnd }]);
    expect((await entitledOf(customer)).includes('pln_iot_enterprise')).toBe(false);
  });

  test('an accepted one ended when an operator ended it; its row has the period that it had', async () => {
    const { customer, id } = await makeRequester();
    await accept(id);
    const [{ currentPeriodEnd } = { currentPeriodEnd: null }] = await h.subscriptions(customer);
    expect(currentPeriodEnd).not.toBeNull();
    await h.operator.endSubscription(id, { actor: 'jo', reason: REASON });
    const [row] = await h.database.query<{ currentPeriodEnd: number; endedAt: number }>(
      'SELECT current_period_end, ended_at FROM subscriptions WHERE id = $1',
      [id],
    );
    expect(iso(row?.currentPeriodEnd ?? 0)).toBe(currentPeriodEnd);
    const end = iso(row?.endedAt ?? 0);
    expect(end < String(currentPeriodEnd)).toBe(true);
    const shown = { status: 'canceled', currentPeriodEnd: end, expiry: end };
    expect(await h.subscriptions(customer, true)).toMatchObject([shown]);
    const page = await support.call<{ holds: unknown[] }>('GET', `/api/operator/customers/${customer.accountId}`);
    expect(page.body.holds).toMatchObject([shown]);
  });
});

describe('[F5] [SU-05] a customer withdraws a request', () => {
  test('it ends at once with a mail, and the paid plan does not change', async () => {
    const customer = await h.makeCustomer({ card: 'tok_visa' });
    const paid = (await makePurchase(customer, INDIVIDUAL)).subscription.id;
    const { id } = (await makePurchase(customer, ENTERPRISE)).subscription;
    expect((await withdraw(customer, id)).status).toBe(204);
    expect(await h.subscriptions(customer)).toMatchObject([{ id: paid, status: 'active', renews: true }]);
    expect(mailsTo(customer).at(-1)).toBe('request_ended');
    expect((await withdraw(customer, id)).status).toBe(404);
    expect((await buy(customer, ENTERPRISE)).status).toBe(201);
  });

  test('a page that still shows the request after its acceptance is refused, and the plan goes on', async () => {
    const { customer, id } = await makeRequester();
    expect((await accept(id)).status).toBe(200);
    const before = await rowsOf(customer);
    const refused = await withdraw(customer, id);
    expect(refusalOf(refused)).toEqual([409, 'ACTION_REFUSED', 'not_requested']);
    expect(refused.body.message, 'not the sentence for operators').toMatch(/^The current state of the object/);
    expect(await rowsOf(customer)).toEqual(before);
    expect(await h.subscriptions(customer)).toMatchObject([{ id, status: 'active', cancelAtPeriodEnd: false }]);
    expect((await customer.client.delete(`${BUY}/${id}?onlyRequest=perhaps`)).status).toBe(400);
    expect((await customer.client.delete(`${BUY}/${id}`)).status).toBe(204);
    expect(await h.subscriptions(customer)).toMatchObject([{ id, status: 'active', cancelAtPeriodEnd: true }]);
  });

  test('another customer finds no request to withdraw, and the switch of renewals is refused', async () => {
    const { customer, id } = await makeRequester();
    const stranger = await h.makeCustomer();
    expect((await withdraw(stranger, id)).status).toBe(404);
    for (const cancelAtPeriodEnd of [true, false])
      expect((await customer.client.patch(`${BUY}/${id}`, { cancelAtPeriodEnd })).body.error.type).toBe(
        'NOT_RENEWABLE',
      );
    expect(await h.subscriptions(customer)).toMatchObject([{ id, status: 'requested', cancelAtPeriodEnd: false }]);
  });
});
