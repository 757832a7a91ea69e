import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { inject } from '../../test/client.ts';
import { makeVendorKey } from '../../test/contract-walk/vendor.ts';
import { type Customer, type Harness, startHarness } from '../../test/harness.ts';
import { productClients } from '../../test/product-clients.ts';
import { limitsPerMinuteAndHour } from '../services/rate-windows/ports.ts';

let limited: Harness;
let other: Customer;

/** Products of the tests, with one that only this file uses. */
const clients = [
  ...productClients,
  ...productClients.filter(({ id }) => id === 'own').map((client) => ({ ...client, id: 'second' })),
];

beforeAll(async () => {
  limited = await startHarness({
    productClients: clients,
    limits: {
      perAddress: 40,
      perAccount: 8,
      writesPerAccount: 3,
      perVendorKey: 6,
      perProduct: 5,
      eventLoopDelayMs: 60_000,
    },
  });
  other = await limited.makeCustomer({ clock: '2026-01-10T12:00:00.000Z' });
});
afterEach(() => limited.log.expectQuiet());
afterAll(() => limited.stop());

test('[INV-17] who is refused is named in the line of the answer by account and address, and nobody else is', async () => {
  const customer = await limited.makeCustomer();
  const stranger = '198.51.100.9';
  const from = limited.log.lines.length;
  const change = { email: 'new@test.arcwave.test', password: 'x' };
  expect((await customer.client.get('/api/auth/me')).status).toBe(200);
  expect((await customer.client.patch('/api/auth/me/email', change)).status).toBe(403);
  for (let n = 0; n < 41; n += 1) await inject(limited.app, { url: '/version', remoteAddress: stranger });
  const lines = limited.log.lines.slice(from).map((line) => JSON.parse(line) as Record<string, unknown>);
  const linesWithStatus = (status: number) => lines.filter((line) => line.status === status);
  const { accountId } = customer;
  expect(linesWithStatus(403)).toEqual([
    expect.objectContaining({ address: '127.0.0.1', accountId, requestId: expect.any(String) }),
  ]);
  expect(linesWithStatus(429)).toEqual([
    expect.objectContaining({ address: stranger, accountId: null, path: '/version' }),
  ]);
  expect(linesWithStatus(200).filter((line) => 'address' in line || 'accountId' in line)).toEqual([]);
});

test('[CA-02] an account has so many writes and so many calls a minute; then 429 with Retry-After', async () => {
  const write = () => other.client.post('/api/account/me/clock');
  for (let n = 0; n < 3; n += 1) expect((await write()).status).toBe(201);
  const refused = await write();
  expect(refused.status).toBe(429);
  expect(refused.body.error.type).toBe('RATE_LIMITED');
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  const readPaymentConfig = () => other.client.get('/api/account/payment-config');
  for (let n = 0; n < 4; n += 1) expect((await readPaymentConfig()).status).toBe(200);
  expect((await readPaymentConfig()).status).toBe(429);
});

test('[CA-02] a vendor key has so many calls a minute, and another key has as many more', async () => {
  const [busy, idle] = [await makeVendorKey(limited), await makeVendorKey(limited)];
  const read = (key: string, remoteAddress: string) =>
    inject(limited.app, { url: '/vendor/v1/key', headers: { authorization: `Bearer ${key}` }, remoteAddress });
  for (let n = 0; n < 6; n += 1) expect((await read(busy.key, `203.0.113.${n}`)).status).toBe(200);
  const refused = await read(busy.key, '203.0.113.9');
  expect([refused.status, refused.body.error.type]).toEqual([429, 'RATE_LIMITED']);
  expect((await read(idle.key, '203.0.113.9')).status).toBe(200);
});

test('[CA-02] who is signed in draws on the same budget: GET me is no way around it', async () => {
  const busy = await limited.makeCustomer();
  for (let n = 0; n < 8; n += 1) expect((await busy.client.get('/api/auth/me')).status).toBe(200);
  const refused = await busy.client.get('/api/auth/me');
  expect([refused.status, refused.body.error.type]).toEqual([429, 'RATE_LIMITED']);
  expect((await busy.client.get('/api/account/payment-config')).status).toBe(429);
});

test('[CA-02] an address has so many calls a minute, whatever it calls; health does not count', async () => {
  const answers: number[] = [];
  for (let n = 0; n < 45; n += 1) answers.push((await inject(limited.app, { url: '/api/openapi.json' })).status);
  expect(answers).toContain(429);
  const last = await inject(limited.app, { url: '/api/auth/me' });
  expect(last.body.error.type).toBe('RATE_LIMITED');
  expect(Number(last.headers['retry-after'])).toBeGreaterThan(0);
  expect((await inject(limited.app, { url: '/healthz' })).status).toBe(200);
});

test('calls of the vendor API are counted for an address apart from those of customers', async () => {
  const remoteAddress = '198.51.100.21';
  const statusOf = async (url: string) => (await inject(limited.app, { url, remoteAddress })).status;
  for (let n = 0; n < 41; n += 1) await statusOf('/version');
  expect(await statusOf('/version')).toBe(429);
  for (let n = 0; n < 6; n += 1) expect(await statusOf('/vendor/v1/key')).toBe(401);
  expect(await statusOf('/vendor/v1/key')).toBe(429);
  const statusFrom = async (host: number) =>
    (await inject(limited.app, { url: '/vendor/v1/key', remoteAddress: `2001:db8:9::${host}` })).status;
  for (let n = 1; n <= 6; n += 1) expect(await statusFrom(n)).toBe(401);
  expect(await statusFrom(7)).toBe(429); // hosts of one /64 count together
});

test('[L15] the networks of one IPv6 site share ten times the limit of one; other sites and IPv4 go on', async () => {
  const from = async (address: string) =>
    (await inject(limited.app, { url: '/version', remoteAddress: address })).status;
  const network = (n: number) => `2001:db8:7:${n.toString(16)}::1`;
  // A caller who is refused does not use up what the site has left.
  for (let n = 0; n < 200; n += 1) await from(network(0));
  expect(await from(network(0))).toBe(429);
  for (let n = 0; n < 360; n += 1) expect(await from(network(1 + Math.floor(n / 36))), `call ${n}`).toBe(200);
  expect(await from(network(99))).toBe(429);
  expect(await from('2001:db8:8::1')).toBe(200);
  expect(await from('198.51.100.77')).toBe(200);
  expect((await inject(limited.app, { url: '/healthz', remoteAddress: network(99) })).status).toBe(200);
});

test('[B11] a class behind one address gets as many registrations and wrong passwords as the settings allow', async () => {
  const school = await startHarness({
    callerLimits: { credentialCalls: limitsPerMinuteAndHour(45, 100), wrongSignIns: limitsPerMinuteAndHour(40, 100) },
  });
  const verify = () => inject(school.app, { method: 'PUT', url: '/api/auth/verify-email/x' });
  for (let n = 0; n < 45; n += 1) expect((await verify()).status).toBe(400);
  expect((await verify()).status).toBe(429);
  for (const url of ['/api/auth/sessions', '/api/operator/sessions']) {
    const guess = (n: number) =>
      inject(school.app, { method: 'POST', url, payload: { email: `g${n}@test.arcwave.test`, password: 'wrong' } });
    for (let n = 0; n < 40; n += 1) expect((await guess(n)).status, url).toBe(400);
    expect((await guess(99)).status, url).toBe(429);
  }
  await school.stop();
});

test.each([
  ['token', 'server', { grant_type: 'client_credentials', scope: 'own:files.read' }],
  ['token/introspection', 'own', { token: 'none' }],
  ['token/revocation', 'guest', { token: 'none' }],
  ['device/auth', 'second', { scope: 'openid' }],
])(
  '[CA-02] a product has so many calls of %s a minute at all its addresses; wrong secrets use none',
  async (path, id, form) => {
    const call = (secret: string, remoteAddress: string) =>
      inject<{ error?: string }>(limited.app, {
        method: 'POST',
        url: `/openid/${path}`,
        remoteAddress,
        headers: {
          host: 'localhost',
          'content-type': 'application/x-www-form-urlencoded',
          authorization: `Basic ${Buffer.from(`${id}:${encodeURIComponent(secret)}`).toString('base64')}`,
        },
        payload: new URLSearchParams(form as Record<string, string>).toString(),
      });
    const { secret } = clients.find((client) => client.id === id) ?? {};
    const network = path.length; // each endpoint has its own addresses
    for (let n = 0; n < 6; n += 1) expect((await call('wrong', `10.1.${network}.${n}`)).status).toBe(401);
    for (let n = 0; n < 5; n += 1) expect((await call(secret ?? '', `10.2.${network}.${n}`)).status).toBe(200);
    const refused = await call(secret ?? '', `10.3.${network}.1`);
    expect([refused.status, refused.body.error]).toEqual([429, 'temporarily_unavailable']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  },
);

test('[CA-02] an address has so many calls to the OpenID provider a minute, apart from other calls', async () => {
  const remoteAddress = '198.51.100.31';
  const call = (method: 'GET' | 'HEAD' = 'GET') =>
    inject(limited.app, { method, url: '/openid/jwks', headers: { host: 'localhost' }, remoteAddress });
  for (let n = 0; n < 5; n += 1) expect((await call(n === 0 ? 'HEAD' : 'GET')).status).toBe(200);
  const refused = await call();
  expect([refused.status, Number(refused.headers['retry-after']) > 0]).toEqual([429, true]);
  expect((await inject(limited.app, { url: '/version', remoteAddress })).status).toBe(200);
});
