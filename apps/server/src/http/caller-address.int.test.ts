import { type RouteName, routes } from '@foyer/contract/api/routes';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inject } from '../../test/client.ts';
import { PASSWORD } from '../../test/customers.ts';
import { type Harness, startHarness } from '../../test/harness.ts';
import { makeOperator } from '../../test/operators.ts';
import { makeMailSender } from '../../test/sent-mails.ts';

/** Link-local IPv6 address with its zone, as a socket of such a caller reports it. */
const WITH_ZONE = 'fe80::1%eth0';

let direct: Harness;
let proxied: Harness;

beforeAll(async () => {
  direct = await startHarness();
  proxied = await startHarness({ proxyHops: 1 });
});
afterAll(async () => {
  await direct.stop();
  await proxied.stop();
});

describe.each([
  ['the socket', () => direct, { remoteAddress: WITH_ZONE }],
  ['a trusted proxy', () => proxied, { headers: { 'x-forwarded-for': WITH_ZONE } }],
] as const)('[L1] [INV-23] a caller whose address has a zone, reported by %s', (_, harness, from) => {
  const call = <Body = unknown>(method: 'GET' | 'POST' | 'PUT', url: string, payload?: object, headers: object = {}) =>
    inject<Body>(harness().app, {
      ...from,
      method,
      url,
      headers: { ...('headers' in from && from.headers), ...headers },
      ...(payload && { payload }),
    });

  test('registers, verifies, resets the password, signs in, refreshes and signs out', async () => {
    const h = harness();
    const mailSender = makeMailSender(h);
    const email = 'zone@test.arcwave.test';
    const person = { email, password: 'a perfectly fine phrase', firstName: 'Nova', lastName: 'Newcomer' };
    expect((await call('POST', '/api/auth/users', person)).status).toBe(201);
    await mailSender.deliver();
    const verify = await mailSender.secretOf(email, '/id/#/verify/');
    expect((await call('PUT', `/api/auth/verify-email/${verify}`)).status).toBe(204);
    expect((await call('POST', '/api/auth/password-resets', { email })).status).toBe(202);
    await mailSender.deliver();
    const reset = await mailSender.secretOf(email, '/id/#/reset/');
    const password = 'an entirely new phrase';
    expect((await call('PUT', `/api/auth/password-resets/${reset}`, { password })).status).toBe(204);
    expect((await call('POST', '/api/auth/sessions', { email, password: 'wrong' })).status).toBe(400);
    const signed = await call<{ refreshToken: string }>('POST', '/api/auth/sessions', { email, password });
    expect(signed.status, signed.text).toBe(200);
    const { refreshToken } = signed.body;
    const pair = await call<{ accessToken: string }>('POST', '/api/auth/tokens', { refreshToken });
    expect(pair.status, pair.text).toBe(200);
    const me = { 'x-is-at': pair.body.accessToken };
    const events = await call('GET', '/api/auth/me/security/activity', undefined, me);
    expect(events.status, events.text).toBe(200);
    expect(events.text).toContain('"fe80::1"');
    expect(events.text).not.toContain('%');
  });

  test('is told an address without the zone by GET ip', async () => {
    expect((await call<{ ip: string }>('GET', '/api/auth/ip')).body.ip).toBe('fe80::1');
  });

  test('signs in to the operator site, and a wrong password there is refused', async () => {
    const { email, password } = await makeOperator(harness(), 'support');
    expect((await call('POST', '/api/operator/sessions', { email, password: 'wrong' })).status).toBe(400);
    expect((await call('POST', '/api/operator/sessions', { email, password })).status).toBe(201);
  });

  test('gets from every call that needs no session an answer below 500', async () => {
    const open = (Object.keys(routes) as RouteName[]).filter((name) =>
      ['public', 'optional'].includes(routes[name].access),
    );
    for (const name of open) {
      const [method = '', url = ''] = name.split(' ');
      const answer = await call(method as 'GET', url.replace(/:\w+/g, 'x'), method === 'GET' ? undefined : {});
      expect(answer.status, name).toBeLessThan(500);
    }
    const webhook = await call('POST', '/webhooks/sandbox', {});
    expect(webhook.status).toBe(400);
  });

  test('stays outside of networks that do not hold the address, and gets in from one that does', async () => {
    const h = harness();
    const customer = await h.makeCustomer();
    const restrict = (ranges: string) =>
      h.database.query('UPDATE users SET cidr_restriction = $2 WHERE id = $1', [customer.userId, ranges]);
    const signIn = () => call('POST', '/api/auth/sessions', { email: customer.email, password: PASSWORD });
    await restrict('2001:db8::/32');
    expect((await signIn()).body.error.type).toBe('INVALID_CREDENTIALS');
    await restrict('fe80::/64');
    expect((await signIn()).status).toBe(200);
  });
});
