import type { Me, TokenPair } from '@foyer/contract/api/auth';
import { describe, expect, test } from 'vitest';
import { inject } from '../../test/client.ts';
import type { Customer } from '../../test/harness.ts';
import { useHarness } from '../../test/use-harness.ts';

const h = useHarness();

const refresh = (refreshToken: string) =>
  inject<TokenPair>(h.app, { method: 'POST', url: '/api/auth/tokens', payload: { refreshToken } });
const me = (accessToken: string) => inject<Me>(h.app, { url: '/api/auth/me', headers: { 'x-is-at': accessToken } });

const expectInvalid = async (token: string) => {
  const answer = await refresh(token);
  expect(answer.status, answer.text).toBe(401);
  expect(answer.body.error.type).toBe('INVALID_TOKEN');
};

const events = (customer: Customer) =>
  h.database.query<{ type: string }>('SELECT type FROM security_events WHERE account_id = $1 ORDER BY at, id', [
    customer.accountId,
  ]);

describe('signing out', () => {
  test('[SE-04] [INV-13] ends the session: both tokens are refused on the next request', async () => {
    const customer = await h.makeCustomer();
    const elsewhere = await h.signIn(customer.email);
    const { client } = customer;
    const out = await client.delete(`/api/auth/me/security/tokens/${client.jti()}`);
    expect(out.status).toBe(204);
    expect(out.text).toBe('');
    expect((await client.get('/api/account/me')).body.error.type).toBe('INVALID_TOKEN');
    expect((await me(client.accessToken)).body.error.type).toBe('INVALID_TOKEN');
    await expectInvalid(client.refreshToken);
    expect((await events(customer)).map(({ type }) => type)).toContain('signed_out');
    expect((await me(elsewhere.accessToken)).status).toBe(200);
  });

  test('[SE-04] [ASVS 7.5.2] another session of one’s own is refused and goes on', async () => {
    const customer = await h.makeCustomer();
    const other = await h.signIn(customer.email);
    const out = await customer.client.delete(`/api/auth/me/security/tokens/${other.jti()}`);
    expect([out.status, out.body.error.type]).toEqual([403, 'FORBIDDEN']);
    expect((await me(other.accessToken)).status).toBe(200);
    expect((await events(customer)).map(({ type }) => type)).not.toContain('signed_out');
  });

  test('another user’s session answers like none, and lives on (INV-20)', async () => {
    const customer = await h.makeCustomer();
    const stranger = await h.makeCustomer();
    const theirs = await stranger.client.delete(`/api/auth/me/security/tokens/${customer.client.jti()}`);
    expect(theirs.status).toBe(404);
    expect(theirs.body.error.type).toBe('NOT_FOUND');
    expect((await me(customer.client.accessToken)).status).toBe(200);
  });

  test('another user’s session and one that never was cannot be told apart (INV-20)', async () => {
    const customer = await h.makeCustomer();
    const stranger = await h.makeCustomer();
    const theirs = await stranger.client.delete(`/api/auth/me/security/tokens/${customer.client.jti()}`);
    const unknown = await stranger.client.delete('/api/auth/me/security/tokens/ses_00000000000000000000000000');
    expect(unknown.status).toBe(theirs.status);
  });

  test('[INV-13] a refresh and a sign-out at the same moment leave nobody signed in', async () => {
    for (let n = 0; n < 5; n += 1) {
      const { client } = await h.makeCustomer();
      const [pair] = await Promise.all([
        refresh(client.refreshToken),
        client.delete(`/api/auth/me/security/tokens/${client.jti()}`),
      ]);
      await expectInvalid(client.refreshToken);
      if (pair.status !== 200) continue;
      expect((await me(pair.body.accessToken)).body.error.type).toBe('INVALID_TOKEN');
      await expectInvalid(pair.body.refreshToken);
    }
  });
});
