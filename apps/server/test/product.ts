import { createHash, randomBytes } from 'node:crypto';
import type { AuthorizationStep } from '@foyer/contract/api/product-sign-in';
import type { FastifyInstance } from 'fastify';
import { expect } from 'vitest';
import type { ProductClient } from '../src/services/product-sign-in/client-ports.ts';
import { inject } from './client.ts';
import type { Customer, Harness } from './harness.ts';
import { productClients } from './product-clients.ts';

export const ISSUER = 'http://localhost/openid';

/** Client of the tests by its id. */
export const productClient = (id: string): ProductClient => {
  const found = productClients.find((client) => client.id === id);
  if (!found) throw new Error(`the tests have no client ${id}`);
  return found;
};

export const makeVerifier = (): string => randomBytes(32).toString('base64url');
const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url');

/** A good authorization request of a client. */
export const authorizationQuery = (id: string, verifier: string): Record<string, string> => ({
  client_id: id,
  redirect_uri: productClient(id).redirectAddresses[0] ?? '',
  response_type: 'code',
  scope: productClient(id)
    .scopes.filter((scope) => scope !== 'offline_access')
    .join(' '),
  state: 'state-of-the-product',
  nonce: 'nonce-of-the-product',
  code_challenge: challengeOf(verifier),
  code_challenge_method: 'S256',
});

export const authorizePath = (query: Readonly<Record<string, string>>): string =>
  `/openid/auth?${new URLSearchParams(query)}`;

/** Cookies of an answer, as a `Cookie` header. */
export const cookiesIn = (header: string | string[] | number | undefined): string =>
  [header ?? []]
    .flat()
    .map((line) => String(line).split(';')[0] ?? '')
    .filter((pair) => !pair.endsWith('='))
    .join('; ');

/** Begins an authorization request in a browser without a session, as far as the page of the portal. */
export const beginAuthorization = async (
  h: Pick<Harness, 'app'>,
  clientId: string,
  more: Readonly<Record<string, string>> = {},
  host = 'localhost',
) => {
  const verifier = makeVerifier();
  const query = { ...authorizationQuery(clientId, verifier), ...more };
  const asked = await inject(h.app, { url: authorizePath(query), headers: { host } });
  expect(asked.status, asked.text).toBe(303);
  const location = String(asked.headers.location);
  const [, id = ''] = /^\/api\/auth\/authorization-requests\/([\w-]+)$/.exec(location) ?? [];
  expect(id, location).not.toBe('');
  return { id, verifier, cookie: cookiesIn(asked.headers['set-cookie']), location };
};

export type Begun = Awaited<ReturnType<typeof beginAuthorization>>;

/** Answers an authorization request as the page of the portal does. */
export const answerAuthorization = ({ client }: Pick<Customer, 'client'>, { id, cookie }: Begun, body: object = {}) =>
  client.post<AuthorizationStep>(`/api/auth/authorization-requests/${id}`, body, { headers: { cookie } });

/** Follows the answer back to the product and returns the parameters of its address. */
export const returnToProduct = async (app: FastifyInstance, address: string | null, { cookie }: Begun) => {
  const { pathname, host } = new URL(address ?? '');
  const resumed = await inject(app, { url: pathname, headers: { host, cookie } });
  expect(resumed.status, resumed.text).toBe(303);
  const back = new URL(String(resumed.headers.location));
  return { back, parameters: back.searchParams, cookies: cookiesIn(resumed.headers['set-cookie']) };
};

/** Signs a customer in at a product, as far as the code. */
export const authorize = async (
  h: Pick<Harness, 'app'>,
  customer: Pick<Customer, 'client'>,
  clientId: string,
  more: Readonly<Record<string, string>> = {},
) => {
  const begun = await beginAuthorization(h, clientId, more);
  const answer = await answerAuthorization(customer, begun, { consent: 'allow' });
  expect(answer.body.next, answer.text).toBe('leave');
  const { parameters } = await returnToProduct(h.app, answer.body.address, begun);
  return { code: parameters.get('code') ?? '', verifier: begun.verifier, parameters };
};

export interface TokenAnswer {
  readonly access_token: string;
  readonly id_token: string;
  readonly refresh_token?: string;
  readonly scope: string;
  readonly error?: string;
}

/** Calls an endpoint of the provider as a client. */
export const callAsClient = <Answer>(
  { app }: Pick<Harness, 'app'>,
  path: string,
  clientId: string,
  form: Readonly<Record<string, string>>,
  host = 'localhost',
) => {
  const { secret } = productClient(clientId);
  const basic = `Basic ${Buffer.from(`${clientId}:${encodeURIComponent(secret ?? '')}`).toString('base64')}`;
  return inject<Answer>(app, {
    method: 'POST',
    url: `/openid/${path}`,
    headers: {
      host,
      'content-type': 'application/x-www-form-urlencoded',
      ...(secret === null ? {} : { authorization: basic }),
    },
    payload: new URLSearchParams(secret === null ? { ...form, client_id: clientId } : form).toString(),
  });
};

export interface DeviceAnswer {
  readonly device_code: string;
  readonly user_code: string;
  readonly verification_uri: string;
  readonly verification_uri_complete: string;
  readonly expires_in: number;
  readonly interval: number;
}

/** Begins the sign-in of a device. */
export const beginDevice = async (
  h: Pick<Harness, 'app'>,
  clientId: string,
  form: Readonly<Record<string, string>> = { scope: 'openid email' },
): Promise<DeviceAnswer> => {
  const begun = await callAsClient<DeviceAnswer>(h, 'device/auth', clientId, form);
  expect(begun.status, begun.text).toBe(200);
  return begun.body;
};

/** Calls the token endpoint as a client. */
export const requestTokens = (
  h: Pick<Harness, 'app'>,
  clientId: string,
  form: Readonly<Record<string, string>>,
  host = 'localhost',
) => callAsClient<TokenAnswer>(h, 'token', clientId, form, host);

/** Asks about a token as a client does (RFC 7662). */
export const introspect = async (h: Pick<Harness, 'app'>, clientId: string, token: string) =>
  (await callAsClient<Record<string, unknown>>(h, 'token/introspection', clientId, { token })).body;

/** Exchanges a code as its client does. */
export const exchangeCode = (
  h: Pick<Harness, 'app'>,
  clientId: string,
  { code, verifier }: { readonly code: string; readonly verifier: string },
) =>
  requestTokens(h, clientId, {
    grant_type: 'authorization_code',
    code,
    code_verifier: verifier,
    redirect_uri: productClient(clientId).redirectAddresses[0] ?? '',
  });

/** Signs a customer in at a product, as far as its tokens. */
export const signInAtProduct = async (
  h: Pick<Harness, 'app'>,
  customer: Pick<Customer, 'client'>,
  clientId: string,
  more: Readonly<Record<string, string>> = {},
): Promise<TokenAnswer> => {
  const exchanged = await exchangeCode(h, clientId, await authorize(h, customer, clientId, more));
  expect(exchanged.status, exchanged.text).toBe(200);
  return exchanged.body;
};

export const refreshAt = (h: Pick<Harness, 'app'>, clientId: string, refreshToken: string | undefined) =>
  requestTokens(h, clientId, { grant_type: 'refresh_token', refresh_token: refreshToken ?? '' });

export const userinfo = ({ app }: Pick<Harness, 'app'>, accessToken: string) =>
  inject<Record<string, unknown>>(app, {
    url: '/openid/me',
    headers: { host: 'localhost', authorization: `Bearer ${accessToken}` },
  });

/** Asks for a sign-out as a product does, and returns the id that the page of the portal gets. */
export const beginSignOut = async ({ app }: Pick<Harness, 'app'>, query: Readonly<Record<string, string>>) => {
  const asked = await inject(app, { url: `/openid/session/end?${new URLSearchParams(query)}` });
  const [, id = ''] = /^\/#\/signout\/([\w-]+)$/.exec(String(asked.headers.location)) ?? [];
  expect([asked.status, id === ''], asked.text).toEqual([303, false]);
  return id;
};

/** Payload of a JWT. */
export const claimsIn = (token: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'));
