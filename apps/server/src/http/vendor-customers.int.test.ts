import { DAY_MS } from '@foyer/contract/vocabulary/instants';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { inject } from '../../test/client.ts';
import { makeVendorKey } from '../../test/contract-walk/vendor.ts';
import { type Harness, startHarness } from '../../test/harness.ts';
import { makeOperator } from '../../test/operators.ts';
import { tablesHolding } from '../../test/snapshot.ts';
import { makeSweep } from '../adapters/postgres/sweep.ts';

let h: Harness;
let key: { id: string; key: string };

beforeAll(async () => {
  h = await startHarness({ queue: 'real' });
  key = await makeVendorKey(h);
});
afterEach(() => h.log.expectQuiet());
afterAll(() => h.stop());

interface Found {
  readonly accountId: string;
  readonly externalId: string | null;
  readonly created: boolean;
}

const call = (payload: object, idempotencyKey?: string) =>
  inject<Found>(h.app, {
    method: 'POST',
    url: '/vendor/v1/customers',
    headers: {
      authorization: `Bearer ${key.key}`,
      ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
    },
    payload,
  });

const refusal = async (payload: object) => {
  const { status, body } = await call(payload);
  return [status, body.error.type, body.error.code ?? body.error.field];
};

let made = 0;
const fresh = () => {
  made += 1;
  return { externalId: `crm-${made}`, email: `new-${made}@customer.example` };
};

const accounts = async () => (await h.database.query('SELECT id FROM accounts')).length;

describe('a customer of the vendor', () => {
  test('is one for both Unicode forms of an external id', async () => {
    const { externalId, email } = fresh();
    const created = await call({ externalId: `${externalId}-e\u0301`, email });
    expect([created.status, created.body]).toMatchObject([201, { externalId: `${externalId}-\u00e9` }]);
    const found = await call({ externalId: `${externalId}-\u00e9` });
    expect([found.status, found.body]).toMatchObject([200, { accountId: created.body.accountId, created: false }]);
  });

  test('is created without a password, gets an invitation, and is found again by external id and by email', async () => {
    const wanted = { ...fresh(), firstName: 'Ada', lastName: 'Byron', language: 'de' };
    const created = await call(wanted);
    expect([created.status, created.body]).toEqual([
      201,
      { accountId: expect.stringMatching(/^acc_/), externalId: wanted.externalId, created: true },
    ]);
    const { accountId } = created.body;
    const found = { accountId, externalId: wanted.externalId, created: false };
    for (const search of [{ externalId: wanted.externalId }, { email: wanted.email }, wanted]) {
      const again = await call(search);
      expect([again.status, again.body]).toEqual([200, found]);
    }
    const [mail] = await h.mails(wanted.email, 1);
    expect(mail?.subject).toBe('Ihr Konto ist bereit');
    const secret = /\/id\/#\/reset\/([\w.-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
    const password = 'a phrase of my choosing 7';
    const set = await inject(h.app, {
      method: 'PUT',
      url: `/api/auth/password-resets/${secret}`,
      payload: { password },
    });
    expect(set.status, set.text).toBe(204);
    await h.signIn(wanted.email, password);
    const [user] = await h.database.query(
      'SELECT first_name, email_verified_at IS NOT NULL AS verified FROM users WHERE account_id = $1',
      [accountId],
    );
    expect(user).toEqual({ firstName: 'Ada', verified: true });
  });

  test('created twice at once for one external id is one customer, with one invitation', async () => {
    const wanted = fresh();
    const before = await accounts();
    const answers = await Promise.all(Array.from({ length: 6 }, () => call(wanted)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 200, 200, 201]);
    expect(new Set(answers.map(({ body }) => body.accountId)).size).toBe(1);
    expect(await accounts()).toBe(before + 1);
    expect(await h.mails(wanted.email, 1)).toHaveLength(1);
  });

  test('created twice at once for one external id and two addresses is one customer', async () => {
    const { externalId } = fresh();
    const answers = await Promise.all(
      ['one', 'two'].map((name) => call({ externalId, email: `${name}-${externalId}@customer.example` })),
    );
    expect(new Set(answers.map(({ body }) => body.accountId)).size).toBe(1);
  });

  test('[INV-9] gets the first answer under the same key, and a refusal for another body', async () => {
    const wanted = fresh();
    const first = await call(wanted, 'create-1');
    const again = await call(wanted, 'create-1');
    expect([again.status, again.body]).toEqual([201, first.body]);
    const other = await call(fresh(), 'create-1');
    expect([other.status, other.body.error.type]).toEqual([422, 'IDEMPOTENCY_MISMATCH']);
  });

  test('is in the audit log and the timeline under the name of the key', async () => {
    const { body } = await call(fresh());
    const admin = await makeOperator(h, 'admin');
    const audit = await admin.call<{ entries: { action: string; actor: string }[] }>(
      'GET',
      `/api/operator/audit?accountId=${body.accountId}`,
    );
    expect(audit.body.entries).toMatchObject([{ action: 'create_customer', actor: 'licence server' }]);
    const note = await inject(h.app, {
      method: 'POST',
      url: `/vendor/v1/accounts/${body.accountId}/notes`,
      headers: { authorization: `Bearer ${key.key}` },
      payload: { text: 'asked about seats at the fair' },
    });
    expect(note.status, note.text).toBe(204);
    const timeline = await admin.call(`GET`, `/api/operator/customers/${body.accountId}/timeline`);
    expect(timeline.text).toContain('asked about seats at the fair');
  });
});

describe('an account that exists', () => {
  test('is linked to an external id if its owner has verified the address', async () => {
    const { email, accountId } = await h.makeCustomer();
    const { externalId } = fresh();
    const linked = await call({ externalId, email });
    expect([linked.status, linked.body]).toEqual([200, { accountId, externalId, created: false }]);
    expect(await refusal({ externalId: fresh().externalId, email })).toEqual([
      409,
      'ACTION_REFUSED',
      'external_id_differs',
    ]);
  });

  test('[INV-14] is not linked before its owner has verified the address: a stranger may have registered it', async () => {
    const { email, accountId } = await h.makeCustomer();
    await h.database.query('UPDATE users SET email_verified_at = NULL WHERE account_id = $1', [accountId]);
    const { externalId } = fresh();
    expect(await refusal({ externalId, email })).toEqual([409, 'ACTION_REFUSED', 'email_not_verified']);
    expect(await tablesHolding(h.database, externalId)).toEqual([]);
  });
});

test.each<[string, object, unknown[]]>([
  ['nothing', {}, [400, 'INVALID_REQUEST', 'externalId']],
  ['an unknown external id without an address', { externalId: 'unknown' }, [404, 'NOT_FOUND', null]],
  ['no address', { email: 'nobody' }, [400, 'INVALID_EMAIL', 'email']],
  ['an empty external id', { externalId: '' }, [400, 'INVALID_REQUEST', 'externalId']],
  ['hidden characters', { externalId: '\u200b', email: 'x@customer.example' }, [400, 'INVALID_REQUEST', 'externalId']],
  ['blanks', { externalId: '   ', email: 'x@customer.example' }, [400, 'INVALID_REQUEST', 'externalId']],
  ['a number', { externalId: 7 }, [400, 'INVALID_REQUEST', 'externalId']],
  ['control characters', { externalId: 'a\u0000b' }, [400, 'INVALID_REQUEST', 'externalId']],
  ['an unknown language', { email: 'x@customer.example', language: 'xx' }, [400, 'INVALID_REQUEST', 'language']],
])('[INV-23] %s is refused and creates nothing', async (_name, body, expected) => {
  const before = await accounts();
  expect(await refusal(body)).toEqual(expected);
  expect(await accounts()).toBe(before);
});

test('answers of keyed calls are deleted after 72 hours', async () => {
  await call(fresh(), 'to-be-swept');
  const kept = () => h.database.query(`SELECT 1 FROM vendor_idempotency_keys WHERE key = 'to-be-swept'`);
  expect(await kept()).toHaveLength(1);
  await h.database.query(`UPDATE vendor_idempotency_keys SET created_at = created_at - interval '4 days'`);
  await makeSweep(h.database)(h.wall.now(), h.wall.now() - 14 * DAY_MS);
  expect(await kept()).toEqual([]);
});
