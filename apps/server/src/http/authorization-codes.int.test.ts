import { createHash } from 'node:crypto';
import type { TokenPair } from '@foyer/contract/api/auth';
import { routes } from '@foyer/contract/api/routes';
import { MINUTE_MS } from '@foyer/contract/vocabulary/instants';
import { describe, expect, test } from 'vitest';
import { inject } from '../../test/client.ts';
import { PASSWORD } from '../../test/customers.ts';
import type { Customer } from '../../test/harness.ts';
import { useHarness } from '../../test/use-harness.ts';

const CLIENT = 'https://drive.arcwave.example/signin';
const VERIFIER = 'verifier-of-the-client-in-this-test-0123456789';
const challengeOf = (verifier: string) => createHash('sha256').update(verifier).digest('base64url');

const h = useHarness();

const firstTokenOf = async (customer: Customer): Promise<string> => {
  const payload = { email: customer.email, password: PASSWORD };
  const signed = await h.anonymous().post<{ refreshToken: string }>('/api/auth/sessions', payload);
  expect(signed.status, signed.text).toBe(200);
  return signed.body.refreshToken;
};
const bind = (refreshToken: string, changes: object = {}) =>
  h.anonymous().post<{ code: string }>('/api/auth/authorization-codes', {
    refreshToken,
    returnAddress: CLIENT,
    codeChallenge: challengeOf(VERIFIER),
    ...changes,
  });
const codeOf = async (customer: Customer): Promise<string> => {
  const bound = await bind(await firstTokenOf(customer));
  expect(bound.status, bound.text).toBe(200);
  return bound.body.code;
};
const exchange = (refreshToken: string, codeVerifier?: string) =>
  h.anonymous().post<TokenPair>('/api/auth/tokens', { refreshToken, codeVerifier });
const expectRefused = async (answer: ReturnType<typeof exchange>) => {
  const { status, body, text } = await answer;
  expect([status, body.error?.type], text).toEqual([401, 'INVALID_TOKEN']);
};
const mailsTo = ({ email }: Customer) =>
  h.queued.filter(
    (mail) => 'kind' in mail && mail.to === email && 'template' in mail && mail.template === 'refresh_reused',
  );

describe('an authorization code', () => {
  test('[ASVS 10.4.4] [ASVS 10.4.6] is exchanged with its verifier only, and its tokens are ordinary ones', async () => {
    const code = await codeOf(await h.makeCustomer());
    await expectRefused(exchange(code));
    await expectRefused(exchange(code, `${VERIFIER}x`));
    const pair = await exchange(code, VERIFIER);
    expect(pair.status, pair.text).toBe(200);
    await expectRefused(exchange(pair.body.refreshToken, VERIFIER));
    const next = await exchange(pair.body.refreshToken);
    expect(next.status, next.text).toBe(200);
    const me = await inject(h.app, { url: '/api/auth/me', headers: { 'x-is-at': next.body.accessToken } });
    expect(me.status).toBe(200);
  });

  test('[ASVS 10.4.2] used twice, also at once, ends the session and tells its owner', async () => {
    for (const atOnce of [false, true]) {
      const customer = await h.makeCustomer();
      const code = await codeOf(customer);
      const pair = exchange(code, VERIFIER);
      if (!atOnce) await pair;
      const answers = await Promise.all([pair, exchange(code, VERIFIER)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
      const issued = answers.find(({ status }) => status === 200)?.body;
      await expectRefused(exchange(issued?.refreshToken ?? ''));
      const me = { url: '/api/auth/me', headers: { 'x-is-at': issued?.accessToken ?? '' } };
      expect((await inject(h.app, me)).status).toBe(401);
      expect(mailsTo(customer)).toHaveLength(1);
    }
  });

  test('[ASVS 10.4.2] used again without its verifier gets no tokens within the overlap of refreshes', async () => {
    const code = await codeOf(await h.makeCustomer());
    expect((await exchange(code, VERIFIER)).status).toBe(200);
    await expectRefused(exchange(code));
  });

  test('[ASVS 10.4.3] lives two minutes from the sign-in', async () => {
    const code = await codeOf(await h.makeCustomer());
    h.wall.advance(2 * MINUTE_MS);
    await expectRefused(exchange(code, VERIFIER));
    h.wall.reset();
  });

  test('[ASVS 10.4.1] [L4] is made for a registered address and from an unused first token, once', async () => {
    const customer = await h.makeCustomer();
    const first = await firstTokenOf(customer);
    for (const returnAddress of [`${CLIENT}/`, `${CLIENT}?x=1`, 'https://evil.example/signin', '']) {
      const refused = await bind(first, { returnAddress });
      expect([refused.status, refused.body.error.type], returnAddress).toEqual([400, 'INVALID_REQUEST']);
    }
    for (const codeChallenge of ['', 'plain', `${challengeOf(VERIFIER)}=`])
      expect((await bind(first, { codeChallenge })).body.error.type, codeChallenge).toBe('INVALID_REQUEST');
    expect((await bind(first)).status).toBe(200);
    for (const token of [first, customer.client.refreshToken, 'fr_forged'])
      expect((await bind(token)).body.error.type, token).toBe('INVALID_TOKEN');
    const used = await firstTokenOf(customer);
    expect((await exchange(used)).status).toBe(200);
    expect((await bind(used)).body.error.type).toBe('INVALID_TOKEN');
  });

  test('[ASVS 10.4.4] opens no call of the API as an access token, nor does the first token of a sign-in', async () => {
    const customer = await h.makeCustomer();
    const calls = Object.entries(routes).filter(([, { access }]) => access === 'session');
    expect(calls.length).toBeGreaterThan(50);
    for (const token of [await codeOf(customer), await firstTokenOf(customer)]) {
      for (const [name] of calls) {
        const [method, path = ''] = name.split(' ');
        for (const headers of [{ 'x-is-at': token }, { authorization: `Bearer ${token}` }]) {
          const url = path.replaceAll(/:\w+/g, 'x');
          const answer = await inject(h.app, { method: method as 'GET', url, headers });
          expect([answer.status, answer.body.error?.type], name).toEqual([401, 'INVALID_TOKEN']);
        }
      }
    }
  });
});
