import { MINUTE_MS } from '@foyer/contract/vocabulary/instants';
import { describe, expect, test } from 'vitest';
import { makeClient } from '../../test/client.ts';
import { PASSWORD } from '../../test/customers.ts';
import type { Customer } from '../../test/harness.ts';
import { type Asked, expectRefused, makePasskeyCalls, SITE, type SignedIn } from '../../test/passkey-calls.ts';
import { makeSoftwarePasskey, type SoftwarePasskey, type Twist } from '../../test/software-passkey.ts';
import { useHarness } from '../../test/use-harness.ts';

const h = useHarness();

const {
  makeHolder,
  requestRegistration,
  add,
  withPasskey,
  requestAuthentication,
  signIn,
  signInWith,
  passkeysOf,
  eventsOf,
} = makePasskeyCalls(() => h);

describe('signing in with a passkey alone', () => {
  test('[BY-01] [SE-11] begins a session of its user', async () => {
    const holder = await withPasskey();
    const signed = await signInWith(holder.device);
    expect(signed.status, signed.text).toBe(200);
    const { refreshToken } = signed.body;
    const { body } = await h.anonymous().post<{ accessToken: string }>('/api/auth/tokens', { refreshToken });
    const me = await makeClient(h.app, { accessToken: body.accessToken, refreshToken }).get<{ user: { id: string } }>(
      '/api/auth/me',
    );
    expect(me.body.user.id).toBe(holder.userId);
    expect((await passkeysOf(holder))[0]?.lastUsedAt).not.toBeNull();
    expect((await eventsOf(holder)).filter((type) => type === 'signed_in')).toHaveLength(2);
    expect((await signInWith(holder.device)).status).toBe(200);
  });

  test('[INV-19] the challenge reveals no account', async () => {
    await withPasskey();
    const [first, second] = [await requestAuthentication(), await requestAuthentication()];
    const plain = ({ options }: Asked) => ({ ...options, challenge: '' });
    expect(plain(first)).toEqual(plain(second));
    expect(first.options.allowCredentials).toBeUndefined();
    expect(first.options.challenge).not.toBe(second.options.challenge);
  });

  test('a device that does not count signs in again and again', async () => {
    const { device } = await withPasskey(makeSoftwarePasskey(SITE, { counts: false }));
    for (let n = 0; n < 3; n += 1) expect((await signInWith(device)).status).toBe(200);
  });

  test.each<[string, Twist]>([
    ['from another site', { origin: 'http://evil.example' }],
    ['from the other brand’s host', { origin: 'http://drive.localhost' }],
    ['for another RP ID', { rpId: 'evil.example' }],
    ['of another challenge', { challenge: Buffer.from('a challenge of mine').toString('base64url') }],
    ['without the device having verified its owner', { verified: false }],
    ['made when a key is made', { type: 'webauthn.create' }],
    ['that names another user', { userHandle: Buffer.from('usr_somebody').toString('base64url') }],
  ])('[BY-01] a signature %s does not sign in', async (_, twist) => {
    const { device } = await withPasskey();
    expectRefused(await signInWith(device, twist));
    expect((await signInWith(device)).status).toBe(200);
  });

  test('an altered signature does not sign in', async () => {
    const { device } = await withPasskey();
    for (const part of ['signature', 'authenticatorData', 'clientDataJSON'] as const) {
      const ask = await requestAuthentication();
      const answer = device.sign(ask.options);
      const bytes = Buffer.from(String(answer.response[part]), 'base64url');
      const last = bytes.length - 1;
      bytes[last] = (bytes[last] ?? 0) ^ 1;
      const response = { ...answer, response: { ...answer.response, [part]: bytes.toString('base64url') } };
      expectRefused(await signIn(ask.challengeId, response));
    }
  });

  test('[INV-18] a challenge is answered once, right or wrong, and not after five minutes', async () => {
    const { device } = await withPasskey();
    const ask = await requestAuthentication();
    const answer = device.sign(ask.options);
    expect((await signIn(ask.challengeId, answer)).status).toBe(200);
    expectRefused(await signIn(ask.challengeId, answer));

    const spoilt = await requestAuthentication();
    expectRefused(await signIn(spoilt.challengeId, {}));
    expectRefused(await signIn(spoilt.challengeId, device.sign(spoilt.options)));

    const late = await requestAuthentication();
    h.wall.advance(5 * MINUTE_MS);
    expectRefused(await signIn(late.challengeId, device.sign(late.options)));
  });

  test('[INV-18] ten answers to one challenge at once: one signs in', async () => {
    const { device } = await withPasskey();
    const ask = await requestAuthentication();
    const answer = device.sign(ask.options);
    const statuses = await Promise.all(Array.from({ length: 10 }, () => signIn(ask.challengeId, answer)));
    expect(statuses.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test.each([1, 2])('a counter that goes back or stands still belongs to a copy (%i)', async (counter) => {
    const { device } = await withPasskey();
    expect((await signInWith(device)).status).toBe(200);
    expectRefused(await signInWith(device, { counter }));
  });

  test('a passkey of one brand’s host is none at the other’s', async () => {
    const { device } = await withPasskey();
    const ask = await requestAuthentication('drive.localhost');
    const twist = { origin: 'http://drive.localhost', rpId: 'drive.localhost' };
    expectRefused(await signIn(ask.challengeId, device.sign(ask.options, twist)));
  });

  test('a passkey of the other brand’s host signs in there', async () => {
    const holder = await makeHolder();
    const device = makeSoftwarePasskey('http://drive.localhost');
    const ask = await requestRegistration(holder, 'drive.localhost');
    expect(ask.options.rp).toMatchObject({ id: 'drive.localhost', name: 'Arcwave Drive' });
    expect((await add(holder, ask, device.create(ask.options))).status).toBe(201);
    const sign = await requestAuthentication('drive.localhost');
    expect((await signIn(sign.challengeId, device.sign(sign.options))).status).toBe(200);
  });

  test('a challenge for adding a key is none for signing in', async () => {
    const holder = await withPasskey();
    const { challengeId, options } = await requestRegistration(holder);
    expectRefused(await signIn(challengeId, holder.device.sign({ ...options, rpId: 'localhost' })));
  });

  test.each([
    {},
    { id: 1 },
    { id: 'x', rawId: 'x', type: 'public-key' },
    { id: 'x', rawId: 'x', type: 'public-key', response: null },
    { id: ['x'], response: { clientDataJSON: {}, authenticatorData: [], signature: 1 } },
  ])('[INV-23] a malformed answer is refused like a wrong one: %j', async (response) => {
    const holder = await withPasskey();
    const { challengeId } = await requestAuthentication();
    expectRefused(await signIn(challengeId, response));
    const known = await requestAuthentication();
    expectRefused(await signIn(known.challengeId, { ...response, id: holder.device.id }));
    const ask = await requestRegistration(holder);
    expectRefused(await add(holder, ask, response));
  });

  test('[INV-27] a passkey of a closed account does not sign in', async () => {
    const { device, userId } = await withPasskey();
    await h.database.query('UPDATE users SET deleted_at = now() WHERE id = $1', [userId]);
    expectRefused(await signInWith(device));
  });

  test('unanswered challenges are deleted', async () => {
    for (let n = 0; n < 4; n += 1) await requestAuthentication();
    h.wall.advance(6 * MINUTE_MS);
    for (let n = 0; n < 40; n += 1) await requestAuthentication();
    const [row] = await h.database.query<{ count: number }>(
      'SELECT count(*) AS count FROM passkey_challenges WHERE expires_at <= $1',
      [new Date(h.wall.now())],
    );
    expect(row?.count).toBe(0);
  });
});

describe('a passkey as second factor', () => {
  const signInTwice = async (holder: Customer, device: SoftwarePasskey, twist: Twist = {}) => {
    const { challengeId, options } = await requestAuthentication();
    const passkey = { challengeId, response: device.sign(options, twist) };
    return h.anonymous().post<SignedIn>('/api/auth/sessions', { email: holder.email, password: PASSWORD, passkey });
  };
  const withTwoSteps = async () => {
    const holder = await withPasskey();
    await h.database.query('UPDATE users SET mfa_enabled_at = now() WHERE id = $1', [holder.userId]);
    return holder;
  };

  test('[BY-01] [SC-05] opens an account with two-step authentication; the touch is enough', async () => {
    const holder = await withTwoSteps();
    const asks = await h.anonymous().post('/api/auth/sessions', { email: holder.email, password: PASSWORD });
    expect(asks.body.error).toMatchObject({ type: 'MFA_REQUIRED', methods: expect.arrayContaining(['passkey']) });
    const signed = await signInTwice(holder, holder.device, { verified: false });
    expect(signed.status, signed.text).toBe(200);
  });

  test('[BY-01] another user’s passkey opens nothing', async () => {
    const [holder, other] = [await withTwoSteps(), await withPasskey()];
    expectRefused(await signInTwice(holder, other.device));
    expect((await signInTwice(holder, holder.device)).status).toBe(200);
  });
});
