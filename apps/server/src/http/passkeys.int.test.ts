import { type KeyObject, sign } from 'node:crypto';
import { MINUTE_MS } from '@foyer/contract/vocabulary/instants';
import { describe, expect, test } from 'vitest';
import { makeAttestationCertificate } from '../../test/attestation-certificate.ts';
import { makeClient } from '../../test/client.ts';
import { PASSWORD } from '../../test/customers.ts';
import { expectRefused, makePasskeyCalls, PASSKEYS, SITE } from '../../test/passkey-calls.ts';
import { makeSoftwarePasskey, type Statement, type Twist } from '../../test/software-passkey.ts';
import { useHarness } from '../../test/use-harness.ts';

const h = useHarness();

const { makeHolder, requestRegistration, add, withPasskey, signInWith, passkeysOf, remove, eventsOf, mailsTo } =
  makePasskeyCalls(() => h);

describe('adding', () => {
  test('[BY-01] asks the browser for a discoverable key, verified by the device, bound to this site and user', async () => {
    const holder = await makeHolder();
    const { options } = await requestRegistration(holder);
    expect(options).toMatchObject({
      rp: { id: 'localhost', name: 'Arcwave Scope' },
      user: { id: Buffer.from(holder.userId).toString('base64url'), name: holder.email, displayName: 'Ada Byron' },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [],
    });
    expect(Buffer.from(options.challenge, 'base64url').length).toBeGreaterThanOrEqual(32);
  });

  test('[BY-01] [INV-14] keeps it, says so in the activity and tells the owner by mail', async () => {
    const holder = await withPasskey(makeSoftwarePasskey(SITE, { synced: true }));
    expect(await passkeysOf(holder)).toEqual([
      { id: holder.passkey.id, name: 'My laptop', synced: true, createdAt: expect.any(String), lastUsedAt: null },
    ]);
    expect(await eventsOf(holder)).toContain('passkey_added');
    expect(mailsTo(holder)).toContain('passkey_added');
    const [row] = await h.database.query<{ transports: string[] }>('SELECT transports FROM passkeys WHERE id = $1', [
      holder.passkey.id,
    ]);
    expect(row?.transports).toEqual(['internal']);
  });

  test.each(['', '   ', '\u200B\u2060', '\u00AD \u3164', '\u202E\u2800'])(
    '[BY-01] an invisible name (%j) is refused like an empty one, before the challenge is used up',
    async (name) => {
      const holder = await makeHolder();
      const ask = await requestRegistration(holder);
      const made = makeSoftwarePasskey(SITE).create(ask.options);
      const refused = await add(holder, ask, made, name);
      expect(refused.status, refused.text).toBe(400);
      expect(refused.body).toMatchObject({ error: { type: 'INVALID_REQUEST', field: 'name' } });
      expect(await passkeysOf(holder)).toEqual([]);
      const added = await add(holder, ask, made, ' Work\u202E laptop\u200B ');
      expect(added.status, added.text).toBe(201);
      expect(added.body.name).toBe('Work laptop');
    },
  );

  test('[BY-01] wants the account password', async () => {
    const { client } = await makeHolder();
    const without = await client.post(`${PASSKEYS}/options`, {});
    expect(without.body.error.type).toBe('PASSWORD_REQUIRED');
    const wrong = await client.post(`${PASSKEYS}/options`, { password: 'not the password' });
    expect(wrong.body.error.type).toBe('INVALID_CREDENTIALS');
  });

  test('[SC-09] needs the claim for two-step', async () => {
    const { client } = await h.makeCustomer({ claims: ['drive'] });
    const refused = await client.post(`${PASSKEYS}/options`, { password: PASSWORD });
    expect(refused.status).toBe(403);
    expect(refused.body.error.type).toBe('FORBIDDEN');
  });

  test('[BY-01] names those that are there already, so that no device makes a second one', async () => {
    const holder = await withPasskey();
    const again = await requestRegistration(holder);
    expect(again.options.excludeCredentials).toEqual([
      { id: holder.device.id, transports: ['internal'], type: 'public-key' },
    ]);
    const elsewhere = await requestRegistration(holder, 'drive.localhost');
    expect(elsewhere.options.excludeCredentials).toEqual([]);
  });

  test.each<[string, Twist]>([
    ['for another site', { origin: 'http://evil.example' }],
    ['for the same host on another port', { origin: 'http://localhost:8080' }],
    ['for another RP ID', { rpId: 'evil.example' }],
    ['of another challenge', { challenge: Buffer.from('a challenge of mine').toString('base64url') }],
    ['without the device having verified its owner', { verified: false }],
    ['of a signature instead of a key', { type: 'webauthn.get' }],
    ['with a statement of an unknown kind', { attest: () => ({ format: 'home-made', statement: new Map() }) }],
  ])('[BY-01] an answer %s adds nothing', async (_, twist) => {
    const holder = await makeHolder();
    const ask = await requestRegistration(holder);
    expectRefused(await add(holder, ask, makeSoftwarePasskey(SITE).create(ask.options, twist)));
    expect(await passkeysOf(holder)).toEqual([]);
  });

  test('a statement by the maker’s certificate is refused: certificates name addresses to fetch', async () => {
    const { certificate, key } = makeAttestationCertificate();
    const statementBy =
      (signer: KeyObject | null, more: readonly [string, Uint8Array[]][]) =>
      (signed: Buffer, ownKey: KeyObject): Statement => ({
        format: 'packed',
        statement: new Map<string, number | Uint8Array | Uint8Array[]>([
          ['alg', -7],
          ['sig', sign('sha256', signed, signer ?? ownKey)],
          ...more,
        ]),
      });
    const holder = await makeHolder();
    const certified = await requestRegistration(holder);
    const attest = statementBy(key, [['x5c', [certificate]]]);
    expectRefused(await add(holder, certified, makeSoftwarePasskey(SITE).create(certified.options, { attest })));
    // The same without a certificate, as a device without a maker's key makes it, is fine.
    const plain = await requestRegistration(holder);
    const own = makeSoftwarePasskey(SITE).create(plain.options, { attest: statementBy(null, []) });
    expect((await add(holder, plain, own)).status).toBe(201);
  });

  test('[INV-18] a challenge is answered once, within five minutes, and by the one it was made for', async () => {
    const [holder, other] = [await makeHolder(), await makeHolder()];
    const ask = await requestRegistration(holder);
    expectRefused(await add(other, ask, makeSoftwarePasskey(SITE).create(ask.options)));
    expect((await add(holder, ask, makeSoftwarePasskey(SITE).create(ask.options))).status).toBe(201);
    expectRefused(await add(holder, ask, makeSoftwarePasskey(SITE).create(ask.options)));

    const late = await requestRegistration(holder);
    h.wall.advance(5 * MINUTE_MS);
    const { body } = await h.anonymous().post<{ accessToken: string; refreshToken: string }>('/api/auth/tokens', {
      refreshToken: holder.client.refreshToken,
    });
    expectRefused(await add({ client: makeClient(h.app, body) }, late, makeSoftwarePasskey(SITE).create(late.options)));
  });

  test('[INV-20] a credential of one user cannot be added by another', async () => {
    const holder = await withPasskey();
    const thief = await makeHolder();
    const ask = await requestRegistration(thief);
    expectRefused(await add(thief, ask, holder.device.create(ask.options)));
    expect(await passkeysOf(thief)).toEqual([]);
  });

  test('[BY-01] an account has at most twenty', async () => {
    const holder = await withPasskey();
    const ask = await requestRegistration(holder);
    await h.database.query(
      `INSERT INTO passkeys (id, user_id, rp_id, credential_id, public_key, counter, synced, name)
       SELECT 'key_' || $1 || n, $1, 'localhost', $1 || n, 'x', 0, false, 'One of many' FROM generate_series(1, 19) AS n`,
      [holder.userId],
    );
    expectRefused(await add(holder, ask, makeSoftwarePasskey(SITE).create(ask.options)));
    expect((await holder.client.post(`${PASSKEYS}/options`, { password: PASSWORD })).status).toBe(403);
    expect(await passkeysOf(holder)).toHaveLength(20);
  });
});

describe('removing', () => {
  test('[BY-01] [INV-14] wants the password, ends the other sessions, tells the owner; the key opens nothing any more', async () => {
    const holder = await withPasskey();
    const elsewhere = await h.signIn(holder.email);
    expect((await remove(holder, holder.passkey.id, '')).body.error.type).toBe('PASSWORD_REQUIRED');
    expect((await remove(holder, holder.passkey.id, 'not the password')).body.error.type).toBe('INVALID_CREDENTIALS');
    expect(await passkeysOf(holder)).toHaveLength(1);

    expect((await remove(holder, holder.passkey.id)).status).toBe(200);
    expect(await passkeysOf(holder)).toEqual([]);
    expectRefused(await signInWith(holder.device));
    expect((await elsewhere.get('/api/auth/me')).status).toBe(401);
    expect(await eventsOf(holder)).toContain('passkey_removed');
    expect(mailsTo(holder)).toContain('passkey_removed');
  });

  test('[INV-20] another user’s passkey answers as one that does not exist, and stays', async () => {
    const [holder, other] = [await withPasskey(), await withPasskey()];
    const elsewhere = await h.signIn(holder.email);
    const foreign = await remove(holder, other.passkey.id);
    expect(foreign.status).toBe(404);
    expect((await remove(holder, 'key_unknown')).status).toBe(404);
    expect(await passkeysOf(other)).toHaveLength(1);
    expect((await elsewhere.get('/api/auth/me')).status).toBe(200);
  });
});
