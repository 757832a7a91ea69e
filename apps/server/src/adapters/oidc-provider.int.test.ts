import { createSign, generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type IdentityProvider, startIdentityProvider } from '../../test/identity-provider.ts';
import type { AuthorizationRequest } from '../services/oidc/ports.ts';
import { makeOidcProvider } from './oidc-provider.ts';

const CALLBACK = 'http://localhost/api/auth/oidc/callback';
const request: AuthorizationRequest = { state: 's'.repeat(43), nonce: 'n'.repeat(43), codeVerifier: 'v'.repeat(43) };

let site: IdentityProvider;
beforeAll(async () => {
  site = await startIdentityProvider([CALLBACK]);
  site.accounts.set('ada', { email: 'ada@else.test', email_verified: true });
  site.next = 'ada';
});
beforeEach(() => {
  site.change = (_, body) => body;
  site.silentAt = null;
});
afterAll(() => site.stop());

/** Signs in once at the provider; gives what came of it, with the faults that were logged. */
const signIn = async (timeoutSeconds?: number) => {
  const faults: string[] = [];
  const provider = makeOidcProvider(site.settings, ({ message }) => faults.push(message), timeoutSeconds);
  const callback = new URL(await site.visit(await provider.address(CALLBACK, request, 'remembered')));
  const outcome = await provider.redeem(callback, request).catch((error: { type?: string }) => error.type);
  return { outcome, faults };
};

interface Jwt {
  readonly header: Record<string, unknown>;
  readonly claims: Record<string, unknown>;
  readonly signature: string;
}

/** The id token of the next answers, changed on its way. */
const changeIdToken = (change: (token: Jwt) => string): void => {
  site.change = (path, body) => {
    if (path !== '/token') return body;
    const [header = '', claims = '', signature = ''] = String(body.id_token).split('.');
    const decode = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString());
    return { ...body, id_token: change({ header: decode(header), claims: decode(claims), signature }) };
  };
};

const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');
const attacker = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
const signToken = (header: object, claims: object): string => {
  const text = `${encode(header)}.${encode(claims)}`;
  return `${text}.${createSign('sha256').update(text).sign(attacker, 'base64url')}`;
};

test('[SE-11] an id token that the provider signed is accepted', async () => {
  expect(await signIn()).toEqual({
    outcome: expect.objectContaining({ issuer: site.settings.issuer, subject: 'ada', verifiedEmail: 'ada@else.test' }),
    faults: [],
  });
});

test.each<[string, (token: Jwt) => string]>([
  ['is of another key', ({ header, claims }) => signToken(header, claims)],
  ['names an unknown key', ({ header, claims }) => signToken({ ...header, kid: 'of-nobody' }, claims)],
  [
    'is that of other claims',
    ({ header, claims, signature }) => `${encode(header)}.${encode({ ...claims, sub: 'grace' })}.${signature}`,
  ],
  ['is none', ({ header, claims }) => `${encode({ ...header, alg: 'none' })}.${encode(claims)}.`],
])('[SE-11] an id token whose signature %s signs nobody in, and the log says why', async (_, change) => {
  changeIdToken(change);
  expect(await signIn()).toEqual({
    outcome: 'UNAVAILABLE',
    faults: ['the sign-in provider: the id token is not signed by a key of the jwks_uri of OIDC_ISSUER'],
  });
});

test('[SE-11] a provider that says it signs with none is not believed either', async () => {
  changeIdToken(({ header, claims }) => `${encode({ ...header, alg: 'none' })}.${encode(claims)}.`);
  const changeToken = site.change;
  site.change = (path, body) =>
    path === '/.well-known/openid-configuration'
      ? { ...body, id_token_signing_alg_values_supported: ['RS256', 'none'] }
      : changeToken(path, body);
  expect((await signIn()).outcome).toBe('UNAVAILABLE');
});

test('[INV-25] keys that never arrive end the sign-in at the limit of a request', async () => {
  site.silentAt = '/jwks';
  expect(await signIn(1)).toEqual({
    outcome: 'UNAVAILABLE',
    faults: ['the sign-in provider: ClientError OAUTH_TIMEOUT'],
  });
});
