import type { VendorEntitlements } from '@foyer/contract/api/vendor';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { inject } from '../../test/client.ts';
import { driveYear, fifthOff, makeCode, stateOf } from '../../test/codes.ts';
import { makeVendorKey } from '../../test/contract-walk/vendor.ts';
import { type Customer, type Harness, startHarness } from '../../test/harness.ts';
import { makeLicenceHolder } from '../../test/licences.ts';
import { makeHolder, START } from '../../test/shop.ts';

let h: Harness;
let key: { id: string; key: string };

beforeAll(async () => {
  h = await startHarness();
  key = await makeVendorKey(h);
});
afterEach(() => h.log.expectQuiet());
afterAll(() => h.stop());

const REASON = 'order 4711 of the shop';

const call = (accountId: string, what: 'terms' | 'packages' | 'codes', body: object, idempotencyKey?: string) =>
  inject<{ subscriptionId: string; changed: boolean }>(h.app, {
    method: 'POST',
    url: `/vendor/v1/accounts/${accountId}/${what}`,
    headers: {
      authorization: `Bearer ${key.key}`,
      ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
    },
    payload: { reason: REASON, ...body },
  });

const term = { planId: 'pln_drive_starter', months: 3 };

const planOf = async (customer: Customer) =>
  (await h.subscriptions(customer)).map(({ id, plan, currentPeriodEnd }) => [id, plan.id, currentPeriodEnd]);

const auditOf = ({ accountId }: Customer) =>
  h.database.query('SELECT actor, action, reason FROM audit_log WHERE account_id = $1 ORDER BY id', [accountId]);

describe('time that the vendor gives', () => {
  test('is a subscription without a charge, audited under the key with the reason', async () => {
    const customer = await h.makeCustomer();
    const given = await call(customer.accountId, 'terms', term);
    expect([given.status, given.body.changed], given.text).toEqual([201, false]);
    expect(await planOf(customer)).toEqual([[given.body.subscriptionId, 'pln_drive_starter', expect.any(String)]]);
    expect(await h.charges(customer)).toEqual([]);
    expect(await auditOf(customer)).toEqual([{ actor: key.id, action: 'redeem_code', reason: REASON }]);
    const more = await call(customer.accountId, 'terms', term);
    expect([more.status, more.body]).toEqual([200, { subscriptionId: given.body.subscriptionId, changed: true }]);
  });

  test('[INV-9] is given once under one key, also if the process died after the commit', async () => {
    const customer = await h.makeCustomer();
    const first = await call(customer.accountId, 'terms', term, 'give-1');
    const plans = await planOf(customer);
    expect((await call(customer.accountId, 'terms', term, 'give-1')).body).toEqual(first.body);
    await h.database.query(
      `UPDATE vendor_idempotency_keys SET state = 'started', status_code = NULL, response = NULL, locked_at = now() - interval '2 minutes'
       WHERE vendor_key_id = $1 AND key = 'give-1'`,
      [key.id],
    );
    const after = await call(customer.accountId, 'terms', term, 'give-1');
    expect([after.status, after.body.error.type, after.body.error.code]).toEqual([
      409,
      'ACTION_REFUSED',
      'done_already',
    ]);
    expect(await planOf(customer)).toEqual(plans);
  });

  test('is maintenance of a perpetual licence', async () => {
    const { customer, id } = await makeLicenceHolder(h);
    const body = { planId: 'pln_scope_ultimate', months: 12, maintenance: true, subscriptionId: id };
    const given = await call(customer.accountId, 'terms', body);
    expect([given.status, given.body], given.text).toEqual([200, { subscriptionId: id, changed: true }]);
  });

  test.each<[string, object, unknown[]]>([
    ['an unknown plan', { planId: 'pln_none', months: 3 }, [409, 'ACTION_REFUSED', 'unknown_plan']],
    ['a term without months', { planId: 'pln_drive_starter' }, [409, 'ACTION_REFUSED', 'batch_not_valid']],
    ['no reason', { ...term, reason: '' }, [400, 'INVALID_REQUEST', null]],
    ['too many months', { ...term, months: 121 }, [400, 'INVALID_REQUEST', null]],
  ])('is refused for %s, and nothing changes', async (_name, body, expected) => {
    const customer = await h.makeCustomer();
    const { status, body: answer } = await call(customer.accountId, 'terms', body);
    expect([status, answer.error.type, answer.error.code]).toEqual(expected);
    expect([await planOf(customer), await auditOf(customer)]).toEqual([[], []]);
  });

  test('that is refused leaves no code that can be redeemed', async () => {
    const { accountId: withoutAddress } = await h.makeCustomer({ address: null });
    for (const [accountId, expected] of [
      ['acc_unknown', [404, 'NOT_FOUND']],
      [withoutAddress, [400, 'MISSING_ADDRESS']],
    ] as const) {
      const given = await call(accountId, 'terms', term);
      expect([given.status, given.body.error.type]).toEqual(expected);
      const [batch] = await h.database.query<{ live: number }>(
        `SELECT count(*)::int AS live FROM coupons c JOIN coupon_batches b ON b.id = c.batch
         WHERE b.name = 'vendor API, ' || $1 AND c.status = 'active'`,
        [accountId],
      );
      expect(batch?.live, accountId).toBe(0);
    }
  });
});

describe('a package that the vendor gives', () => {
  const power = { package: 'power', months: 3 };
  const addOnsOf = async ({ accountId }: Customer) => {
    const { body } = await inject<VendorEntitlements>(h.app, {
      method: 'GET',
      url: `/vendor/v1/accounts/${accountId}/entitlements`,
      headers: { authorization: `Bearer ${key.key}` },
    });
    return body.entitlements.map(({ planId, addOns }) => [planId, addOns]);
  };
  const changesOf = ({ accountId }: Customer) =>
    h.database.query('SELECT 1 FROM entitlement_events WHERE account_id = $1', [accountId]);

  test('[SP-01] is a term beside a paid plan, without a charge, in entitlements and events', async () => {
    const { customer } = await makeHolder(h, { planId: 'pln_scope_serialdecode_monthly' });
    const [charges, [paid], changes] = [await h.charges(customer), await planOf(customer), await changesOf(customer)];
    const given = await call(customer.accountId, 'packages', power);
    expect([given.status, given.body.changed], given.text).toEqual([201, false]);
    const plans = await planOf(customer);
    expect(plans).toHaveLength(2);
    expect(plans).toEqual(
      expect.arrayContaining([paid, [given.body.subscriptionId, 'pln_scope_power', expect.any(String)]]),
    );
    expect(await h.charges(customer)).toEqual(charges);
    const held = [
      ['pln_scope_serialdecode', ['pkg_scope_serialdecode']],
      ['pln_scope_power', ['pkg_scope_power']],
    ];
    expect(await addOnsOf(customer)).toEqual(expect.arrayContaining(held));
    expect((await changesOf(customer)).length).toBeGreaterThan(changes.length);
    expect(await auditOf(customer)).toEqual([{ actor: key.id, action: 'redeem_code', reason: REASON }]);
  });

  test('gets longer if the call names its subscription, and is given once under one key', async () => {
    const customer = await h.makeCustomer({ clock: START });
    const { subscriptionId } = (await call(customer.accountId, 'packages', power)).body;
    const longer = () => call(customer.accountId, 'packages', { ...power, subscriptionId }, 'longer-1');
    const first = await longer();
    expect([first.status, first.body], first.text).toEqual([200, { subscriptionId, changed: true }]);
    expect((await longer()).body).toEqual(first.body);
    const [[id, , later] = [], ...others] = await planOf(customer);
    expect([id, others]).toEqual([subscriptionId, []]);
    expect(later).toBe('2026-07-10T12:00:00.000Z');
  });

  test('does not make a subscription with another package longer', async () => {
    const customer = await h.makeCustomer();
    const { subscriptionId } = (await call(customer.accountId, 'packages', { ...power, package: 'milgov' })).body;
    const plans = await planOf(customer);
    const refused = await call(customer.accountId, 'packages', { ...power, subscriptionId });
    expect([refused.status, refused.body.error.type]).toEqual([409, 'PREPAID_PLAN_MISMATCH']);
    expect(await planOf(customer)).toEqual(plans);
  });

  test.each<[string, object, unknown[]]>([
    ['an unknown package', { ...power, package: 'none' }, [409, 'ACTION_REFUSED', 'unknown_package']],
    ['no months', { package: 'power' }, [400, 'INVALID_REQUEST', null]],
    ['no reason', { ...power, reason: '' }, [400, 'INVALID_REQUEST', null]],
  ])('is refused for %s, and nothing changes', async (_name, body, expected) => {
    const customer = await h.makeCustomer();
    const { status, body: answer } = await call(customer.accountId, 'packages', body);
    expect([status, answer.error.type, answer.error.code]).toEqual(expected);
    expect([await planOf(customer), await auditOf(customer)]).toEqual([[], []]);
  });
});

describe('a code that the vendor redeems', () => {
  test('works once', async () => {
    const [customer, other] = [await h.makeCustomer(), await h.makeCustomer()];
    const code = await makeCode(h, driveYear);
    const redeemed = await call(customer.accountId, 'codes', { code });
    expect(redeemed.status, redeemed.text).toBe(201);
    expect(await stateOf(h, code)).toBe('applied');
    expect((await call(other.accountId, 'codes', { code })).status).toBeGreaterThanOrEqual(400);
    expect(await planOf(other)).toEqual([]);
  });

  test('for two accounts at once goes to one of them (INV-6)', async () => {
    const customers = [await h.makeCustomer(), await h.makeCustomer()];
    const code = await makeCode(h, driveYear);
    const answers = await Promise.all(customers.map(({ accountId }) => call(accountId, 'codes', { code })));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  });

  test('is refused if it is a discount, unknown or no code', async () => {
    const { accountId } = await h.makeCustomer();
    const typeOf = async (code: string) => (await call(accountId, 'codes', { code })).body.error.type;
    expect(await typeOf(await makeCode(h, fifthOff))).toBe('INVALID_COUPON_TYPE');
    expect(await typeOf('ppd-none_AAAA-BBBB-CCCC-DDDD-EEEE')).toBe('NOT_FOUND');
    expect(await typeOf('  ')).toBe('INVALID_COUPON');
  });
});

test('a closed account gets nothing', async () => {
  const { accountId } = await h.makeCustomer();
  await h.operator.closeAccount(accountId, { actor: 'test', reason: 'asked' });
  const { status, body } = await call(accountId, 'terms', term);
  expect([status, body.error.type, body.error.code]).toEqual([409, 'ACTION_REFUSED', 'account_closed']);
});
