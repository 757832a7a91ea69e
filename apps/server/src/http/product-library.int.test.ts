import * as oauth from 'oauth4webapi';
import * as openid from 'openid-client';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { inject } from '../../test/client.ts';
import { type Harness, startHarness } from '../../test/harness.ts';
import {
  answerAuthorization,
  cookiesIn,
  ISSUER,
  introspect,
  productClient,
  returnToProduct,
} from '../../test/product.ts';

/** The sign-in of a product by certified libraries, as a product team uses them. */

let h: Harness;
beforeAll(async () => {
  h = await startHarness();
});
afterEach(() => h.log.expectQuiet());
afterAll(() => h.stop());

/** Sends the requests of the library to the server in this process. */
const fetchInProcess: openid.CustomFetch = async (url, { method, headers, body }) => {
  const { host, pathname, search } = new URL(url);
  const answer = await h.app.inject({
    method: method as 'GET',
    url: pathname + search,
    headers: { ...headers, host },
    ...(body ? { payload: String(body) } : {}),
  });
  const sent = Object.entries(answer.headers).map(([name, value]): [string, string] => [name, String(value)]);
  return new Response(answer.payload === '' ? null : answer.payload, { status: answer.statusCode, headers: sent });
};

test('a certified library discovers the provider, signs in with PKCE, reads the claims, refreshes and revokes', async () => {
  const ada = await h.makeCustomer();
  const { id, secret, redirectAddresses } = productClient('own');
  const config = await openid.discovery(new URL(ISSUER), id, secret ?? '', openid.ClientSecretBasic(secret ?? ''), {
    execute: [openid.allowInsecureRequests],
    [openid.customFetch]: fetchInProcess,
  });
  config[openid.customFetch] = fetchInProcess;
  openid.enableNonRepudiationChecks(config); // verifies the signature of the ID token with the published keys

  const verifier = openid.randomPKCECodeVerifier();
  const [state, nonce] = [openid.randomState(), openid.randomNonce()];
  const address = openid.buildAuthorizationUrl(config, {
    redirect_uri: redirectAddresses[0] ?? '',
    scope: 'openid email profile',
    code_challenge: await openid.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    nonce,
    max_age: '3600',
  });
  const { pathname, search } = address;
  const asked = await inject(h.app, { url: pathname + search });
  const location = String(asked.headers.location);
  const begun = {
    id: location.split('/').at(-1) ?? '',
    verifier,
    cookie: cookiesIn(asked.headers['set-cookie']),
    location,
  };
  const answered = await answerAuthorization(ada, begun);
  const { back } = await returnToProduct(h.app, answered.body.address, begun);

  const tokens = await openid.authorizationCodeGrant(config, back, {
    pkceCodeVerifier: verifier,
    expectedState: state,
    expectedNonce: nonce,
    maxAge: 3600,
    idTokenExpected: true,
  });
  const { sub = '' } = tokens.claims() ?? {};
  expect(sub).toBe(ada.accountId);
  expect(await openid.fetchUserInfo(config, tokens.access_token, sub)).toMatchObject({ email: ada.email });
  const refreshed = await openid.refreshTokenGrant(config, tokens.refresh_token ?? '');
  expect(refreshed.claims()?.sub).toBe(sub);
  await openid.tokenRevocation(config, refreshed.refresh_token ?? '');
  await expect(openid.refreshTokenGrant(config, refreshed.refresh_token ?? '')).rejects.toMatchObject({
    error: 'invalid_grant',
  });
  await expect(openid.fetchUserInfo(config, refreshed.access_token, sub)).rejects.toThrow();
});

/** Options of each call of `oauth4webapi`: without TLS, and to the server in this process. */
const inProcess = {
  [oauth.allowInsecureRequests]: true,
  [oauth.customFetch]: (url: string, { method, headers, body }: oauth.CustomFetchOptions<string, unknown>) =>
    fetchInProcess(url, { method, headers, body: body as never, redirect: 'manual' }),
};

const discover = async (): Promise<oauth.AuthorizationServer> =>
  oauth.processDiscoveryResponse(new URL(ISSUER), await oauth.discoveryRequest(new URL(ISSUER), inProcess));

test('oauth4webapi signs in with PKCE, and refreshes', async () => {
  const ada = await h.makeCustomer();
  const { id, secret, redirectAddresses } = productClient('own');
  const [redirect = ''] = redirectAddresses;
  const [as, client] = [await discover(), { client_id: id }];
  const auth = oauth.ClientSecretBasic(secret ?? '');
  const verifier = oauth.generateRandomCodeVerifier();
  const [state, nonce] = [oauth.generateRandomState(), oauth.generateRandomNonce()];
  const query = new URLSearchParams({
    client_id: id,
    redirect_uri: redirect,
    response_type: 'code',
    scope: 'openid email',
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    nonce,
  });
  const { pathname } = new URL(as.authorization_endpoint ?? '');
  const asked = await inject(h.app, { url: `${pathname}?${query}` });
  const location = String(asked.headers.location);
  const cookie = cookiesIn(asked.headers['set-cookie']);
  const begun = { id: location.split('/').at(-1) ?? '', verifier, cookie, location };
  const { body } = await answerAuthorization(ada, begun);
  const { back } = await returnToProduct(h.app, body.address, begun);

  const parameters = oauth.validateAuthResponse(as, client, back, state);
  const answer = await oauth.authorizationCodeGrantRequest(as, client, auth, parameters, redirect, verifier, inProcess);
  const tokens = await oauth.processAuthorizationCodeResponse(as, client, answer, { expectedNonce: nonce });
  expect(oauth.getValidatedIdTokenClaims(tokens)?.sub).toBe(ada.accountId);
  const renewed = await oauth.refreshTokenGrantRequest(as, client, auth, tokens.refresh_token ?? '', inProcess);
  const next = await oauth.processRefreshTokenResponse(as, client, renewed);
  expect(next.access_token).not.toBe(tokens.access_token);
});

test('oauth4webapi gets a token for a server, which its receiver introspects', async () => {
  const { id, secret } = productClient('server');
  const [as, client] = [await discover(), { client_id: id }];
  const form = { scope: 'own:files.read' };
  const auth = oauth.ClientSecretBasic(secret ?? '');
  const answer = await oauth.clientCredentialsGrantRequest(as, client, auth, form, inProcess);
  const { access_token: token } = await oauth.processClientCredentialsResponse(as, client, answer);
  expect(await introspect(h, 'own', token)).toMatchObject({ active: true, client_id: 'server', aud: 'own' });
});

test('oauth4webapi signs a device in: pending until the user has allowed it', async () => {
  const ada = await h.makeCustomer();
  const [as, client] = [await discover(), { client_id: 'desktop' }];
  const form = { scope: 'openid email' };
  const asked = await oauth.deviceAuthorizationRequest(as, client, oauth.None(), form, inProcess);
  const { device_code, user_code } = await oauth.processDeviceAuthorizationResponse(as, client, asked);
  const poll = async () =>
    oauth.processDeviceCodeResponse(
      as,
      client,
      await oauth.deviceCodeGrantRequest(as, client, oauth.None(), device_code, inProcess),
    );
  await expect(poll()).rejects.toMatchObject({ error: 'authorization_pending' });
  await expect(poll()).rejects.toMatchObject({ error: 'slow_down' });
  const allowed = await ada.client.post('/api/auth/device-requests', { userCode: user_code, consent: 'allow' });
  expect(allowed.status, allowed.text).toBe(200);
  await h.database.query("UPDATE openid_records SET payload = payload - 'polledAt'"); // as after the interval
  expect(oauth.getValidatedIdTokenClaims(await poll())?.sub).toBe(ada.accountId);
});
