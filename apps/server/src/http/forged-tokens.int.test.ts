import { createHmac } from 'node:crypto';
import type { TokenPair } from '@foyer/contract/api/auth';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { inject, payloadOf } from '../../test/client.ts';
import { type Customer, type Harness, SECRET, startHarness } from '../../test/harness.ts';
import { makeTokens } from '../services/identity/tokens.ts';

let h: Harness;
let customer: Customer;
let other: Customer;

beforeAll(async () => {
  h = await startHarness();
  customer = await h.makeCustomer();
  other = await h.makeCustomer();
});
afterEach(() => h.log.expectQuiet());
afterAll(() => h.stop());

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const headerOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString('utf8'));

/** The same bytes in another spelling: the bits of the last sign that belong to no byte are set. */
const respelt = (text: string): string => {
  const signs = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const last = signs.indexOf(text.at(-1) ?? '');
  return text.slice(0, -1) + signs[last ^ 1];
};

interface Parts {
  readonly token: string;
  readonly header: Record<string, unknown>;
  readonly payload: { readonly jti: string; readonly usr: string };
  readonly head: string;
  readonly body: string;
  readonly signature: string;
}

const partsOf = (token: string): Parts => {
  const [head = '', body = '', signature = ''] = token.split('.');
  return { token, header: headerOf(token), payload: payloadOf(token) as Parts['payload'], head, body, signature };
};

/** Signed with something an attacker may have: anything but the key. */
const signedWith = (key: string, header: unknown, payload: unknown, hash = 'sha256') => {
  const text = `${encode(header)}.${encode(payload)}`;
  return `${text}.${createHmac(hash, key).update(text).digest('base64url')}`;
};

type Forgery = readonly [name: string, forge: (parts: Parts) => string];

const withHeader = (name: string, change: Record<string, unknown>): Forgery => [
  name,
  ({ header, body, signature }) => `${encode({ ...header, ...change })}.${body}.${signature}`,
];
const withPayload = (name: string, change: Record<string, unknown>): Forgery => [
  name,
  ({ head, payload, signature }) => `${head}.${encode({ ...payload, ...change })}.${signature}`,
];
/** What a verifier that believes the header or checks nothing but a signature would take. */
const resigned = (name: string, key: string, header: Record<string, unknown>, payload = {}): Forgery => [
  name,
  (parts) => signedWith(key, { ...parts.header, ...header }, { ...parts.payload, ...payload }),
];

const forgedAccess: readonly Forgery[] = [
  ['alg none, no signature', ({ header, body }) => `${encode({ ...header, alg: 'none' })}.${body}.`],
  ['alg None', ({ header, body }) => `${encode({ ...header, alg: 'None' })}.${body}.`],
  ['alg nOnE with the old signature', ({ header, body, signature }) => `${encode({ ...header, alg: 'nOnE' })}.${body}.${signature}`],
  ['alg none, two parts', ({ header, body }) => `${encode({ ...header, alg: 'none' })}.${body}`],
  withHeader('alg HS384', { alg: 'HS384' }),
  withHeader('alg HS512', { alg: 'HS512' }),
  withHeader('alg RS256', { alg: 'RS256' }),
  withHeader('alg ES256', { alg: 'ES256' }),
  withHeader('alg EdDSA', { alg: 'EdDSA' }),
  withHeader('alg in small letters', { alg: 'hs256' }),
  withHeader('no alg', { alg: undefined }),
  withHeader('typ JWT', { typ: 'JWT' }),
  withHeader('typ of a refresh token', { typ: 'rt+jwt' }),
  withHeader('no typ', { typ: undefined }),
  withHeader('a kid that is a path', { kid: '../../../../dev/null' }),
  withHeader('a kid that is SQL', { kid: `' UNION SELECT 'key'--` }),
  withHeader('crit', { crit: ['exp'] }),
  withHeader('b64 false', { b64: false, crit: ['b64'] }),
  resigned('its own jwk', 'attacker', { jwk: { kty: 'oct', k: Buffer.from('attacker').toString('base64url') } }),
  resigned('a jku', 'attacker', { jku: 'https://attacker.test/keys.json' }),
  resigned('an x5u', 'attacker', { x5u: 'https://attacker.test/cert.pem' }),
  resigned('an x5c', 'attacker', { x5c: ['MIIB'] }),
  resigned('an empty key', '', {}),
  resigned('an empty key named by kid', '', { kid: '/dev/null' }),
  resigned('the secret of the installation itself', SECRET, {}),
  resigned('a guessed key', 'secret', {}),
  ['the key of refresh tokens, as far as it shows', ({ head, body }) => `${head}.${body}.${makeTokens(SECRET).refresh('ses_x', 0).split('.')[2]}`],
  ['another installation', ({ payload }) => makeTokens(`${SECRET} other`).access(payload.jti, payload.usr, h.wall.now())],
  withPayload('another user', { usr: 'usr_00000000000000000000000000' }),
  withPayload('another session', { jti: 'ses_00000000000000000000000000' }),
  withPayload('another issuer', { iss: 'elsewhere' }),
  withPayload('another audience', { aud: 'elsewhere' }),
  withPayload('a list of audiences', { aud: ['foyer-api', 'elsewhere'] }),
  withPayload('no exp', { exp: undefined }),
  withPayload('exp as text', { exp: '9999999999' }),
  withPayload('exp far away', { exp: 9_999_999_999 }),
  withPayload('exp null', { exp: null }),
  withPayload('iat in the future', { iat: 9_999_999_999 }),
  withPayload('more claims', { claims: { vendor: {} } }),
  ['the body re-spelt', ({ head, body, signature }) => `${head}.${body}=.${signature}`],
  ['the signature re-spelt', ({ head, body, signature }) => `${head}.${body}.${respelt(signature)}`],
  ['the signature padded', ({ token }) => `${token}=`],
  ['the signature in standard base64', ({ head, body, signature }) => `${head}.${body}.${Buffer.from(signature, 'base64url').toString('base64')}`],
  ['the signature in hex', ({ head, body, signature }) => `${head}.${body}.${Buffer.from(signature, 'base64url').toString('hex')}`],
  ['the header padded', ({ head, body, signature }) => `${head}=.${body}.${signature}`],
  ['the header with a space inside', ({ header, body, signature }) => `${Buffer.from(JSON.stringify(header, null, 1)).toString('base64url')}.${body}.${signature}`],
  ['half the signature', ({ head, body, signature }) => `${head}.${body}.${signature.slice(0, 21)}`],
  ['no signature', ({ head, body }) => `${head}.${body}.`],
  ['a fourth part', ({ token }) => `${token}.AAAA`],
  ['an encrypted token’s five parts', ({ head, body, signature }) => `${head}..${body}.${signature}.${signature}`],
  ['the parts turned round', ({ head, body, signature }) => `${body}.${head}.${signature}`],
  ['a byte changed', ({ head, body, signature }) => `${head}.${body}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`],
  ['a space before', ({ token }) => ` ${token.slice(0, 20)} ${token.slice(20)}`],
  ['the refresh token', () => customer.client.refreshToken],
  ['the header of another and the rest', ({ body, signature }) => `${encode({ typ: 'at+jwt', alg: 'HS256' })}.${body}.${signature}`],
]; // biome-ignore format: a table

describe('[INV-16] forged variants of a genuine access token', () => {
  test('are at least 50, each a token of its own, and the genuine one is good', async () => {
    const forged = forgedAccess.map(([, forge]) => forge(partsOf(customer.client.accessToken)));
    expect(new Set(forged).size).toBeGreaterThanOrEqual(50);
    expect(forged).not.toContain(customer.client.accessToken);
    expect((await customer.client.get('/api/auth/me')).status).toBe(200);
  });

  test.each(forgedAccess)('%s', async (_name, forge) => {
    const forged = forge(partsOf(customer.client.accessToken));
    for (const headers of [{ 'x-is-at': forged }, { authorization: `Bearer ${forged}` }]) {
      for (const url of ['/api/auth/me', '/api/account/me']) {
        const answer = await inject(h.app, { url, headers });
        expect([answer.status, answer.body.error.type]).toEqual([401, 'INVALID_TOKEN']);
      }
    }
  });

  test('the body of one and the signature of another', async () => {
    const mine = partsOf(customer.client.accessToken);
    const theirs = partsOf(other.client.accessToken);
    const mixed = `${mine.head}.${mine.body}.${theirs.signature}`;
    expect((await inject(h.app, { url: '/api/auth/me', headers: { 'x-is-at': mixed } })).status).toBe(401);
  });
});

interface RefreshParts {
  readonly token: string;
  readonly session: string;
  readonly generation: string;
  readonly signature: string;
}

const forgedRefresh: readonly (readonly [string, (parts: RefreshParts) => string])[] = [
  ['a later generation', ({ session, signature }) => `${session}.7.${signature}`],
  ['an earlier generation', ({ session, signature }) => `${session}.0.${signature}`],
  ['a generation below zero', ({ session, signature }) => `${session}.-1.${signature}`],
  ['the generation with a zero before', ({ session, generation, signature }) => `${session}.0${generation}.${signature}`],
  ['the generation as a fraction', ({ session, generation, signature }) => `${session}.${generation}.0.${signature}`],
  ['a generation beyond numbers', ({ session, signature }) => `${session}.99999999999999999999.${signature}`],
  ['another session', ({ generation, signature }) => `fr_ses_00000000000000000000000000.${generation}.${signature}`],
  ['another case', ({ token }) => token.toUpperCase()],
  ['the signature re-spelt', ({ session, generation, signature }) => `${session}.${generation}.${respelt(signature)}`],
  ['the signature padded', ({ token }) => `${token}=`],
  ['a byte changed', ({ session, generation, signature }) => `${session}.${generation}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`],
  ['no signature', ({ session, generation }) => `${session}.${generation}.`],
  ['a space behind', ({ token }) => `${token} `],
  ['a line end behind', ({ token }) => `${token}\n`],
  ['without its prefix', ({ token }) => token.slice(3)],
  ['an access token', () => customer.client.accessToken],
  ['another installation', ({ session }) => makeTokens(`${SECRET} other`).refresh(session.slice(3), 1)],
]; // biome-ignore format: a table

describe('[INV-16] forged variants of a genuine refresh token', () => {
  const refresh = (refreshToken: string) =>
    inject<TokenPair>(h.app, { method: 'POST', url: '/api/auth/tokens', payload: { refreshToken } });

  test.each(forgedRefresh)('%s', async (_name, forge) => {
    const { refreshToken: token } = customer.client;
    const [session = '', generation = '', signature = ''] = token.split('.');
    const forged = forge({ token, session, generation, signature });
    expect(forged).not.toBe(token);
    const answer = await refresh(forged);
    expect([answer.status, answer.body.error.type]).toEqual([401, 'INVALID_TOKEN']);
    expect(answer.body.message).toBe('Invalid Refresh Token');
  });

  test('none of them ended the session', async () => {
    expect((await refresh(customer.client.refreshToken)).status).toBe(200);
  });
});
