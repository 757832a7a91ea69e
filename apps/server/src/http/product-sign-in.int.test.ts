import { createHash } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { inject } from '../../test/client.ts';
import { PASSWORD } from '../../test/customers.ts';
import { type Customer, type Harness, startHarness } from '../../test/harness.ts';
import {
  answerAuthorization,
  authorizationQuery,
  authorize,
  authorizePath,
  beginAuthorization,
  claimsIn,
  exchangeCode,
  ISSUER,
  makeVerifier,
  refreshAt,
  requestTokens,
  returnToProduct,
  signInAtProduct,
  userinfo,
} from '../../test/product.ts';
import { tablesHolding } from '../../test/snapshot.ts';

/** Products that sign their users in here with OpenID Connect (decision 68). */

let h: Harness;
beforeAll(async () => {
  h = await startHarness();
});
afterEach(() => {
  h.wall.reset();
  h.log.expectQuiet();
});
afterAll(() => h.stop());

test('a product finds everything it needs in the discovery document of its host', async () => {
  for (const [host, issuer] of [
    ['localhost', ISSUER],
    ['drive.localhost', 'http://drive.localhost/openid'],
  ]) {
    const { body } = await inject<Record<string, unknown>>(h.app, {
      url: '/openid/.well-known/openid-configuration',
      headers: { host, 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' },
    });
    expect(body).toMatchObject({
      issuer,
      authorization_endpoint: `${issuer}/auth`,
      token_endpoint: `${issuer}/token`,
      userinfo_endpoint: `${issuer}/me`,
      jwks_uri: `${issuer}/jwks`,
      response_types_supported: ['code'],
      grant_types_supported: [
        'authorization_code',
        'refresh_token',
        'client_credentials',
        'urn:ietf:params:oauth:grant-type:device_code',
      ],
      device_authorization_endpoint: `${issuer}/device/auth`,
      introspection_endpoint: `${issuer}/token/introspection`,
      code_challenge_methods_supported: ['S256'],
      id_token_signing_alg_values_supported: ['ES256'],
      authorization_response_iss_parameter_supported: true,
    });
  }
});

test('HEAD answers for the published documents as GET does, without a body, and begins no sign-in', async () => {
  const headers = { host: 'localhost' };
  for (const url of ['/openid/.well-known/openid-configuration', '/openid/jwks']) {
    const [read, head] = [await inject(h.app, { url, headers }), await inject(h.app, { method: 'HEAD', url, headers })];
    expect([head.status, head.text], url).toEqual([200, '']);
    for (const name of ['content-type', 'content-length', 'cache-control'])
      expect(head.headers[name], `${name} of ${url}`).toEqual(read.headers[name]);
  }
  const url = authorizePath(authorizationQuery('own', makeVerifier()));
  const begun = await inject(h.app, { method: 'HEAD', url, headers });
  expect([begun.status, begun.headers.location]).toEqual([404, undefined]);
});

test('a customer signs in at a product with the session of the portal, and the product reads what it may', async () => {
  const ada = await h.makeCustomer();
  const tokens = await signInAtProduct(h, ada, 'own');
  expect(claimsIn(tokens.id_token)).toMatchObject({
    iss: ISSUER,
    aud: 'own',
    sub: ada.accountId,
    nonce: 'nonce-of-the-product',
    acr: 'urn:foyer:one-factor',
    amr: ['pwd'],
    auth_time: expect.any(Number),
    sid: expect.stringMatching(/^pgr_/),
  });
  expect(claimsIn(tokens.id_token).email).toBeUndefined();
  const { body } = await userinfo(h, tokens.access_token);
  expect(body).toMatchObject({ sub: ada.accountId, email: ada.email, email_verified: true, entitlements: [] });
});

test('an answer by form_post is a page whose script, and no other, may run and post the code to the product', async () => {
  const begun = await beginAuthorization(h, 'own', { response_mode: 'form_post' });
  const { body } = await answerAuthorization(await h.makeCustomer(), begun);
  const { pathname, host } = new URL(body.address ?? '');
  const { status, text, headers } = await inject(h.app, { url: pathname, headers: { host, cookie: begun.cookie } });
  expect([status, text]).toEqual([200, expect.stringMatching(/name="code" value="[\w-]{43}"/)]);
  expect(text).toContain(`action="${authorizationQuery('own', '').redirect_uri}"`);
  const scripts = [...text.matchAll(/<script>(.*?)<\/script>/gs)].map(([, script = '']) => script);
  const hashes = scripts.map((script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`);
  expect(hashes).toHaveLength(1);
  const policy = String(headers['content-security-policy'])
    .split(';')
    .map((directive) => directive.trim());
  expect(policy).toContain(`script-src ${hashes[0]}`);
  expect(policy).toContain("default-src 'none'");
});

test('a desktop program signs in without a secret, at any port of the same machine', async () => {
  const ada = await h.makeCustomer();
  const redirect = { redirect_uri: 'http://127.0.0.1:49152/callback' };
  const { code, verifier, parameters } = await authorize(h, ada, 'desktop', redirect);
  expect(parameters.get('iss')).toBe(ISSUER);
  const exchanged = await requestTokens(h, 'desktop', {
    grant_type: 'authorization_code',
    code,
    code_verifier: verifier,
    ...redirect,
  });
  expect(exchanged.status, exchanged.text).toBe(200);
  expect(claimsIn(exchanged.body.id_token).sid).toMatch(/^pgr_/);
});

test('the claims of a product are those of its scopes, also when it wants more later', async () => {
  const ada = await h.makeCustomer({ card: 'tok_visa' });
  const little = await signInAtProduct(h, ada, 'own', { scope: 'openid' });
  expect((await userinfo(h, little.access_token)).body).toEqual({ sub: ada.accountId });
  const bought = await ada.client.post('/api/subscription/subscriptions', { planId: 'pln_drive_starter' });
  expect(bought.status, bought.text).toBe(201);
  const more = await signInAtProduct(h, ada, 'own');
  const { body } = await userinfo(h, more.access_token);
  expect(body).toMatchObject({
    locale: 'en',
    address: { country: 'US', locality: 'Boston' },
    entitlements: [{ product: 'drive', planId: 'pln_drive_starter', entitled: true }],
  });
  expect((await userinfo(h, little.access_token)).body).toEqual({ sub: ada.accountId });
});

test('two factors of the portal are two factors in the ID token', async () => {
  const ada = await h.makeCustomer();
  await h.database.query(`ALTER TABLE security_events DISABLE TRIGGER USER`);
  await h.database.query(`UPDATE security_events SET method = 'password_code' WHERE session_id = $1`, [
    ada.client.jti(),
  ]);
  await h.database.query(`ALTER TABLE security_events ENABLE TRIGGER USER`);
  const { id_token: idToken } = await signInAtProduct(h, ada, 'own');
  expect(claimsIn(idToken)).toMatchObject({ acr: 'urn:foyer:two-factors', amr: ['pwd', 'otp', 'mfa'] });
});

/** Moves the sign-in of a session into the past. */
const ageSignIn = (customer: Customer, by: string) =>
  h.database.query(
    `WITH moved AS (UPDATE sessions SET created_at = created_at - $2::interval WHERE id = $1 RETURNING id)
     SELECT id FROM moved`,
    [customer.client.jti(), by],
  );

test.each([
  ['max_age=600', '1 hour', { max_age: '600' }],
  ['max_age=30', '46 seconds', { max_age: '30' }],
  ['max_age=0', '1 second', { max_age: '0' }],
  ['prompt=login', '1 second', { prompt: 'login' }],
])(
  '%s wants a new sign-in from a customer who signed in %s ago, and nothing changes until then',
  async (_name, age, more) => {
    const ada = await h.makeCustomer();
    await ageSignIn(ada, age);
    const begun = await beginAuthorization(h, 'own', more);
    const asked = await answerAuthorization(ada, begun);
    expect(asked.body).toMatchObject({ next: 'sign_in', address: null });
    expect(await h.database.query('SELECT 1 FROM product_grants WHERE account_id = $1', [ada.accountId])).toEqual([]);
    const again = { ...ada, client: await h.signIn(ada.email) };
    const answered = await answerAuthorization(again, begun);
    expect(answered.body.next).toBe('leave');
    expect((await returnToProduct(h.app, answered.body.address, begun)).parameters.get('code')).not.toBeNull();
  },
);

test('prompt=none is answered with login_required, because only the page of the portal has a session', async () => {
  const asked = await inject(h.app, {
    url: authorizePath({ ...authorizationQuery('own', makeVerifier()), prompt: 'none' }),
    headers: { host: 'localhost' },
  });
  const back = new URL(String(asked.headers.location));
  expect([back.host, back.searchParams.get('error'), back.searchParams.get('iss')]).toEqual([
    'own.example.com',
    'login_required',
    ISSUER,
  ]);
});

test('a hint to another customer is answered with login_required', async () => {
  const [ada, grace] = [await h.makeCustomer(), await h.makeCustomer()];
  const { id_token: hint } = await signInAtProduct(h, grace, 'own');
  const begun = await beginAuthorization(h, 'own', { id_token_hint: hint });
  const answered = await answerAuthorization(ada, begun);
  const { parameters } = await returnToProduct(h.app, answered.body.address, begun);
  expect([parameters.get('error'), parameters.get('code')]).toEqual(['login_required', null]);
});

test('a product of another vendor is asked about once, can be refused, and is remembered in the next session', async () => {
  const ada = await h.makeCustomer();
  const refused = await beginAuthorization(h, 'guest');
  expect((await answerAuthorization(ada, refused)).body).toEqual({
    next: 'consent',
    address: null,
    client: 'Guest Product',
    scopes: ['openid', 'email'],
    readsLater: false,
  });
  const no = await answerAuthorization(ada, refused, { consent: 'refuse' });
  const { parameters } = await returnToProduct(h.app, no.body.address, refused);
  expect([parameters.get('error'), parameters.get('state')]).toEqual(['access_denied', 'state-of-the-product']);

  const begun = await beginAuthorization(h, 'guest');
  expect((await answerAuthorization(ada, begun)).body.next).toBe('consent');
  expect((await answerAuthorization(ada, begun, { consent: 'allow' })).body.next).toBe('leave');
  const later = { ...ada, client: await h.signIn(ada.email) };
  expect((await answerAuthorization(later, await beginAuthorization(h, 'guest'))).body.next).toBe('leave');
  const asksAgain = await beginAuthorization(h, 'guest', { prompt: 'consent' });
  expect((await answerAuthorization(later, asksAgain)).body.next).toBe('consent');
});

test('a refresh token is exchanged for the next one, in the limits of its scopes', async () => {
  const ada = await h.makeCustomer();
  const first = await signInAtProduct(h, ada, 'own');
  const second = await refreshAt(h, 'own', first.refresh_token);
  expect(second.status, second.text).toBe(200);
  expect(second.body.refresh_token).not.toBe(first.refresh_token);
  expect(claimsIn(second.body.id_token)).toMatchObject({ sub: ada.accountId, sid: claimsIn(first.id_token).sid });
  const { body: guest } = await exchangeCode(h, 'guest', await authorize(h, ada, 'guest'));
  expect(guest.refresh_token).toBeUndefined();
});

test.each<[string, (customer: Customer) => Promise<unknown>]>([
  ['signs out', ({ client }) => client.delete(`/api/auth/me/security/tokens/${client.jti()}`)],
  [
    'signs out everywhere else',
    async ({ email }) => {
      const other = await h.signIn(email);
      const ended = await inject(h.app, {
        method: 'DELETE',
        url: '/api/auth/me/security/sessions',
        headers: { 'x-is-at': other.accessToken },
        payload: { password: PASSWORD },
      });
      expect(ended.status, ended.text).toBe(204);
    },
  ],
])('when the customer %s, the tokens of the product end at once', async (_name, end) => {
  const ada = await h.makeCustomer();
  const tokens = await signInAtProduct(h, ada, 'own');
  const unused = await authorize(h, ada, 'own');
  await end(ada);
  expect((await userinfo(h, tokens.access_token)).status).toBe(401);
  expect((await refreshAt(h, 'own', tokens.refresh_token)).body.error).toBe('invalid_grant');
  expect((await exchangeCode(h, 'own', unused)).body.error).toBe('invalid_grant');
});

test('an authorization request is answered only in the browser that began it, once, and by a live session', async () => {
  const ada = await h.makeCustomer();
  const begun = await beginAuthorization(h, 'own');
  const other = await beginAuthorization(h, 'own');
  for (const cookie of ['', other.cookie, begun.cookie.replace(/sig=../, 'sig=AA')]) {
    expect((await answerAuthorization(ada, { ...begun, cookie })).status).toBe(404);
  }
  const stranger = { client: h.anonymous() };
  expect((await answerAuthorization(stranger, begun)).status).toBe(401);
  expect(await h.database.query('SELECT 1 FROM product_grants WHERE account_id = $1', [ada.accountId])).toEqual([]);
  const answered = await answerAuthorization(ada, begun);
  expect(answered.body.next).toBe('leave');
  expect((await answerAuthorization(ada, begun)).status).toBe(404);
  // the address alone is worth nothing in another browser
  const { pathname, host } = new URL(answered.body.address ?? '');
  const stolen = await inject(h.app, { url: pathname, headers: { host } });
  expect([stolen.status, stolen.headers.location]).toEqual([400, undefined]);
  const mixed = await inject(h.app, { url: pathname, headers: { host, cookie: other.cookie } });
  expect(String(mixed.headers.location)).toMatch(/^\/api\/auth\/authorization-requests\//);
});

test('the browser of the customer keeps no cookie that signs in at products', async () => {
  const ada = await h.makeCustomer();
  const begun = await beginAuthorization(h, 'own');
  expect(begun.cookie).not.toContain('foyer-product-session');
  const answered = await answerAuthorization(ada, begun);
  const { cookies } = await returnToProduct(h.app, answered.body.address, begun);
  expect(cookies).not.toContain('foyer-product-session');
});

test('the database holds no code, token or key of a product that could be used', async () => {
  const ada = await h.makeCustomer();
  const tokens = await signInAtProduct(h, ada, 'own');
  const { code } = await authorize(h, ada, 'own');
  for (const secret of [tokens.access_token, tokens.refresh_token ?? '', code])
    expect(await tablesHolding(h.database, secret)).toEqual([]);
  const [key] = await h.database.query<{ sealedKey: string }>('SELECT sealed_key FROM openid_signing_keys');
  expect(key?.sealedKey).toMatch(/^v1\./);
});
