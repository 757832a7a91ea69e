import type { Me } from '@foyer/contract/api/auth';
import type { ErrorBody } from '@foyer/contract/api/route';
import { beforeAll, describe, expect, test } from 'vitest';
import { PASSWORD } from '../../../test/customers.ts';
import type { Customer } from '../../../test/harness.ts';
import { refusal } from '../../../test/shop.ts';
import { useHarness } from '../../../test/use-harness.ts';
import { runCommand } from '../../cli/run-command.ts';

const h = useHarness();
let ada: Customer;

beforeAll(async () => {
  ada = await h.makeCustomer();
});

const patch = (customer: Customer, body: object) => customer.client.patch<Me['user']>('/api/auth/me', body);

describe('[SC-08] where one may sign in from', () => {
  const limit = (customer: Customer, cidrRestriction: string | null, password: string | undefined = PASSWORD) =>
    patch(customer, { cidrRestriction, password });
  const mailsTo = ({ accountId }: Customer) =>
    h.queued
      .filter((mail) => 'template' in mail && 'accountId' in mail && mail.accountId === accountId)
      .map((mail) => [mail.template, 'facts' in mail && 'networks' in mail.facts ? mail.facts.networks : null]);
  const eventsOf = ({ accountId }: Customer) =>
    h.database.query(
      `SELECT host(address) AS address FROM security_events WHERE account_id = $1 AND type = 'networks_changed' ORDER BY at, id`,
      [accountId],
    );

  test.each<[string | null, string | null]>([
    ['127.0.0.0/24', '127.0.0.0/24'],
    [' 127.0.0.77/24 , 2001:db8::/32', '127.0.0.0/24, 2001:db8::/32'],
    ['127.0.0.1', '127.0.0.1/32'],
    [null, null],
  ])('%j is kept as %j', async (typed, kept) => {
    const reply = await limit(ada, typed);
    expect([reply.status, reply.body.cidrRestriction], reply.text).toEqual([200, kept]);
  });

  test.each<[string, string]>([
    ['', 'CIDR_REQUIRED'],
    ['  ', 'CIDR_REQUIRED'],
    [',', 'CIDR_REQUIRED'],
    ['127.0.0.0/33', 'INVALID_CIDR'],
    ['127.0.0/24', 'INVALID_CIDR'],
    ['home', 'INVALID_CIDR'],
    ['127.0.0.0/24, home', 'INVALID_CIDR'],
    ['198.51.100.0/24', 'INVALID_CIDR'],
  ])('%j is refused: %s', async (typed, type) => {
    await limit(ada, '127.0.0.0/24');
    const both = { cidrRestriction: typed, allowDataCollection: true, password: PASSWORD };
    expect(await refusal(patch(ada, both))).toEqual([400, type]);
    const { user } = (await ada.client.get<Me>('/api/auth/me')).body;
    expect([user.cidrRestriction, user.allowDataCollection]).toEqual(['127.0.0.0/24', false]);
  });

  test('a range without one’s own address would lock one out, and is refused in those words', async () => {
    const eve = await h.makeCustomer();
    const answer = await eve.client.patch<ErrorBody>('/api/auth/me', {
      cidrRestriction: '198.51.100.0/24',
      password: PASSWORD,
    });
    expect(answer.body.error).toMatchObject({ type: 'INVALID_CIDR', code: 'own_address_outside' });
    expect((await limit(eve, '198.51.100.0/24, 127.0.0.1')).status).toBe(200);
  });

  test('[SC-02] a session is not enough to set it or to lift it', async () => {
    const eve = await h.makeCustomer();
    const tries = [undefined, '', 'not the password'].map(async (password) =>
      refusal(patch(eve, { cidrRestriction: '127.0.0.1', password })),
    );
    expect((await Promise.all(tries)).map(([, type]) => type)).toEqual([
      'PASSWORD_REQUIRED',
      'PASSWORD_REQUIRED',
      'INVALID_CREDENTIALS',
    ]);
    expect((await limit(eve, '127.0.0.1')).status).toBe(200);
    expect(await refusal(patch(eve, { cidrRestriction: null }))).toEqual([400, 'PASSWORD_REQUIRED']);
    expect((await eve.client.get<Me>('/api/auth/me')).body.user.cidrRestriction).toBe('127.0.0.1/32');
    expect((await patch(eve, { allowDataCollection: true, language: 'de' })).status, 'the others need none').toBe(200);
  });

  test('[INV-14] the owner is told of each change, and finds it in the activity; the same again is none', async () => {
    const eve = await h.makeCustomer();
    for (const ranges of ['127.0.0.1', '127.0.0.1', null, null]) await limit(eve, ranges);
    expect(mailsTo(eve)).toEqual([
      ['networks_limited', '127.0.0.1/32'],
      ['networks_opened', null],
    ]);
    expect(await eventsOf(eve)).toEqual([{ address: '127.0.0.1' }, { address: '127.0.0.1' }]);
    const { events } = (await eve.client.get<{ events: { type: string }[] }>('/api/auth/me/security/activity')).body;
    expect(events.filter(({ type }) => type === 'networks_changed')).toHaveLength(2);
  });

  test('who is shut out has it lifted by an operator, who says why; the customer is told', async () => {
    const eve = await h.makeCustomer();
    await h.database.query(`UPDATE users SET cidr_restriction = '198.51.100.0/24' WHERE id = $1`, [eve.userId]);
    const lift = (account: string) =>
      runCommand(
        ['networks', 'lift', '--account', account, '--reason', 'ticket 4711', '--by', 'jo@vendor.example'],
        async () => h.operator,
      );
    expect(await lift(eve.email)).toEqual({ code: 0, out: [`${eve.email} can sign in from any network again.`] });
    expect((await (await h.signIn(eve.email)).get<Me>('/api/auth/me')).body.user.cidrRestriction).toBeNull();
    expect(mailsTo(eve)[0]).toEqual(['networks_opened', null]);
    expect(await eventsOf(eve)).toEqual([{ address: null }]);
    expect(
      await h.database.query('SELECT action, actor, reason FROM audit_log WHERE account_id = $1', [eve.accountId]),
    ).toEqual([{ action: 'lift_networks', actor: 'jo@vendor.example', reason: 'ticket 4711' }]);
    expect(await lift(eve.accountId)).toMatchObject({
      code: 1,
      out: [`networks lift ${eve.accountId}: this customer can already sign in from any network.`],
    });
    expect(await lift('nobody@else.test')).toMatchObject({ code: 1 });
  });
});
