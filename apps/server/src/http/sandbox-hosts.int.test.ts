import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { inject } from '../../test/client.ts';
import { type Harness, startHarness } from '../../test/harness.ts';

const card = { number: '4242424242424242', expMonth: 12, expYear: 2030, cvc: '123' };
const MAILBOX = ['/sandbox/mail', '/sandbox/mail.css', '/sandbox/mails', '/sandbox/mail/mail_1', '/sandbox/%6dails'];

let local: Harness;
let open: Harness;

beforeAll(async () => {
  local = await startHarness();
  open = await startHarness({
    sandboxHosts: { checkout: ['account.vendor.example', 'drive.vendor.example'], mailbox: [] },
    proxyHops: 1,
  });
});
afterEach(() => {
  local.log.expectQuiet();
  open.log.expectQuiet();
});
afterAll(async () => {
  await local.stop();
  await open.stop();
});

const get = (h: Harness, url: string, headers: Record<string, string>) => inject(h.app, { url, headers });
const typeOf = (answer: Awaited<ReturnType<typeof get>>) => answer.body?.error?.type ?? answer.status;

describe('[M3] the sandbox mailbox', () => {
  test.each(MAILBOX)('%s answers at a development host, with a port or without', async (url) => {
    for (const host of ['localhost', 'LOCALHOST:4000', '127.0.0.1:4000']) {
      const { status, text } = await get(local, url, { host });
      expect([host, status]).toEqual([host, url.includes('mail_1') ? 404 : 200]);
      expect(text.length).toBeGreaterThan(0);
    }
  });

  test.each(MAILBOX)('%s does not exist at any other name, so that DNS rebinding reads no mail', async (url) => {
    for (const host of ['account.vendor.example', 'localhost.evil.example', 'localhost.', '10.0.0.7:4000'])
      expect([host, typeOf(await get(local, url, { host }))]).toEqual([host, 'NOT_FOUND']);
  });

  test('of a public sandbox is closed at every name, whichever header names it', async () => {
    for (const headers of [
      { host: 'account.vendor.example' },
      { host: 'localhost' },
      { host: 'account.vendor.example', 'x-forwarded-host': 'localhost' },
    ])
      expect(typeOf(await get(open, '/sandbox/mails', headers))).toBe('NOT_FOUND');
  });

  test('[ASVS 4.1.3] behind a proxy needs a development host in both headers: a caller may have written one of them', async () => {
    const h = await startHarness({ proxyHops: 1 });
    const ask = async (host: string, forwarded: string) =>
      typeOf(await get(h, '/sandbox/mails', { host, 'x-forwarded-host': forwarded, 'x-forwarded-for': '192.0.2.1' }));
    expect(await ask('localhost', 'localhost')).toBe(200);
    expect(await ask('localhost', 'account.vendor.example')).toBe('NOT_FOUND');
    expect(await ask('account.vendor.example', 'localhost')).toBe('NOT_FOUND');
    await h.stop();
  });
});

describe('[M3] [PM-02] the test checkout', () => {
  const checkout = async (h: Harness, host: string) => {
    const headers = { host };
    const token = await inject(h.app, { method: 'POST', url: '/sandbox/tokens', headers, payload: card });
    const styles = await inject(h.app, { url: '/sandbox/3ds.css', headers });
    const { client } = await h.makeCustomer();
    const clock = await client.post('/api/account/me/clock', undefined, { headers });
    return [token.status, styles.status, clock.status];
  };

  test('of a public sandbox works at its own hosts', async () => {
    expect(await checkout(open, 'account.vendor.example')).toEqual([201, 200, 201]);
    expect(await checkout(open, 'drive.vendor.example:443')).toEqual([201, 200, 201]);
  });

  test.each([
    ['a public sandbox', () => open, 'other.example'],
    ['a sandbox of this machine', () => local, 'account.vendor.example'],
  ])('of %s does not exist at other names', async (_, harness, host) => {
    expect(await checkout(harness(), host)).toEqual([404, 404, 404]);
  });
});
