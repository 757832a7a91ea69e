import { createHmac, hkdfSync } from 'node:crypto';
import { SECOND_MS } from '@foyer/contract/vocabulary/instants';
import { describe, expect, test } from 'vitest';
import { deriveTokenKeys } from '../../derive-keys.ts';
import { makeTokens } from './tokens.ts';

const SECRET = 'a secret of the tests, long enough for anybody';
const tokens = makeTokens(deriveTokenKeys([SECRET]));
const now = 1_790_000_000 * SECOND_MS;

const header = { alg: 'HS256', typ: 'at+jwt' };
const payload = {
  iss: 'foyer',
  aud: 'foyer-api',
  iat: 1_790_000_000,
  exp: 1_790_000_300,
  usr: 'usr_1',
  jti: 'ses_1',
  gen: 3,
};

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** With the genuine key: what is left is whether the token says what an access token says. */
const signToken = (head: unknown, body: unknown, purpose = 'access token'): string => {
  const key = Buffer.from(hkdfSync('sha256', SECRET, '', `foyer ${purpose}`, 32));
  const text = `${encode(head)}.${encode(body)}`;
  return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`;
};

test('an access token is read back, also when it has expired', () => {
  const claims = {
    sessionId: 'ses_1',
    generation: 3,
    userId: 'usr_1',
    issuedAt: now,
    expiresAt: now + 300 * SECOND_MS,
  };
  expect(tokens.access({ sessionId: 'ses_1', generation: 3, userId: 'usr_1' }, now)).toBe(signToken(header, payload));
  expect(tokens.readAccess(signToken(header, payload))).toEqual(claims);
});

test('an access token of an earlier release, without a generation, is of the first family', () => {
  expect(tokens.readAccess(signToken(header, { ...payload, gen: undefined }))?.generation).toBe(0);
});

describe('[INV-16] the genuine key signs other things too: none of them is an access token', () => {
  test.each<[string, string]>([
    ['alg none', signToken({ ...header, alg: 'none' }, payload)],
    ['alg HS512', signToken({ ...header, alg: 'HS512' }, payload)],
    ['typ JWT', signToken({ ...header, typ: 'JWT' }, payload)],
    ['typ of another token', signToken({ ...header, typ: 'rt+jwt' }, payload)],
    ['no typ', signToken({ alg: 'HS256' }, payload)],
    ['a kid', signToken({ ...header, kid: '1' }, payload)],
    ['a jwk', signToken({ ...header, jwk: {} }, payload)],
    ['a jku', signToken({ ...header, jku: 'https://attacker.test' }, payload)],
    ['another order of the header', signToken({ typ: header.typ, alg: header.alg }, payload)],
    ['another issuer', signToken(header, { ...payload, iss: 'elsewhere' })],
    ['no issuer', signToken(header, { ...payload, iss: undefined })],
    ['another audience', signToken(header, { ...payload, aud: 'elsewhere' })],
    ['a list of audiences', signToken(header, { ...payload, aud: ['foyer-api'] })],
    ['no exp', signToken(header, { ...payload, exp: undefined })],
    ['exp as text', signToken(header, { ...payload, exp: '9999999999' })],
    ['no iat', signToken(header, { ...payload, iat: undefined })],
    ['no user', signToken(header, { ...payload, usr: undefined })],
    ['a user that is none', signToken(header, { ...payload, usr: { $ne: null } })],
    ['no session', signToken(header, { ...payload, jti: undefined })],
    ['a generation as text', signToken(header, { ...payload, gen: '9' })],
    ['no object', signToken(header, null)],
    ['the key of refresh tokens', signToken(header, payload, 'refresh token')],
  ])('%s', (_name, token) => {
    expect(tokens.readAccess(token)).toBeNull();
  });

  test('nor is a refresh token an access token, or the reverse', () => {
    const refresh = tokens.refresh('ses_1', 1);
    expect(tokens.readRefresh(refresh)).toEqual({ sessionId: 'ses_1', generation: 1 });
    expect(tokens.readAccess(refresh)).toBeNull();
    expect(tokens.readRefresh(tokens.access({ sessionId: 'ses_1', generation: 0, userId: 'usr_1' }, now))).toBeNull();
  });
});
