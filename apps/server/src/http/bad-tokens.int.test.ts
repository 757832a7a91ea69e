import { createHmac, hkdfSync } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { inject, payloadOf } from '../../test/client.ts';
import { expectRefusal } from '../../test/expect-refusal.ts';
import { type Customer, type Harness, SECRET, startHarness } from '../../test/harness.ts';
import { snapshot } from '../../test/snapshot.ts';

let h: Harness;
let customer: Customer;
let before: Readonly<Record<string, string>>;

beforeAll(async () => {
  h = await startHarness();
  customer = await h.makeCustomer({ card: 'tok_visa', clock: '2026-01-10T12:00:00.000Z' });
});

beforeEach(async () => {
  before = await snapshot(h.database);
});

/** Nothing that is refused leaves a trace, and none of it is a fault of ours (INV-23). */
afterEach(async () => {
  h.log.expectQuiet();
  expect(await snapshot(h.database)).toEqual(before);
});
afterAll(() => h.stop());

const BUY = '/api/subscription/subscriptions';

describe('a forged token', () => {
  const b64 = (value: unknown) =>
    Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');
  const key = (purpose: string) => Buffer.from(hkdfSync('sha256', SECRET, '', `foyer ${purpose}`, 32));
  const signed = (
    header: unknown,
    payload: unknown,
    secret: string | Buffer = key('access token'),
    hash = 'sha256',
  ) => {
    const text = `${b64(header)}.${b64(payload)}`;
    return `${text}.${createHmac(hash, secret).update(text).digest('base64url')}`;
  };
  const HEAD = { alg: 'HS256', typ: 'at+jwt' };

  /** Another spelling of the same bytes: the bits of the last character that carry nothing. */
  const otherSpelling = (text: string): string => {
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const same = [...alphabet].map((last) => text.slice(0, -1) + last);
    return (
      same.find(
        (candidate) => candidate !== text && Buffer.from(candidate, 'base64url').equals(Buffer.from(text, 'base64url')),
      ) ?? ''
    );
  };

  /** Mutations of a genuine access token; none may pass. */
  const forgeries = (): Record<string, string> => {
    const genuine = customer.client.accessToken;
    const [head = '', body = '', signature = ''] = genuine.split('.');
    const claims = payloadOf(genuine);
    const changed = (change: Record<string, unknown>) => `${head}.${b64({ ...claims, ...change })}.${signature}`;
    const flipped = (text: string, index: number) =>
      text.slice(0, index) + (text[index] === 'A' ? 'B' : 'A') + text.slice(index + 1);
    const without = (name: string) => Object.fromEntries(Object.entries(claims).filter(([claim]) => claim !== name));
    const now = Math.floor(Date.now() / 1000);
    return {
      'alg none, no signature': `${b64({ alg: 'none', typ: 'at+jwt' })}.${body}.`,
      'alg none, old signature': `${b64({ alg: 'none', typ: 'at+jwt' })}.${body}.${signature}`,
      'alg None': `${b64({ alg: 'None', typ: 'at+jwt' })}.${body}.`,
      'alg NONE': `${b64({ alg: 'NONE' })}.${body}.`,
      'alg nOnE without dots': `${b64({ alg: 'nOnE' })}.${body}`,
      'alg null': signed({ alg: null, typ: 'at+jwt' }, claims),
      'alg HS512': signed({ alg: 'HS512', typ: 'at+jwt' }, claims, undefined, 'sha512'),
      'alg HS384': signed({ alg: 'HS384', typ: 'at+jwt' }, claims, undefined, 'sha384'),
      'alg RS256': signed({ alg: 'RS256', typ: 'at+jwt' }, claims),
      'alg EdDSA': signed({ alg: 'EdDSA', typ: 'at+jwt' }, claims),
      'alg hs256': signed({ alg: 'hs256', typ: 'at+jwt' }, claims),
      'typ JWT': signed({ alg: 'HS256', typ: 'JWT' }, claims),
      'typ missing': signed({ alg: 'HS256' }, claims),
      'typ rt+jwt': signed({ alg: 'HS256', typ: 'rt+jwt' }, claims),
      'members in another order': signed({ typ: 'at+jwt', alg: 'HS256' }, claims),
      'a kid': signed({ ...HEAD, kid: '../../dev/null' }, claims),
      'a jku': signed({ ...HEAD, jku: 'https://evil.example/keys' }, claims),
      'a jwk': signed({ ...HEAD, jwk: { kty: 'oct', k: 'AA' } }, claims),
      'an x5u': signed({ ...HEAD, x5u: 'https://evil.example/cert' }, claims),
      crit: signed({ ...HEAD, crit: ['exp'] }, claims),
      'signed with nothing': signed(HEAD, claims, ''),
      'signed with the whole secret': signed(HEAD, claims, SECRET),
      'signed with the refresh key': signed(HEAD, claims, key('refresh token')),
      'signed with "secret"': signed(HEAD, claims, 'secret'),
      'signed as sha512': signed(HEAD, claims, undefined, 'sha512'),
      'another user': changed({ usr: 'usr_other' }),
      'another session': changed({ jti: 'ses_other' }),
      'a later end': changed({ exp: now + 10_000_000 }),
      'end as a text': signed(HEAD, { ...claims, exp: String(now + 1000) }),
      'no end': signed(HEAD, without('exp')),
      'end null': signed(HEAD, { ...claims, exp: null }),
      'no session': signed(HEAD, without('jti')),
      'no user': signed(HEAD, without('usr')),
      'no issue time': signed(HEAD, without('iat')),
      'another issuer': signed(HEAD, { ...claims, iss: 'evil' }),
      'no issuer': signed(HEAD, without('iss')),
      'another audience': signed(HEAD, { ...claims, aud: 'elsewhere' }),
      audiences: signed(HEAD, { ...claims, aud: ['foyer-api'] }),
      'a session that does not exist, well signed': signed(HEAD, { ...claims, jti: 'ses_00000000000000000000000000' }),
      'the session of nobody of that name, well signed': signed(HEAD, {
        ...claims,
        usr: 'usr_00000000000000000000000000',
      }),
      'a user as a list, well signed': signed(HEAD, { ...claims, usr: [claims.usr] }),
      'payload is no JSON, well signed': signed(HEAD, '{broken'),
      'payload is null, well signed': signed(HEAD, 'null'),
      'payload is a list, well signed': signed(HEAD, '[]'),
      'first character of the signature': `${head}.${body}.${flipped(signature, 0)}`,
      'middle of the signature': `${head}.${body}.${flipped(signature, 20)}`,
      'short signature': `${head}.${body}.${signature.slice(0, -1)}`,
      'long signature': `${genuine}A`,
      'no signature': `${head}.${body}.`,
      'no third part': `${head}.${body}`,
      'four parts': `${genuine}.${signature}`,
      'parts swapped': `${body}.${head}.${signature}`,
      'changed payload character': `${head}.${flipped(body, 30)}.${signature}`,
      'changed header character': `${flipped(head, 5)}.${body}.${signature}`,
      'another spelling of the signature': `${head}.${body}.${otherSpelling(signature)}`,
      'another spelling of the payload, padded': `${head}.${body}=.${signature}`,
      'padding at the end': `${genuine}=`,
      'standard base64': `${head}.${body}.${Buffer.from(signature, 'base64url').toString('base64')}`,
      'a space inside': `${head}.${body}. ${signature}`,
      'a line break at the end': `${genuine}%0a`,
      'dots alone': '..',
      'one dot': '.',
      'a word': 'undefined',
      null: 'null',
      'the refresh token': customer.client.refreshToken,
      'the refresh token without its prefix': customer.client.refreshToken.slice(3),
      'the session id': String(claims.jti),
      'very long': 'x'.repeat(12_000),
      'another case': genuine.toUpperCase(),
      'twice, as of two headers': `${genuine}, ${genuine}`,
    };
  };

  test('[SE-12] is refused on each call, in more than fifty forms', async () => {
    const all = forgeries();
    expect(Object.keys(all).length).toBeGreaterThanOrEqual(50);
    for (const [what, token] of Object.entries(all)) {
      for (const url of ['/api/auth/me', '/api/account/me', '/api/subscription/subscriptions']) {
        expectRefusal(await inject(h.app, { url, headers: { 'x-is-at': token } }), 'INVALID_TOKEN', what);
      }
      const bought = await inject(h.app, {
        method: 'POST',
        url: BUY,
        payload: { planId: 'pln_drive_pro' },
        headers: { authorization: `Bearer ${token}` },
      });
      expectRefusal(bought, 'INVALID_TOKEN', what);
    }
  });

  test('an expired genuine one is UNAUTHORIZED, so that the page refreshes', async () => {
    const past = Math.floor(Date.now() / 1000);
    const claims = { ...payloadOf(customer.client.accessToken), iat: past - 301, exp: past - 1 };
    for (const url of ['/api/auth/me', '/api/account/me']) {
      expectRefusal(await inject(h.app, { url, headers: { 'x-is-at': signed(HEAD, claims) } }), 'UNAUTHORIZED');
    }
  });

  test('no token, an empty one, another scheme: UNAUTHORIZED', async () => {
    for (const headers of [
      {},
      { 'x-is-at': '' },
      { authorization: `Basic ${customer.client.accessToken}` },
      { cookie: `token=${customer.client.accessToken}` },
    ]) {
      expectRefusal(await inject(h.app, { url: '/api/account/me', headers }), 'UNAUTHORIZED');
    }
    const asQuery = `/api/account/me?access_token=${customer.client.accessToken}`;
    expectRefusal(await inject(h.app, { url: asQuery }), 'UNAUTHORIZED');
  });

  test('[SE-12] no spelling of a refresh token but its own is taken', async () => {
    const genuine = customer.client.refreshToken;
    const [, session = '', generation = '', signature = ''] = /^fr_(.*)\.(\d+)\.(.*)$/.exec(genuine) ?? [];
    const forged: Record<string, string> = {
      'the access token': customer.client.accessToken,
      'no prefix': genuine.slice(3),
      'another prefix': `rt_${genuine.slice(3)}`,
      'the next generation': `fr_${session}.${Number(generation) + 1}.${signature}`,
      'an earlier generation': `fr_${session}.0.${signature}`,
      'a generation with a zero in front': `fr_${session}.0${generation}.${signature}`,
      'a generation with a sign': `fr_${session}.+${generation}.${signature}`,
      'a generation beyond all': `fr_${session}.99999999999999999999.${signature}`,
      'another session': `fr_ses_other.${generation}.${signature}`,
      'no signature': `fr_${session}.${generation}.`,
      'a short signature': genuine.slice(0, -1),
      'a long signature': `${genuine}A`,
      'another spelling of the signature': `fr_${session}.${generation}.${otherSpelling(signature)}`,
      'signed with the access key': `fr_${session}.${generation}.${createHmac('sha256', key('access token')).update(`${session}.${generation}`).digest('base64url')}`,
      'a line break at the end': `${genuine}\n`,
      'spaces around': ` ${genuine} `,
      empty: '.',
    };
    for (const [what, refreshToken] of Object.entries(forged)) {
      expectRefusal(
        await inject(h.app, { method: 'POST', url: '/api/auth/tokens', payload: { refreshToken } }),
        'INVALID_TOKEN',
        what,
      );
    }
  });
});
