import type { Route } from '@foyer/contract/api/route';
import { routes } from '@foyer/contract/api/routes';
import { expect, test } from 'vitest';
import { inject } from '../../test/client.ts';
import { customerCalls } from '../../test/contract-walk/customers.ts';
import { methodOf, patternOf } from '../../test/contract-walk/example.ts';
import { useHarness } from '../../test/use-harness.ts';

/** Requests that a page of another site can make a browser send (CSRF, CORS). */

const h = useHarness();
const ORIGIN = 'https://evil.example';

const urlOf = (name: (typeof customerCalls)[number]) => patternOf(name).replaceAll(/:\w+/g, 'x');

test('[ASVS 3.4.2] another site may send no call with a token, and read no answer', async () => {
  const { client } = await h.makeCustomer();
  for (const name of customerCalls) {
    const asked = await inject(h.app, {
      method: 'OPTIONS',
      url: urlOf(name),
      headers: {
        origin: ORIGIN,
        'access-control-request-method': methodOf(name),
        'access-control-request-headers': 'x-is-at, content-type',
      },
    });
    const answered = await inject(h.app, {
      method: methodOf(name),
      url: urlOf(name),
      headers: { origin: ORIGIN, 'sec-fetch-site': 'cross-site', 'x-is-at': `${client.accessToken}x` },
    });
    for (const { headers, status } of [asked, answered]) {
      expect(status, name).toBeLessThan(500);
      expect(
        Object.keys(headers).filter((header) => header.startsWith('access-control-')),
        name,
      ).toEqual([]);
      expect(headers['cross-origin-resource-policy'], name).toBe('same-origin');
      expect(headers['cache-control'], name).toBe('no-store');
    }
    expect(asked.status, name).toBeGreaterThanOrEqual(400);
  }
});

test('[ASVS 3.5.2] a call refuses every content type that a form of another site can send', async () => {
  const { client } = await h.makeCustomer();
  for (const name of customerCalls.filter((call) => (routes[call] as Route).body)) {
    for (const type of ['application/x-www-form-urlencoded', 'text/plain', 'multipart/form-data; boundary=x']) {
      const answer = await inject(h.app, {
        method: methodOf(name),
        url: urlOf(name),
        headers: { origin: ORIGIN, 'content-type': type, 'x-is-at': client.accessToken },
        payload: '{"password":"x"}',
      });
      expect([answer.status, answer.body.error.type], `${name} ${type}`).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
    }
  }
});

test('[ASVS 3.5.1] a token in a cookie or in the address, which a browser sends by itself, signs no user in', async () => {
  const { client } = await h.makeCustomer();
  const { accessToken, refreshToken } = client;
  const headers = {
    cookie: `x-is-at=${accessToken}; accessToken=${accessToken}; token=${refreshToken}; foyer.session=${accessToken}`,
  };
  for (const url of ['/api/auth/me', `/api/auth/me?x-is-at=${accessToken}`])
    expect((await inject(h.app, { url, headers })).status, url).toBe(401);
});
