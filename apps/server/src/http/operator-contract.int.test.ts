import { operator as calls } from '@foyer/contract/api/operator';
import { type ErrorBody, errorBody, type Route } from '@foyer/contract/api/route';
import {
  mayCall,
  type OperatorCall,
  type OperatorRole,
  operatorCalls,
  operatorRoles,
} from '@foyer/contract/vocabulary/operator-roles';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { inject } from '../../test/client.ts';
import { callExample, type Example } from '../../test/contract-walk/example.ts';
import { because, operatorExamples } from '../../test/contract-walk/operator.ts';
import { expectDocumentedErrors } from '../../test/documented-errors.ts';
import { type Customer, type Harness, startHarness } from '../../test/harness.ts';
import { makeOperator, REASON, type TestOperator } from '../../test/operators.ts';
import { type ProductServer, startProduct } from '../../test/product-server.ts';
import { tablesHolding } from '../../test/snapshot.ts';

let h: Harness;
let customer: Customer;
let product: ProductServer;
let admin: TestOperator;
let byRole: Record<OperatorRole, TestOperator>;

beforeAll(async () => {
  product = await startProduct();
  h = await startHarness({
    queue: 'real',
    hooks: {
      endpoints: { drive: product.url },
      secrets: [`whsec_${Buffer.from('the key of the products, of today').toString('base64')}`],
    },
  });
  customer = await h.makeCustomer({ card: 'tok_visa', clock: '2026-01-10T12:00:00.000Z' });
  await customer.client.post('/api/subscription/subscriptions', { planId: 'pln_drive_starter' });
  admin = await makeOperator(h, 'admin');
  byRole = {
    support: await makeOperator(h, 'support'),
    billing: await makeOperator(h, 'billing'),
    catalogue: await makeOperator(h, 'catalogue'),
    admin,
  };
});
afterEach(() => h.log.expectQuiet());
afterAll(async () => {
  await h.stop();
  await product.stop();
});

const names = Object.keys(operatorCalls) as OperatorCall[];

const call = (name: OperatorCall, example: Omit<Example, 'status'>, headers: Record<string, string>) =>
  callExample(h, name, example, headers);

const refusal = ({ status, body }: { status: number; body: Partial<ErrorBody> | null }) => [status, body?.error?.type];

test('[OP-01] operators have one sign-in call; every other operator call is guarded', () => {
  const open = Object.entries(calls as Record<string, Route>).filter(([, { access }]) => access !== 'operator');
  expect(open.map(([name]) => name)).toEqual(['POST /api/operator/sessions']);
});

describe.each(names)('[OP-01] %s', (name) => {
  const route: Route = calls[name];
  const writes = route.body !== undefined && route.limit === 'write';

  test('[CA-02] an operator who may is served what is promised, without one member more', async () => {
    const operator = await makeOperator(h, 'admin');
    const example = await operatorExamples[name]({ h, customer, admin: operator });
    const reply = await call(name, example, { 'x-operator-token': operator.token });
    expect(reply.status, reply.text).toBe(example.status);
    const schema = route.replies[example.status];
    expect(schema, 'the status is one of the promised ones').not.toBeUndefined();
    if (schema) expect(schema.parse(reply.body)).toEqual(reply.body);
    else expect(reply.text).toBe('');
  });

  test('a customer’s token is refused in every header, and so are a missing and an invented token', async () => {
    const example = { path: { accountId: customer.accountId, id: 'x', mailId: 'x' }, body: because };
    const { accessToken, refreshToken } = customer.client;
    const none = await call(name, example, {});
    expect(refusal(none)).toEqual([401, 'UNAUTHORIZED']);
    expect(errorBody.parse(none.body)).toEqual(none.body);
    expect(refusal(await call(name, example, { 'x-is-at': accessToken }))).toEqual([401, 'UNAUTHORIZED']);
    expect(refusal(await call(name, example, { authorization: `Bearer ${accessToken}` }))).toEqual([
      401,
      'UNAUTHORIZED',
    ]);
    for (const token of [accessToken, refreshToken, `fop_${'A'.repeat(43)}`])
      expect(refusal(await call(name, example, { 'x-operator-token': token }))).toEqual([401, 'INVALID_TOKEN']);
  });

  test.each(operatorRoles)('an operator who is %s is let through or refused as the table says', async (role) => {
    const operator = name.startsWith('DELETE') ? await makeOperator(h, role) : byRole[role];
    const example = { path: { accountId: 'acc_nobody', id: 'x', mailId: 'x' }, body: because };
    const [status, type] = refusal(await call(name, example, { 'x-operator-token': operator.token }));
    if (mayCall([role], name)) expect(status).not.toBe(403);
    else expect([status, type]).toEqual([403, 'FORBIDDEN']);
  });

  test('[OP-02] [INV-20] an unknown id gets 404', async () => {
    if (!name.includes(':')) return;
    const example = await operatorExamples[name]({ h, customer, admin });
    const path = Object.fromEntries(Object.keys(example.path ?? {}).map((part) => [part, 'acc_nobody']));
    const reply = await call(name, { ...example, path }, { 'x-operator-token': admin.token });
    expect(refusal(reply)[0], reply.text).toBe(name.includes('/jobs/') ? 409 : 404);
    expect(reply.body.error.subject).toMatchObject({ id: 'acc_nobody' });
    expect(reply.body.message).toMatch(/^[A-Z][a-z]+ acc_nobody: no /);
  });

  test('[INV-4] a command without a reason is refused; the audit log has the reason and the operator', async () => {
    if (!writes) return;
    const example = await operatorExamples[name]({ h, customer, admin });
    const { reason: _, ...rest } = example.body ?? {};
    for (const wrong of [rest, { ...rest, reason: '' }, { ...rest, reason: 'x'.repeat(501) }, { ...rest, reason: 7 }]) {
      const refused = await call(name, { ...example, body: wrong }, { 'x-operator-token': admin.token });
      expect([...refusal(refused), refused.body.error.field]).toEqual([400, 'INVALID_REQUEST', 'reason']);
    }
    const operator = await makeOperator(h, 'admin');
    const marker = `stowaway${names.indexOf(name)}`;
    const body = { ...example.body, actor: marker, isAdmin: marker, domainAt: marker };
    const done = await call(name, { ...example, body }, { 'x-operator-token': operator.token });
    expect(done.status, done.text).toBe(example.status);
    const entries = await h.database.query('SELECT actor, reason FROM audit_log WHERE actor = $1', [operator.id]);
    expect(entries).toEqual([{ actor: operator.id, reason: REASON }]);
    expect(await tablesHolding(h.database, marker)).toEqual([]);
  });
});

test.each(names.filter((name) => 'idempotent' in calls[name]))(
  '[OP-02] [INV-9] %s sent again under its key gets the first answer and changes nothing; another body under it is refused',
  async (name) => {
    const example = await operatorExamples[name]({ h, customer, admin });
    const { id, token } = await makeOperator(h, 'admin');
    const headers = { 'x-operator-token': token, 'idempotency-key': 'press-1' };
    const first = await call(name, example, headers);
    const again = await call(name, example, headers);
    expect(first.status, first.text).toBe(example.status);
    const records = await h.database.query('SELECT id FROM audit_log WHERE actor = $1', [id]);
    expect(records).toHaveLength(1);
    const route: Route = calls[name];
    if (route.idempotent === 'unkept') {
      // secrets are shown once and not stored, so they cannot be answered again
      expect([...refusal(again), again.body.error.code]).toEqual([409, 'ACTION_REFUSED', 'done_already']);
      return;
    }
    expect([again.status, again.text]).toEqual([first.status, first.text]);
    const other = await call(name, { ...example, body: { ...example.body, reason: 'another' } }, headers);
    expect(refusal(other)).toEqual([422, 'IDEMPOTENCY_MISMATCH']);
  },
);

test('[OP-02] [INV-9] a refused command is refused again under its key; a call of a dead process is not done twice', async () => {
  const { accountId } = await h.makeCustomer();
  const operator = await makeOperator(h, 'billing');
  const send = (amountCents: number, key: string) =>
    inject(h.app, {
      method: 'POST',
      url: `/api/operator/customers/${accountId}/credit`,
      headers: { 'x-operator-token': operator.token, 'idempotency-key': key },
      payload: { ...because, amountCents },
    });
  expect((await send(300, 'k-1')).status).toBe(200);
  await h.database.query(
    `UPDATE operator_idempotency_keys SET state = 'started', status_code = NULL, response = NULL, locked_at = now() - interval '2 minutes'
     WHERE operator_id = $1`,
    [operator.id],
  );
  const after = await send(300, 'k-1');
  expect([...refusal(after), after.body.error.code]).toEqual([409, 'ACTION_REFUSED', 'done_already']);
  const balance = await h.database.query('SELECT balance_cents FROM accounts WHERE id = $1', [accountId]);
  expect(balance).toEqual([{ balanceCents: -300 }]);
});

test('[OP-02] [INV-9] a command that arrives three times together is carried out once', async () => {
  const { accountId } = await h.makeCustomer();
  const url = `/api/operator/customers/${accountId}/credit`;
  const send = (key: string, token: string, more: object = {}) =>
    inject(h.app, {
      method: 'POST',
      url,
      headers: { 'x-operator-token': token, 'idempotency-key': key },
      payload: { ...because, amountCents: 700, ...more },
    });
  const together = await Promise.all([send('k-1', admin.token), send('k-1', admin.token), send('k-1', admin.token)]);
  // a call during the first one is refused as running; a call after it gets its answer
  const turnedAway = together.filter(({ status }) => status !== 200);
  expect(turnedAway.length).toBeLessThan(together.length);
  for (const answer of turnedAway) expect(refusal(answer)).toEqual([409, 'OPERATION_IN_PROGRESS']);
  expect((await send('k-1', admin.token)).status).toBe(200);
  const balance = () => h.database.query('SELECT balance_cents FROM accounts WHERE id = $1', [accountId]);
  expect(await balance()).toEqual([{ balanceCents: -700 }]);
  const ofAnother = [await send('k-1', byRole.billing.token), await send('k-2', admin.token)];
  for (const answer of ofAnother)
    expect([...refusal(answer), answer.body.error.code, answer.body.message]).toEqual([
      409,
      'ACTION_REFUSED',
      'granted_before',
      `Account ${accountId}: the account got the same amount within the last hour, so nothing was granted.`,
    ]);
  expect(await balance()).toEqual([{ balanceCents: -700 }]);
  expect((await send('k-3', byRole.billing.token, { again: true })).status).toBe(200);
  expect(await balance()).toEqual([{ balanceCents: -1400 }]);
});

test('[CA-01] the API document lists every refusal of the walk', async () => {
  await expectDocumentedErrors(h.app);
});

test('the books are right after the walk', async () => {
  const left = await h.database.query<{ id: string }>(
    `SELECT id FROM payment_attempts WHERE given_up_at IS NOT NULL AND status = 'sending'`,
  );
  for (const { id } of left) await h.operator.askPayment(id, { actor: 'jo', reason: 'no refused call has asked' });
  expect(await h.ledgerCheck()).toEqual([]);
});
