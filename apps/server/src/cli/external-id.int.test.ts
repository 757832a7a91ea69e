import { beforeAll, expect, test } from 'vitest';
import { inject } from '../../test/client.ts';
import { homeLink, makePortalLink, makeVendorKey } from '../../test/contract-walk/vendor.ts';
import type { Customer } from '../../test/harness.ts';
import { makeOperator } from '../../test/operators.ts';
import { snapshot } from '../../test/snapshot.ts';
import { useHarness } from '../../test/use-harness.ts';
import { runCommand } from './run-command.ts';

const h = useHarness();
let key: string;

beforeAll(async () => {
  ({ key } = await makeVendorKey(h));
});

const run = (...args: string[]) => runCommand(args, async () => h.operator);
const remove = (reference: string, externalId: string) =>
  run(...['external-id', 'remove', '--account', reference, '--external-id', externalId], ...auditOptions);
const show = async (reference: string) => (await run('external-id', 'show', '--account', reference)).out;
const auditOptions = ['--reason', 'ticket 4711', '--by', 'jo@vendor.example'];

const link = ({ email }: Pick<Customer, 'email'>, externalId: string) =>
  inject<{ accountId: string; externalId: string }>(h.app, {
    method: 'POST',
    url: '/vendor/v1/customers',
    headers: { authorization: `Bearer ${key}` },
    payload: { email, externalId },
  });

test('a wrong external id is removed by command, and then each of the two customers gets the right one', async () => {
  const [ada, otto] = [await h.makeCustomer(), await h.makeCustomer()];
  expect((await link(ada, 'crm-otto')).status).toBe(200);
  expect((await link(ada, 'crm-ada')).body).toMatchObject({ error: { code: 'external_id_differs' } });
  expect(await show(ada.email)).toEqual([`${ada.accountId} has the external id crm-otto`]);

  const removed = await remove(ada.email, 'crm-otto');
  expect([removed.code, removed.out[0]]).toEqual([0, expect.stringContaining(`${ada.accountId} has no external id`)]);
  expect(await show(ada.accountId)).toEqual([`${ada.accountId} has no external id.`]);
  expect((await link(ada, 'crm-ada')).body).toMatchObject({ accountId: ada.accountId, externalId: 'crm-ada' });
  expect((await link(otto, 'crm-otto')).body).toMatchObject({ accountId: otto.accountId, externalId: 'crm-otto' });

  const admin = await makeOperator(h, 'admin');
  const audit = await admin.call('GET', `/api/operator/audit?accountId=${ada.accountId}`);
  expect(audit.body).toMatchObject({
    entries: [
      { action: 'link_customer' },
      {
        action: 'unlink_customer',
        actor: 'jo@vendor.example',
        reason: 'ticket 4711',
        after: { externalId: null, removed: 'crm-otto' },
      },
      { action: 'link_customer' },
    ],
  });
});

test('portal links of the account open nothing after it, and sessions that began by one end', async () => {
  const [ada, otto] = [await h.makeCustomer(), await h.makeCustomer()];
  for (const customer of [ada, otto]) await link(customer, `crm ${customer.accountId}`);
  const open = async (customer: Customer) =>
    h.anonymous().post<{ refreshToken: string }>('/api/auth/sessions/portal-links', {
      token: await makePortalLink(h, customer, { key, order: homeLink }),
      keepSession: false,
    });
  const sessions = [await open(ada), await open(otto)];
  const unused = await makePortalLink(h, ada, { key, order: homeLink });
  expect((await remove(ada.accountId, `crm ${ada.accountId}`)).code).toBe(0);

  const use = await h.anonymous().post('/api/auth/sessions/portal-links', { token: unused, keepSession: false });
  expect(use.status).toBe(404);
  const renewals = sessions.map(({ body: { refreshToken } }) =>
    h.anonymous().post('/api/auth/tokens', { refreshToken }),
  );
  expect((await Promise.all(renewals)).map(({ status }) => status)).toEqual([401, 200]);
  expect((await ada.client.get('/api/account/me')).status, 'a session with a sign-in stays').toBe(200);
  const order = {
    method: 'POST',
    url: `/vendor/v1/accounts/${ada.accountId}/portal-links`,
    payload: homeLink,
  } as const;
  const refused = await inject(h.app, { ...order, headers: { authorization: `Bearer ${key}` } });
  expect(refused.body).toMatchObject({ error: { code: 'not_linked' } });
});

test('[OP-01] an account that is unknown, or does not have the id, loses nothing', async () => {
  const [ada, otto] = [await h.makeCustomer(), await h.makeCustomer()];
  await link(ada, 'crm-1');
  const before = await snapshot(h.database);
  const differs = 'it does not have this external id. "external-id show" shows the one that it has.';
  expect(await remove(otto.email, 'crm-1')).toEqual({ code: 1, out: [`external-id remove ${otto.email}: ${differs}`] });
  expect(await remove(ada.email, 'crm-2')).toEqual({ code: 1, out: [`external-id remove ${ada.email}: ${differs}`] });
  expect((await remove('nobody@customer.example', 'crm-1')).code).toBe(1);
  expect(await snapshot(h.database)).toEqual(before);
});

test('two commands at once for one account: one removes the id, the other is refused', async () => {
  const ada = await h.makeCustomer();
  await link(ada, 'crm-twice');
  const outcomes = await Promise.all([remove(ada.email, 'crm-twice'), remove(ada.email, 'crm-twice')]);
  expect(outcomes.map(({ code }) => code).toSorted()).toEqual([0, 1]);
});

test('a link that is being made while its external id is removed opens nothing', async () => {
  const ada = await h.makeCustomer();
  await link(ada, 'crm-race');
  let making: Promise<string> | undefined;
  let removing: ReturnType<typeof remove> | undefined;
  await h.whileLocked(ada, async (waiting) => {
    making = makePortalLink(h, ada, { key, order: homeLink }); // it has read the external id, and waits for the account
    await waiting(1);
    removing = remove(ada.accountId, 'crm-race');
    await waiting(2);
  });
  expect((await removing)?.code).toBe(0);
  const use = { token: await making, keepSession: false };
  expect((await h.anonymous().post('/api/auth/sessions/portal-links', use)).status).toBe(404);
});
