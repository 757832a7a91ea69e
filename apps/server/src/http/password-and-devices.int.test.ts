import type { TokenPair } from '@foyer/contract/api/auth';
import { MINUTE_MS } from '@foyer/contract/vocabulary/instants';
import { describe, expect, test } from 'vitest';
import { inject, makeClient } from '../../test/client.ts';
import { defaultClaimPaths, PASSWORD } from '../../test/customers.ts';
import { useHarness } from '../../test/use-harness.ts';

const h = useHarness();
const FRESH = 'an entirely new phrase';

const postJson = <Body>(url: string, payload: object, remoteAddress = '203.0.113.9') =>
  inject<Body>(h.app, { method: 'POST', url, payload, remoteAddress });
const signIn = (email: string, password: string, device?: string) =>
  postJson<{ refreshToken: string; device: string }>('/api/auth/sessions', {
    email,
    password,
    ...(device && { device }),
  });

/** In a browser of their own: what it keeps, and a password changed there. */
const openBrowser = async (email: string, kept?: string) => {
  const { refreshToken, device } = (await signIn(email, PASSWORD, kept)).body;
  const tokens = await postJson<TokenPair>('/api/auth/tokens', { refreshToken });
  const change = () =>
    makeClient(h.app, tokens.body).post('/api/auth/me/change-password', { password: PASSWORD, newPassword: FRESH });
  return { device, change };
};

const failToSignInElsewhere = async (email: string) => {
  for (let n = 0; n < 7; n += 1)
    await postJson('/api/auth/sessions', { email, password: 'not the password' }, '198.51.100.69');
};

describe('[SE-11] [SC-03] nobody locks the owner out of the device a password was changed on', () => {
  test.each([
    ['that was new', false],
    ['that was known', true],
  ])('a device %s stays known at the new password, and no other one does', async (_title, wasKnown) => {
    const { email } = await h.makeCustomer({ claims: defaultClaimPaths });
    const other = await openBrowser(email);
    const first = wasKnown ? (await openBrowser(email)).device : undefined;
    h.wall.advance(MINUTE_MS);
    const { device, change } = await openBrowser(email, first);
    if (wasKnown) expect(device).toBe(first);
    expect((await change()).status).toBe(200);
    await failToSignInElsewhere(email);
    expect((await signIn(email, FRESH)).status).toBe(429);
    expect((await signIn(email, FRESH, other.device)).status).toBe(429);
    expect((await signIn(email, FRESH, device)).status).toBe(200);
  });

  test('one that was forgotten is known again by the token it kept', async () => {
    const { email, userId } = await h.makeCustomer({ claims: defaultClaimPaths });
    const { device } = await openBrowser(email);
    await h.database.query('DELETE FROM known_devices WHERE user_id = $1', [userId]);
    expect((await openBrowser(email, device)).device).toBe(device);
    await failToSignInElsewhere(email);
    expect((await signIn(email, PASSWORD, device)).status).toBe(200);
  });
});
