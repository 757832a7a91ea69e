import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { inject } from '../../test/client.ts';
import { type Customer, type Harness, startHarness } from '../../test/harness.ts';
import {
  authorizationQuery,
  authorize,
  authorizePath,
  beginAuthorization,
  callAsClient,
  exchangeCode,
  ISSUER,
  makeVerifier,
  productClient,
  refreshAt,
  requestTokens,
  signInAtProduct,
  userinfo,
} from '../../test/product.ts';
import { makeRecordAdapter } from '../adapters/openid/record-adapter.ts';
import { makeProductGrants } from '../adapters/postgres/product-grants.ts';

/** Attacks of RFC 9700 on the sign-in of products: each gets the error of its standard, and nothing changes. */

let h: Harness;
let ada: Customer;
beforeAll(async () => {
  h = await startHarness();
  ada = await h.makeCustomer();
});
afterEach(() => h.log.expectQuiet());
afterAll(() => h.stop());

const requests = () => h.database.query<{ count: number }>('SELECT count(*) AS count FROM openid_records');
const ask = (more: Readonly<Record<string, string | undefined>>, host = 'localhost') => {
  const query = { ...authorizationQuery('own', makeVerifier()), ...more };
  const given = Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined);
  return inject(h.app, {
    url: authorizePath(Object.fromEntries(given)),
    headers: { host, accept: 'text/html' },
  });
};

test.each([
  'https://own.example.com/callbacK',
  'https://own.example.com/callback/',
  'https://own.example.com/callback?x=1',
  'https://own.example.com/callback#x',
  'https://own.example.com:8443/callback',
  'http://own.example.com/callback',
  'https://own.example.com/a/../callback',
  'https://own.example.com%2eevil.example/callback',
  'https://evil.example/callback',
  'javascript:alert(1)',
])(
  'redirect matching: an address that differs from the registered one gets a page and no redirect: %s',
  async (redirect) => {
    const before = await requests();
    const answer = await ask({ redirect_uri: redirect });
    expect([answer.status, answer.headers.location]).toEqual([400, undefined]);
    expect(answer.text).toContain('invalid_redirect_uri');
    expect(answer.headers['content-security-policy']).toMatch(/^default-src 'none'; script-src; style-src 'sha256-/);
    expect(await requests()).toEqual(before);
  },
);

test.each(['state', 'nonce', 'login_hint', 'ui_locales', 'claims_locales', 'acr_values', 'display'])(
  '[INV-23] a %s with NUL is an invalid request, and nothing is stored',
  async (name) => {
    const before = await requests();
    const answer = await ask({ [name]: 'a\0b' });
    const { origin, pathname, searchParams } = new URL(String(answer.headers.location), 'http://localhost');
    expect([answer.status, origin + pathname, searchParams.get('error')]).toEqual([
      303,
      'https://own.example.com/callback',
      'invalid_request',
    ]);
    expect(await requests()).toEqual(before);
  },
);

test('[INV-23] a device that sends NUL gets invalid_request', async () => {
  const answer = await callAsClient(h, 'device/auth', 'desktop', { scope: 'openid', nonce: 'a\0b' });
  expect([answer.status, answer.body]).toMatchObject([400, { error: 'invalid_request' }]);
});

test.each(['device', 'Device', 'DEVICE/', 'session/end/success', 'Session/End/Success', 'SESSION/END/CONFIRM'])(
  'the page /openid/%s of the library is not served',
  async (path) => {
    for (const method of ['GET', 'POST'] as const)
      expect((await inject(h.app, { method, url: `/openid/${path}` })).status).toBe(404);
  },
);

test('the access log has calls to the provider with /openid', async () => {
  await inject(h.app, { url: '/openid/jwks' });
  await expect.poll(() => h.log.lines.some((line) => line.includes('"path":"/openid/jwks"'))).toBe(true);
});

test.each([
  ['an unknown client', { client_id: 'nobody' }, 'localhost'],
  [
    'a client of another brand',
    { client_id: 'other-brand', redirect_uri: 'https://drive.example.com/callback' },
    'localhost',
  ],
  ['a script as a client', { client_id: '<script>alert(1)</script>' }, 'localhost'],
])('%s gets a page and no redirect', async (_name, more, host) => {
  const before = await requests();
  const answer = await ask(more, host);
  expect([answer.status, answer.headers.location]).toEqual([400, undefined]);
  expect(answer.text).toContain('invalid_client');
  expect(answer.text).not.toContain('<script>');
  expect(await requests()).toEqual(before);
});

test.each([
  ['PKCE downgrade: no challenge', { code_challenge: undefined, code_challenge_method: undefined }, 'invalid_request'],
  [
    'PKCE downgrade: a challenge without its method, which would be plain',
    { code_challenge_method: undefined },
    'invalid_request',
  ],
  ['PKCE downgrade: the method plain', { code_challenge_method: 'plain' }, 'invalid_request'],
  ['the implicit flow', { response_type: 'token' }, 'unsupported_response_type'],
  ['the hybrid flow', { response_type: 'code id_token' }, 'unsupported_response_type'],
  [
    'a scope beyond those of the client',
    { client_id: 'guest', redirect_uri: 'https://guest.example.com/callback', scope: 'openid entitlements' },
    'invalid_scope',
  ],
  ['a request object', { request: 'e30.e30.' }, 'request_not_supported'],
  ['a request by reference', { request_uri: 'https://evil.example/request' }, 'request_uri_not_supported'],
])('%s is refused at the registered address, with the issuer', async (_name, more, error) => {
  const before = await requests();
  const answer = await ask(more);
  expect(answer.status, answer.text).toBe(303);
  const back = new URL(String(answer.headers.location));
  const parameters = new URLSearchParams(back.search || back.hash.slice(1));
  expect(Object.fromEntries(parameters)).toMatchObject({ error, iss: ISSUER, state: 'state-of-the-product' });
  expect(parameters.get('code')).toBeNull();
  expect(await requests()).toEqual(before);
});

test('a parameter that is given twice is refused', async () => {
  const answer = await inject(h.app, {
    url: `${authorizePath(authorizationQuery('own', makeVerifier()))}&redirect_uri=https%3A%2F%2Fevil.example%2F`,
    headers: { host: 'localhost', accept: 'text/html' },
  });
  expect(String(answer.headers.location ?? '')).not.toContain('evil.example');
  expect(answer.text).not.toContain('evil.example/');
});

test('mix-up: the answer to the product names the issuer', async () => {
  const { parameters } = await authorize(h, ada, 'own');
  expect([parameters.get('iss'), parameters.get('state')]).toEqual([ISSUER, 'state-of-the-product']);
});

test.each<[string, (code: string, verifier: string) => Record<string, string>, string]>([
  ['another verifier', (code) => ({ code, code_verifier: makeVerifier() }), 'own'],
  ['no verifier', (code) => ({ code }), 'own'],
  [
    'another redirect',
    (code, verifier) => ({ code, code_verifier: verifier, redirect_uri: 'https://own.example.com/other' }),
    'own',
  ],
  ['another client', (code, verifier) => ({ code, code_verifier: verifier }), 'guest'],
])(
  'code injection: a stolen code with %s is worth nothing, and its owner still gets the tokens',
  async (_name, form, client) => {
    const { code, verifier } = await authorize(h, ada, 'own');
    const stolen = await requestTokens(h, client, {
      grant_type: 'authorization_code',
      redirect_uri: productClient('own').redirectAddresses[0] ?? '',
      ...form(code, verifier),
    });
    expect([stolen.status, stolen.body.error]).toEqual([400, 'invalid_grant']);
    expect((await exchangeCode(h, 'own', { code, verifier })).status).toBe(200);
  },
);

test('a replayed code is refused and ends the tokens that it gave', async () => {
  const authorized = await authorize(h, ada, 'own');
  const { body: tokens } = await exchangeCode(h, 'own', authorized);
  expect((await userinfo(h, tokens.access_token)).status).toBe(200);
  const replayed = await exchangeCode(h, 'own', authorized);
  expect([replayed.status, replayed.body.error]).toEqual([400, 'invalid_grant']);
  expect((await userinfo(h, tokens.access_token)).status).toBe(401);
  expect((await refreshAt(h, 'own', tokens.refresh_token)).body.error).toBe('invalid_grant');
});

/** Expects that tokens which one of the calls got are not accepted any more. */
const expectEnded = async (answers: Awaited<ReturnType<typeof exchangeCode>>[]) => {
  for (const { body } of answers.filter(({ status }) => status === 200))
    expect((await userinfo(h, body.access_token)).status).toBe(401);
};

test('of simultaneous uses of a code at most one gets tokens, and they are ended', async () => {
  const authorized = await authorize(h, ada, 'own');
  const answers = await Promise.all([1, 2, 3, 4].map(() => exchangeCode(h, 'own', authorized)));
  expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
  expect(answers.filter(({ body }) => body.error === 'invalid_grant').length).toBeGreaterThanOrEqual(3);
  await expectEnded(answers);
});

test('refresh replay: a token that was used ends the grant: the thief and the product have to sign in again', async () => {
  const tokens = await signInAtProduct(h, ada, 'own');
  const { body: next } = await refreshAt(h, 'own', tokens.refresh_token);
  const replayed = await refreshAt(h, 'own', tokens.refresh_token);
  expect([replayed.status, replayed.body.error]).toEqual([400, 'invalid_grant']);
  expect((await refreshAt(h, 'own', next.refresh_token)).body.error).toBe('invalid_grant');
  expect((await userinfo(h, next.access_token)).status).toBe(401);
});

test('of simultaneous refreshes with one token at most one gets tokens, and they are ended', async () => {
  const tokens = await signInAtProduct(h, ada, 'own');
  const answers = await Promise.all([1, 2, 3, 4].map(() => refreshAt(h, 'own', tokens.refresh_token)));
  expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
  await expectEnded(answers);
});

test.each([
  ['AuthorizationCode', async () => String((await authorize(h, ada, 'own')).code)],
  ['RefreshToken', async () => String((await signInAtProduct(h, ada, 'own')).refresh_token)],
] as const)('%s: a second use that began before the end of the first one ends the grant', async (kind, make) => {
  const grants = makeProductGrants(h.database);
  const records = makeRecordAdapter(h.database, grants, (payload) => payload)('localhost')(kind);
  const id = await make();
  const { grantId } = (await records.find(id)) ?? {};
  expect(await grants.live(grantId ?? '')).not.toBeNull();
  // Both calls have found it unused.
  await records.consume(id);
  await expect(records.consume(id)).rejects.toThrow('invalid_grant');
  expect(await grants.live(grantId ?? '')).toBeNull();
});

test('a refresh token of another client is refused, and its owner keeps it', async () => {
  const tokens = await signInAtProduct(h, ada, 'own');
  const stolen = await refreshAt(h, 'desktop', tokens.refresh_token);
  expect([stolen.status, stolen.body.error]).toEqual([400, 'invalid_grant']);
  expect((await refreshAt(h, 'own', tokens.refresh_token)).status).toBe(200);
});

test('a refresh cannot widen the scopes', async () => {
  const tokens = await signInAtProduct(h, ada, 'own', { scope: 'openid' });
  const wider = await requestTokens(h, 'own', {
    grant_type: 'refresh_token',
    refresh_token: tokens.refresh_token ?? '',
    scope: 'openid email',
  });
  expect([wider.status, wider.body.error]).toEqual([400, 'invalid_scope']);
});

test.each([
  ['the password grant', { grant_type: 'password', username: 'ada', password: 'x' }, 'unsupported_grant_type'],
  ['a grant that the client does not list', { grant_type: 'client_credentials' }, 'unauthorized_client'],
])('%s is refused', async (_name, form, error) => {
  const answer = await requestTokens(h, 'own', form);
  expect([answer.status, answer.body.error]).toEqual([400, error]);
});

test('a wrong or missing client secret is refused, and the code stays valid', async () => {
  const { code, verifier } = await authorize(h, ada, 'own');
  const form = {
    grant_type: 'authorization_code',
    code,
    code_verifier: verifier,
    redirect_uri: productClient('own').redirectAddresses[0] ?? '',
  };
  for (const authorization of [undefined, `Basic ${Buffer.from('own:wrong').toString('base64')}`]) {
    const answer = await inject<{ error: string }>(h.app, {
      method: 'POST',
      url: '/openid/token',
      headers: {
        host: 'localhost',
        'content-type': 'application/x-www-form-urlencoded',
        ...(authorization ? { authorization } : {}),
      },
      payload: new URLSearchParams(authorization ? form : { ...form, client_id: 'own' }).toString(),
    });
    expect([answer.status, answer.body.error]).toEqual([401, 'invalid_client']);
  }
  expect((await exchangeCode(h, 'own', { code, verifier })).status).toBe(200);
});

test('a code of one brand is worth nothing at the other one', async () => {
  const { code, verifier } = await authorize(h, ada, 'own');
  const form = {
    grant_type: 'authorization_code',
    code,
    code_verifier: verifier,
    redirect_uri: productClient('own').redirectAddresses[0] ?? '',
  };
  for (const client of ['other-brand', 'own']) {
    const other = await requestTokens(h, client, form, 'drive.localhost');
    expect([other.status, other.body.error]).toEqual([400, 'invalid_grant']);
  }
  expect((await exchangeCode(h, 'own', { code, verifier })).status).toBe(200);
});

test('tokens of products open no call of the portal, and those of the portal none of the provider', async () => {
  const tokens = await signInAtProduct(h, ada, 'own');
  for (const token of [tokens.access_token, tokens.id_token]) {
    const opened = await inject(h.app, { url: '/api/auth/me', headers: { authorization: `Bearer ${token}` } });
    expect(opened.status).toBe(401);
  }
  expect((await userinfo(h, ada.client.accessToken)).status).toBe(401);
  expect((await userinfo(h, tokens.id_token)).status).toBe(401);
});

test('a host name that this server does not have is answered as the issuer of the public address', async () => {
  const answer = await inject<{ issuer: string }>(h.app, {
    url: '/openid/.well-known/openid-configuration',
    headers: { host: 'evil.example' },
  });
  expect(answer.body.issuer).toBe(ISSUER);
});

test('another site cannot answer an authorization request with the cookie of the browser alone', async () => {
  const begun = await beginAuthorization(h, 'own');
  const answer = await inject(h.app, {
    method: 'POST',
    url: `/api/auth/authorization-requests/${begun.id}`,
    headers: { cookie: begun.cookie, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
    payload: { consent: 'allow' },
  });
  expect(answer.status).toBe(401);
});
