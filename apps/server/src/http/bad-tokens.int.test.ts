import { createHmac, hkdfSync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { inject, payloadOf } from '../../test/client.ts';
import { expectRefusal } from '../../test/expect-refusal.ts';
import { SECRET } from '../../test/harness.ts';
import { BUY } from '../../test/shop.ts';
import { spoilCalls } from '../../test/spoilt-calls.ts';
import { deriveTokenKeys } from '../derive-keys.ts';
import { makeTokens } from '../services/identity/tokens.ts';

const calls = spoilCalls();

const encode = (value: unknown) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');
const keyFor = (purpose: string) => Buffer.from(hkdfSync('sha256', SECRET, '', `foyer ${purpose}`, 32));
const GENUINE_KEY = keyFor('access token');
const HEAD = { alg: 'HS256', typ: 'at+jwt' };

const signToken = (header: unknown, payload: unknown, key: string | Buffer = GENUINE_KEY, hash = 'sha256') => {
  const text = `${encode(header)}.${encode(payload)}`;
  return `${text}.${createHmac(hash, key).update(text).digest('base64url')}`;
};

/** The same bytes in another spelling: the bits of the last sign that belong to no byte are set. */
const respelt = (text: string): string => {
  const signs = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  return text.slice(0, -1) + signs[signs.indexOf(text.at(-1) ?? '') ^ 1];
};
const flipped = (text: string, index: number) =>
  text.slice(0, index) + (text[index] === 'A' ? 'B' : 'A') + text.slice(index + 1);

interface Parts {
  readonly token: string;
  readonly claims: Readonly<Record<string, unknown>>;
  readonly head: string;
  readonly body: string;
  readonly signature: string;
}

const partsOf = (token: string): Parts => {
  const [head = '', body = '', signature = ''] = token.split('.');
  return { token, claims: payloadOf(token), head, body, signature };
};

type Forgery = readonly [name: string, forge: (parts: Parts) => string];

/** The signature of the genuine one under another header or other claims. */
const header = (name: string, change: object): Forgery => [
  `${name}, the signature of the genuine one`,
  ({ body, signature }) => `${encode({ ...HEAD, ...change })}.${body}.${signature}`,
];
const claim = (name: string, change: object): Forgery => [
  `${name}, the signature of the genuine one`,
  ({ head, claims, signature }) => `${head}.${encode({ ...claims, ...change })}.${signature}`,
];
/** What a verifier would take that believes the header, or checks nothing but a signature. */
const resigned = (name: string, key: string | Buffer, change: object = {}): Forgery => [
  name,
  ({ claims }) => signToken({ ...HEAD, ...change }, claims, key),
];
/** As only the server itself could sign it: what it says is still looked at. */
const wellSigned = (name: string, change: object, hash = 'sha256'): Forgery => [
  `${name}, well signed`,
  ({ claims }) => signToken({ ...HEAD, ...change }, claims, GENUINE_KEY, hash),
];
const wellClaimed = (name: string, change: object): Forgery => [
  `${name}, well signed`,
  ({ claims }) => signToken(HEAD, { ...claims, ...change }),
];
const NOBODY = '00000000000000000000000000';

const forgedAccess: readonly Forgery[] = [
  ['alg none, no signature', ({ body }) => `${encode({ ...HEAD, alg: 'none' })}.${body}.`],
  ['alg None, no signature', ({ body }) => `${encode({ ...HEAD, alg: 'None' })}.${body}.`],
  ['alg NONE without a type', ({ body }) => `${encode({ alg: 'NONE' })}.${body}.`],
  ['alg nOnE, two parts', ({ body }) => `${encode({ ...HEAD, alg: 'nOnE' })}.${body}`],
  ...['none', 'HS384', 'HS512', 'RS256', 'ES256', 'EdDSA', 'hs256', undefined].map((alg) => header(`alg ${alg}`, { alg })),
  ...['JWT', 'rt+jwt', undefined].map((typ) => header(`typ ${typ}`, { typ })),
  header('a kid that is a path', { kid: '../../../../dev/null' }),
  header('a kid that is SQL', { kid: `' UNION SELECT 'key'--` }),
  header('crit', { crit: ['exp'] }),
  header('b64 false', { b64: false, crit: ['b64'] }),
  ...['RS256', 'EdDSA', 'hs256', null].map((alg) => wellSigned(`alg ${alg}`, { alg })),
  wellSigned('alg HS384', { alg: 'HS384' }, 'sha384'),
  wellSigned('alg HS512', { alg: 'HS512' }, 'sha512'),
  wellSigned('sha512 as HS256', {}, 'sha512'),
  ...['JWT', 'rt+jwt', undefined].map((typ) => wellSigned(`typ ${typ}`, { typ })),
  ['the members of the header turned round, well signed', ({ claims }) => signToken({ typ: 'at+jwt', alg: 'HS256' }, claims)],
  wellSigned('a kid', { kid: '../../dev/null' }),
  wellSigned('a jku', { jku: 'https://attacker.test/keys.json' }),
  wellSigned('a jwk', { jwk: { kty: 'oct', k: 'AA' } }),
  wellSigned('an x5u', { x5u: 'https://attacker.test/cert.pem' }),
  wellSigned('crit', { crit: ['exp'] }),
  resigned('its own jwk', 'attacker', { jwk: { kty: 'oct', k: encode('attacker') } }),
  resigned('a jku', 'attacker', { jku: 'https://attacker.test/keys.json' }),
  resigned('an x5u', 'attacker', { x5u: 'https://attacker.test/cert.pem' }),
  resigned('an x5c', 'attacker', { x5c: ['MIIB'] }),
  resigned('an empty key', ''),
  resigned('an empty key named by kid', '', { kid: '/dev/null' }),
  resigned('the secret of the installation itself', SECRET),
  resigned('the key of refresh tokens', keyFor('refresh token')),
  resigned('a guessed key', 'secret'),
  ['a signature of another kind of token', ({ head, body }) => `${head}.${body}.${makeTokens(deriveTokenKeys([SECRET])).refresh('ses_x', 0).split('.')[2]}`],
  ['another installation', ({ claims }) => makeTokens(deriveTokenKeys([`${SECRET} other`])).access({ sessionId: String(claims.jti), generation: 1, userId: String(claims.usr) }, calls.h.wall.now())],
  claim('another user', { usr: `usr_${NOBODY}` }),
  claim('another session', { jti: `ses_${NOBODY}` }),
  claim('another issuer', { iss: 'elsewhere' }),
  claim('another audience', { aud: 'elsewhere' }),
  claim('no exp', { exp: undefined }),
  claim('exp far away', { exp: 9_999_999_999 }),
  claim('iat in the future', { iat: 9_999_999_999 }),
  claim('more claims', { claims: { vendor: {} } }),
  ...['exp', 'jti', 'usr', 'iat', 'iss'].map((name) => wellClaimed(`no ${name}`, { [name]: undefined })),
  wellClaimed('exp as text', { exp: '9999999999' }),
  wellClaimed('exp null', { exp: null }),
  wellClaimed('another issuer', { iss: 'elsewhere' }),
  wellClaimed('another audience', { aud: 'elsewhere' }),
  wellClaimed('a list of audiences', { aud: ['foyer-api'] }),
  wellClaimed('a session that does not exist', { jti: `ses_${NOBODY}` }),
  wellClaimed('a session of somebody else', { usr: `usr_${NOBODY}` }),
  ['a user as a list, well signed', ({ claims }) => signToken(HEAD, { ...claims, usr: [claims.usr] })],
  ...['{broken', 'null', '[]', '"text"'].map((text): Forgery => [`a payload of ${text}, well signed`, () => signToken(HEAD, text)]),
  ['the first sign of the signature', ({ head, body, signature }) => `${head}.${body}.${flipped(signature, 0)}`],
  ['a sign in its middle', ({ head, body, signature }) => `${head}.${body}.${flipped(signature, 20)}`],
  ['a sign of the payload', ({ head, body, signature }) => `${head}.${flipped(body, 30)}.${signature}`],
  ['a sign of the header', ({ head, body, signature }) => `${flipped(head, 5)}.${body}.${signature}`],
  ['half the signature', ({ head, body, signature }) => `${head}.${body}.${signature.slice(0, 21)}`],
  ['the signature without its last sign', ({ token }) => token.slice(0, -1)],
  ['a sign more', ({ token }) => `${token}A`],
  ['no signature', ({ head, body }) => `${head}.${body}.`],
  ['no third part', ({ head, body }) => `${head}.${body}`],
  ['a fourth part', ({ token }) => `${token}.AAAA`],
  ['an encrypted token’s five parts', ({ head, body, signature }) => `${head}..${body}.${signature}.${signature}`],
  ['the parts turned round', ({ head, body, signature }) => `${body}.${head}.${signature}`],
  ['the signature re-spelt', ({ head, body, signature }) => `${head}.${body}.${respelt(signature)}`],
  ['the signature padded', ({ token }) => `${token}=`],
  ['the payload padded', ({ head, body, signature }) => `${head}.${body}=.${signature}`],
  ['the header padded', ({ head, body, signature }) => `${head}=.${body}.${signature}`],
  ['the signature in standard base64', ({ head, body, signature }) => `${head}.${body}.${Buffer.from(signature, 'base64url').toString('base64')}`],
  ['the signature in hex', ({ head, body, signature }) => `${head}.${body}.${Buffer.from(signature, 'base64url').toString('hex')}`],
  ['the header with spaces inside', ({ body, signature }) => `${encode(JSON.stringify(HEAD, null, 1))}.${body}.${signature}`],
  ['a space inside', ({ token }) => `${token.slice(0, 20)} ${token.slice(20)}`],
  ['a space before the signature', ({ head, body, signature }) => `${head}.${body}. ${signature}`],
  ['a line end, encoded', ({ token }) => `${token}%0a`],
  ['another case', ({ token }) => token.toUpperCase()],
  ['twice, as of two headers', ({ token }) => `${token}, ${token}`],
  ['the refresh token', () => calls.customer.client.refreshToken],
  ['the refresh token without its prefix', () => calls.customer.client.refreshToken.slice(3)],
  ['the session’s id', ({ claims }) => String(claims.jti)],
  ['dots', () => '..'],
  ['a dot', () => '.'],
  ['null', () => 'null'],
  ['undefined', () => 'undefined'],
  ['12,000 signs', () => 'x'.repeat(12_000)],
]; // biome-ignore format: a table

describe('[SE-12] [INV-16] forged variants of a genuine access token', () => {
  test('are more than 50 different ones, and the genuine one is good', async () => {
    const { accessToken } = calls.customer.client;
    const forged = forgedAccess.map(([, forge]) => forge(partsOf(accessToken)));
    expect(new Set(forged).size).toBeGreaterThan(50);
    expect(forged).not.toContain(accessToken);
    expect((await calls.send({ url: '/api/auth/me' })).status).toBe(200);
  });

  test('are INVALID_TOKEN on each call, in either header, and nothing happens', async () => {
    for (const [name, forge] of forgedAccess) {
      const forged = forge(partsOf(calls.customer.client.accessToken));
      for (const headers of [{ 'x-is-at': forged }, { authorization: `Bearer ${forged}` }]) {
        for (const url of ['/api/auth/me', '/api/account/me', BUY])
          expectRefusal(await inject(calls.h.app, { url, headers }), 'INVALID_TOKEN', `${name}: ${url}`);
        const buy = { method: 'POST', url: BUY, payload: { planId: 'pln_drive_pro' }, headers } as const;
        expectRefusal(await inject(calls.h.app, buy), 'INVALID_TOKEN', `${name}: a purchase`);
      }
    }
  });

  test('the body of one and the signature of another', async () => {
    const mine = partsOf(calls.customer.client.accessToken);
    const theirs = partsOf((await calls.h.makeCustomer()).client.accessToken);
    calls.before = await calls.look();
    const mixed = `${mine.head}.${mine.body}.${theirs.signature}`;
    expectRefusal(await inject(calls.h.app, { url: '/api/auth/me', headers: { 'x-is-at': mixed } }), 'INVALID_TOKEN');
  });

  test('an expired genuine one is UNAUTHORIZED, so that the page refreshes', async () => {
    const past = Math.floor(Date.now() / 1000);
    const claims = { ...payloadOf(calls.customer.client.accessToken), iat: past - 301, exp: past - 1 };
    for (const url of ['/api/auth/me', '/api/account/me'])
      expectRefusal(
        await inject(calls.h.app, { url, headers: { 'x-is-at': signToken(HEAD, claims) } }),
        'UNAUTHORIZED',
      );
  });

  test('none, an empty one, another scheme or place: UNAUTHORIZED', async () => {
    const { accessToken } = calls.customer.client;
    for (const headers of [
      {},
      { 'x-is-at': '' },
      { authorization: `Basic ${accessToken}` },
      { cookie: `token=${accessToken}` },
    ])
      expectRefusal(await inject(calls.h.app, { url: '/api/account/me', headers }), 'UNAUTHORIZED');
    const asQuery = `/api/account/me?access_token=${accessToken}`;
    expectRefusal(await inject(calls.h.app, { url: asQuery }), 'UNAUTHORIZED');
  });
});

interface RefreshParts {
  readonly token: string;
  readonly session: string;
  readonly generation: string;
  readonly signature: string;
}

const forgedRefresh: readonly (readonly [string, (parts: RefreshParts) => string])[] = [
  ['the next generation', ({ session, generation, signature }) => `${session}.${Number(generation) + 1}.${signature}`],
  ['an earlier generation', ({ session, signature }) => `${session}.0.${signature}`],
  ['a generation below zero', ({ session, signature }) => `${session}.-1.${signature}`],
  ['the generation with a zero before', ({ session, generation, signature }) => `${session}.0${generation}.${signature}`],
  ['the generation with a sign', ({ session, generation, signature }) => `${session}.+${generation}.${signature}`],
  ['the generation as a fraction', ({ session, generation, signature }) => `${session}.${generation}.0.${signature}`],
  ['a generation beyond numbers', ({ session, signature }) => `${session}.99999999999999999999.${signature}`],
  ['another session', ({ generation, signature }) => `fr_ses_${NOBODY}.${generation}.${signature}`],
  ['without its prefix', ({ token }) => token.slice(3)],
  ['another prefix', ({ token }) => `rt_${token.slice(3)}`],
  ['another case', ({ token }) => token.toUpperCase()],
  ['no signature', ({ session, generation }) => `${session}.${generation}.`],
  ['the signature without its last sign', ({ token }) => token.slice(0, -1)],
  ['a sign more', ({ token }) => `${token}A`],
  ['a byte of the signature', ({ session, generation, signature }) => `${session}.${generation}.${flipped(signature, 0)}`],
  ['the signature re-spelt', ({ session, generation, signature }) => `${session}.${generation}.${respelt(signature)}`],
  ['the signature padded', ({ token }) => `${token}=`],
  ['the key of access tokens', ({ session, generation }) => `${session}.${generation}.${createHmac('sha256', GENUINE_KEY).update(`${session.slice(3)}.${generation}`).digest('base64url')}`],
  ['another installation', ({ session }) => makeTokens(deriveTokenKeys([`${SECRET} other`])).refresh(session.slice(3), 1)],
  ['a space behind', ({ token }) => `${token} `],
  ['spaces around', ({ token }) => ` ${token} `],
  ['a line end behind', ({ token }) => `${token}\n`],
  ['an access token', () => calls.customer.client.accessToken],
  ['a dot', () => '.'],
]; // biome-ignore format: a table

describe('[SE-12] [INV-16] forged variants of a genuine refresh token', () => {
  test('are INVALID_TOKEN, and nothing happens', async () => {
    const { refreshToken: token } = calls.customer.client;
    const [session = '', generation = '', signature = ''] = token.split('.');
    for (const [name, forge] of forgedRefresh) {
      const refreshToken = forge({ token, session, generation, signature });
      expect(refreshToken, name).not.toBe(token);
      const answer = await inject(calls.h.app, { method: 'POST', url: '/api/auth/tokens', payload: { refreshToken } });
      expectRefusal(answer, 'INVALID_TOKEN', name);
      expect(answer.body.message).toBe('Invalid Refresh Token');
    }
  });

  test('none of them ended the session', async () => {
    const { refreshToken } = calls.customer.client;
    const answer = await inject(calls.h.app, { method: 'POST', url: '/api/auth/tokens', payload: { refreshToken } });
    calls.before = await calls.look();
    expect(answer.status, answer.text).toBe(200);
  });
});
