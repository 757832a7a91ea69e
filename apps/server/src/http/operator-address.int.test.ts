import type { StoredAddress } from '@foyer/contract/api/addresses';
import type { ErrorBody } from '@foyer/contract/api/route';
import { beforeAll, describe, expect, test } from 'vitest';
import { atEveryStatement } from '../../test/at-every-statement.ts';
import { inject } from '../../test/client.ts';
import { berlin, boston, portland } from '../../test/customers.ts';
import type { Customer } from '../../test/harness.ts';
import { eventOperators, makeOperator, makeOperatorCalls, REASON, type TestOperator } from '../../test/operators.ts';
import { BUY, buy, makeHolder, START, starterYearly } from '../../test/shop.ts';
import { useShop } from '../../test/use-harness.ts';
import { runCommand } from '../cli/run-command.ts';

const h = useShop();

let support: TestOperator;
beforeAll(async () => {
  support = await makeOperator(h, 'support');
});
const { page } = makeOperatorCalls(() => support);

const urlOf = (accountId: string) => `/api/operator/customers/${accountId}/address`;
const change = (customer: { accountId: string }, body: object, key?: string) =>
  inject<StoredAddress>(h.app, {
    method: 'POST',
    url: urlOf(customer.accountId),
    headers: { 'x-operator-token': support.token, ...(key && { 'idempotency-key': key }) },
    payload: { reason: REASON, ...body },
  });
const refusalOf = async (asked: ReturnType<typeof change>) => {
  const { status, body } = await asked;
  return [status, body.error.type, body.error.code];
};
const citiesOf = async ({ client }: Customer) =>
  (await client.get<StoredAddress[]>('/api/auth/me/addresses')).body.map(({ city }) => city);
const auditOf = ({ accountId }: { accountId: string }) =>
  h.database.query('SELECT actor, action, reason, after FROM audit_log WHERE account_id = $1', [accountId]);
const mailsTo = ({ accountId }: Customer) =>
  h.queued.filter((mail) => 'kind' in mail && mail.kind === 'security' && mail.accountId === accountId);
const activityOf = async ({ client }: Customer) =>
  (await client.get<{ events: { type: string }[] }>('/api/auth/me/security/activity')).body.events.map(
    ({ type }) => type,
  );

describe('[AD-01] [OP-02] an operator changes the address of a customer', () => {
  test('it is current at once, taxes follow it, the customer is told, and the audit log says who and why', async () => {
    const ada = await h.makeCustomer();
    const before = await page(ada);
    expect(before.who.addressId).toMatch(/^adr_/);
    expect((await h.account(ada)).estimatedTax.taxRatePercentage).toBe(8.25);
    const changed = await change(ada, { ...portland, replaces: before.who.addressId });
    expect(changed.status, changed.text).toBe(201);
    expect(changed.body).toEqual({ ...portland, id: changed.body.id });
    expect(await citiesOf(ada)).toEqual(['Boston', 'Portland']);
    expect((await h.account(ada)).estimatedTax.taxRatePercentage).toBe(0);
    expect((await page(ada)).who).toMatchObject({ address: { city: 'Portland' }, addressId: changed.body.id });
    const after = { addressId: changed.body.id, replaces: before.who.addressId, ignoreValidation: false };
    expect(await auditOf(ada)).toEqual([{ actor: support.id, action: 'change_address', reason: REASON, after }]);
    expect(mailsTo(ada)).toMatchObject([
      {
        template: 'address_changed',
        to: ada.email,
        facts: { billingAddress: 'Analytical Engines, 1 Main St, Portland, OR 97201, US' },
      },
    ]);
    expect(await activityOf(ada)).toContain('address_changed');
    expect(await eventOperators(h, 'address_changed', ada)).toEqual([{ operatorId: support.id }]);
  });

  test('the next receipt is taxed and addressed by it', async () => {
    const { customer } = await makeHolder(h, { planId: 'pln_drive_starter_monthly' });
    expect((await change(customer, portland)).status).toBe(201);
    await h.advance(customer, { until: 'next_renewal' });
    const [renewal, first] = await h.receipts(customer);
    expect([first?.taxRatePercentage, renewal?.taxRatePercentage]).toEqual([8.25, 0]);
  });

  test('[I13] in a country without cards nothing is charged any more, as when the customer changes it', async () => {
    const { customer } = await makeHolder(h, { planId: 'pln_drive_starter_monthly' });
    expect((await h.account(customer)).nextPayment).not.toBeNull();
    expect((await change(customer, berlin)).status).toBe(201);
    const account = await h.account(customer);
    expect([account.nextPayment, account.canAddPaymentMethod]).toEqual([null, false]);
  });

  test('[B10] the mail names the plans that no longer renew with it, and those that renew again', async () => {
    const { customer } = await makeHolder(h, { planId: 'pln_drive_starter_monthly' });
    for (const address of [berlin, { ...berlin, city: 'Potsdam' }, portland])
      expect((await change(customer, address)).status).toBe(201);
    const facts = mailsTo(customer).map((mail) => ('facts' in mail ? { ...mail.facts } : {}));
    const plans = facts.flatMap((fact: Record<string, unknown>) =>
      'billingAddress' in fact ? [[fact.plansStopped, fact.plansResumed]] : [],
    );
    expect(plans).toEqual([
      ['Starter', undefined],
      [undefined, undefined],
      [undefined, 'Starter'],
    ]);
  });

  test('[EX-01] the screening goes by it: a controlled plan now opens a review', async () => {
    const ada = await h.makeCustomer({ card: 'tok_visa', clock: START });
    const havana = { ...boston, country: 'CU', city: 'Havana', state: '', postalCode: '10400', ignoreValidation: true };
    expect((await change(ada, havana)).status).toBe(201);
    const ordered = await buy(ada, { planId: 'pln_scope_starter', interval: 'monthly' });
    expect([ordered.status, (ordered.body as unknown as ErrorBody).error.type]).toEqual([403, 'NEEDS_REVIEW']);
  });

  test('[AD-05] a refused address gets suggestions, and is stored when the operator insists', async () => {
    const ada = await h.makeCustomer();
    const typed = { ...boston, addressLine1: '2208 S 1st Street', city: 'Austin', state: 'TX', postalCode: '78740' };
    const refused = await change(ada, typed);
    expect(refused.status).toBe(400);
    expect(refused.body).toMatchObject({
      error: { type: 'ADDRESS_INVALID' },
      original: typed,
      suggestions: [{ addressLine1: '2208 S 1st St', postalCode: '78704' }],
      validate: { postalCode: 'unknown' },
    });
    expect([await citiesOf(ada), await auditOf(ada), mailsTo(ada)]).toEqual([['Boston'], [], []]);
    expect((await change(ada, { ...typed, ignoreValidation: true })).status).toBe(201);
    expect(await citiesOf(ada)).toEqual(['Boston', 'Austin']);
    expect(await auditOf(ada)).toMatchObject([{ after: { ignoreValidation: true } }]);
  });

  test.each([
    ['organization', ''],
    ['state', 'ZZ'],
  ])('a field that cannot be is named, also when the operator insists: %s', async (field, text) => {
    const ada = await h.makeCustomer();
    const { status, body } = await change(ada, { ...boston, [field]: text, ignoreValidation: true });
    expect([status, body.error.type, body.error.field]).toEqual([400, 'INVALID_REQUEST', field]);
    expect(await citiesOf(ada)).toEqual(['Boston']);
  });
});

describe('[AD-01] nothing is changed', () => {
  test('by a role that may not; for an id that nobody has', async () => {
    const ada = await h.makeCustomer();
    const seller = await makeOperator(h, 'catalogue');
    const answer = await seller.call('POST', urlOf(ada.accountId), { reason: REASON, ...portland });
    expect([answer.status, answer.body.error.type]).toEqual([403, 'FORBIDDEN']);
    expect(await refusalOf(change({ accountId: 'acc_nobody' }, portland))).toEqual([404, 'NOT_FOUND', null]);
    expect(await citiesOf(ada)).toEqual(['Boston']);
  });

  test('where another address is current than the operator saw', async () => {
    const ada = await h.makeCustomer();
    const { addressId } = (await page(ada)).who;
    expect((await change(ada, { ...portland, replaces: addressId })).status).toBe(201);
    for (const replaces of [addressId, null])
      expect(await refusalOf(change(ada, { ...berlin, replaces }))).toEqual([409, 'ACTION_REFUSED', 'address_changed']);
    expect(await citiesOf(ada)).toEqual(['Boston', 'Portland']);
    expect(mailsTo(ada)).toHaveLength(1);
  });

  test('[INV-9] twice: the same call sent again has the first answer; two at once store one', async () => {
    const ada = await h.makeCustomer();
    const { addressId } = (await page(ada)).who;
    const body = { ...portland, replaces: addressId };
    const first = await change(ada, body, 'k-1');
    const again = await change(ada, body, 'k-1');
    expect([first.status, again.status, again.text]).toEqual([201, 201, first.text]);
    expect(await refusalOf(change(ada, { ...body, city: 'Salem' }, 'k-1'))).toEqual([
      422,
      'IDEMPOTENCY_MISMATCH',
      null,
    ]);
    const next = { ...berlin, replaces: first.body.id };
    const both = await Promise.all([change(ada, next), change(ada, next)]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(await citiesOf(ada)).toEqual(['Boston', 'Portland', 'Berlin']);
    expect(mailsTo(ada)).toHaveLength(2);
  });

  test('on a closed account', async () => {
    const ada = await h.makeCustomer();
    await h.database.query(`UPDATE accounts SET status = 'closed' WHERE id = $1`, [ada.accountId]);
    expect(await refusalOf(change(ada, portland))).toEqual([409, 'ACTION_REFUSED', 'account_closed']);
    expect(await auditOf(ada)).toEqual([]);
  });

  test.each(['before', 'after'] as const)('in half, when the connection is lost %s a statement', async (how) => {
    const by = { actor: support.id, reason: REASON };
    await atEveryStatement(h, how, async (label, underFault) => {
      const ada = await h.makeCustomer();
      const change = { typed: { ...portland, phone1: '' }, ignoreValidation: false };
      await underFault(() => h.operator.changeAddress(ada.accountId, change, by)).catch(() => undefined);
      const stored = (await citiesOf(ada)).length - 1;
      const told = (await activityOf(ada)).filter((type) => type === 'address_changed');
      expect([told.length, (await auditOf(ada)).length], label).toEqual([stored, stored]);
    });
  });

  test('the gateway is silent: an address asks it nothing, so it is stored', async () => {
    const { customer } = await makeHolder(h, starterYearly);
    h.faults.fail('retrieve', 'silent-before', { times: 9 });
    expect((await change(customer, portland)).status).toBe(201);
    expect(await citiesOf(customer)).toEqual(['Boston', 'Portland']);
    expect((await customer.client.get(BUY)).status).toBe(200);
  });
});

describe('[AD-01] by command line', () => {
  const signed = ['--reason', 'moved', '--by', 'jo@vendor.example'];
  const line = (account: string, postalCode: string, ...more: string[]) => lineIn('TX', account, postalCode, ...more);
  const lineIn = (state: string, account: string, postalCode: string, ...more: string[]) =>
    runCommand(
      [
        ...[
          'address',
          'change',
          '--account',
          account,
          '--country',
          'US',
          '--first-name',
          'Ada',
          '--last-name',
          'Byron',
        ],
        ...['--company', 'Analytical Engines', '--line1', '2208 S 1st Street', '--city', 'Austin', '--state', state],
        ...['--postal-code', postalCode, ...more, ...signed],
      ],
      async () => h.operator,
    );

  test('an address with a mismatch is refused with suggestions; as typed it is stored', async () => {
    const ada = await h.makeCustomer();
    expect(await line(ada.email, '78740')).toEqual({
      code: 1,
      out: [
        `address change ${ada.email}: the verifier could not confirm this address, so nothing was changed.`,
        '  postalCode: unknown',
        '  Suggested: 2208 S 1st St, Austin, TX 78704, US',
        'Correct it, or add --as-typed yes.',
      ],
    });
    expect(await citiesOf(ada)).toEqual(['Boston']);
    const done = await line(ada.email, '78740', '--as-typed', 'yes');
    expect(done).toEqual({ code: 0, out: [expect.stringMatching(/^The address is changed \(adr_.*\)\.$/)] });
    expect(await auditOf(ada)).toMatchObject([{ actor: 'jo@vendor.example', reason: 'moved' }]);
    expect(mailsTo(ada)).toMatchObject([{ template: 'address_changed' }]);
    expect((await line('nobody@example.com', '78740', '--as-typed', 'yes')).code).toBe(1);
  });

  test('a refused part is named by its option', async () => {
    const ada = await h.makeCustomer();
    expect(await line(ada.email, '78740', '--phone', 'abc')).toEqual({
      code: 1,
      out: [`address change ${ada.email}: --phone must be a number.`],
    });
    expect(await lineIn('ZZ', ada.email, '78740', '--as-typed', 'yes')).toEqual({
      code: 1,
      out: [`address change ${ada.email}: --state is not in the list.`],
    });
    expect(await citiesOf(ada)).toEqual(['Boston']);
  });

  test('typed twice, the second one is refused and stores nothing', async () => {
    const ada = await h.makeCustomer();
    expect((await line(ada.email, '78740', '--as-typed', 'yes')).code).toBe(0);
    expect(await line(ada.email, '78740', '--as-typed', 'yes')).toEqual({
      code: 1,
      out: [`address change ${ada.email}: this is already done, so nothing was changed.`],
    });
    expect(await citiesOf(ada)).toEqual(['Boston', 'Austin']);
    expect(await auditOf(ada)).toHaveLength(1);
    expect(mailsTo(ada)).toHaveLength(1);
  });
});
