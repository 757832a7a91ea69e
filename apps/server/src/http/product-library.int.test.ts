import * as openid from 'openid-client';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { inject } from '../../test/client.ts';
import { type Harness, startHarness } from '../../test/harness.ts';
import { answerAuthorization, cookiesIn, ISSUER, productClient, returnToProduct } from '../../test/product.ts';

/** The sign-in of a product by a certified library, as a product team uses it. */

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
