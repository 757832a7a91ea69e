import { createPublicKey, type JsonWebKey, verify } from 'node:crypto';
import { expect, test } from 'vitest';
import { makeHashEmail } from './adapters/hash-email.ts';
import { makeSecretBox } from './adapters/secret-box.ts';
import { makeStatementSigner } from './adapters/statement-signer.ts';
import { secretCheckOf } from './config.ts';
import { deriveKeys, deriveTokenKeys, fingerprintsOf } from './derive-keys.ts';
import type { Secrets } from './secrets.ts';
import { makeDeviceTokens } from './services/identity/device-tokens.ts';
import { makeLinkTokens } from './services/identity/link-tokens.ts';
import { makeHashRecoveryCode } from './services/identity/second-factor.ts';
import { makeTokens } from './services/identity/tokens.ts';
import { mailboxOf } from './services/mailbox-of.ts';
import { makeAuthorizationRequests } from './services/oidc/authorization-request.ts';

/** The texts below were made with this secret before `deriveKey` existed. They must stay readable. */
const SECRET = 'the secret of an earlier release, long enough';
const NEXT = 'the secret that replaces it, long enough too';

test('[L8] keys that were always derived by HKDF make and read the same tokens', () => {
  const tokens = makeTokens(deriveTokenKeys([SECRET]));
  const access =
    'eyJhbGciOiJIUzI1NiIsInR5cCI6ImF0K2p3dCJ9.eyJpc3MiOiJmb3llciIsImF1ZCI6ImZveWVyLWFwaSIsImlhdCI6MTc2ODA0NjQwMCwiZXhwIjoxNzY4MDQ2NzAwLCJ1c3IiOiJ1c3JfMSIsImp0aSI6InNlc18xIiwiZ2VuIjozfQ.Uv_ma1-BJu3tXt-C9o5oMCwZlmJ6sc7Rs1SMLs3Dmlc';
  const claims = { sessionId: 'ses_1', generation: 3, userId: 'usr_1' };
  expect(tokens.access(claims, Date.parse('2026-01-10T12:00:00Z'))).toBe(access);
  expect(tokens.readAccess(access)).toMatchObject(claims);
  expect(tokens.refresh('ses_1', 3)).toBe('fr_ses_1.3.Px3E3vns1jxJ5vxp_6pdK0F2kEaFJyku90POhylSbcw');
  expect(makeLinkTokens(deriveKeys([SECRET], 'link token')).of('emt_1')).toBe(
    'emt_1.yPsgbsIxnMWJshfjOH0Uj6pRsCEu2P6OkOykG3IdPDc',
  );
  expect(makeDeviceTokens(deriveKeys([SECRET], 'device token')).sign('dev_1', 'usr_1')).toBe(
    'dev_1.47tzgNkYtJy58NgIcAHTGa_DF5paW7ucTWFalef6yG0',
  );
});

test('[L8] [INV-22] a sealed secret of an authenticator app opens, and is sealed anew only for another secret', () => {
  const sealed = 'v1.slJHrRhNpRVc8vHfSf-3sIQRj3jf_qYSjNPIv7KHzIab6zy2ulTiRLVS7ts';
  const boxOf = (...secrets: Secrets) => makeSecretBox(deriveKeys(secrets, 'secret box'));
  expect(boxOf(SECRET).open(sealed, 'totp usr_1')).toBe('JBSWY3DPEHPK3PXP');
  expect(boxOf(SECRET).resealed(sealed, 'totp usr_1')).toBeNull();
  const renewed = boxOf(NEXT, SECRET).resealed(sealed, 'totp usr_1') ?? '';
  expect(boxOf(NEXT).open(renewed, 'totp usr_1')).toBe('JBSWY3DPEHPK3PXP');
});

test('[L8] a known device of an operator is read under the former key, and written under the new one', () => {
  const former = 'dev_1.WrG86_gO8acAFSdtZpcEOzJYmV8jKa60YtSYtTkfzZM';
  const devices = makeDeviceTokens(deriveKeys([SECRET], 'operator devices'));
  expect(devices.verify(former, 'opr_1')).toBe('dev_1');
  expect(devices.sign('dev_1', 'opr_1')).not.toBe(former);
  expect(makeDeviceTokens(deriveKeys([NEXT, SECRET], 'operator devices')).verify(former, 'opr_1')).toBe('dev_1');
  expect(makeDeviceTokens(deriveKeys([NEXT], 'operator devices')).verify(former, 'opr_1')).toBeNull();
  expect(makeDeviceTokens(deriveKeys([SECRET], 'device token')).verify(former, 'opr_1')).toBeNull();
});

test('[L8] [INV-22] hashes of recovery codes are looked up by the new and by the former key', () => {
  const former = 'P7OYwGueYcM7sdJoF-DqktCMxbFOUq_Xs5141yw6oVw';
  const hashesOf = (...secrets: Secrets) =>
    makeHashRecoveryCode(deriveKeys(secrets, 'recovery codes'))('usr_1', 'ABCDEFGHJK');
  const [kept, ...others] = hashesOf(SECRET);
  expect(others).toEqual([former]);
  expect(hashesOf(NEXT, SECRET).slice(2)).toEqual([kept, former]);
});

test('[L8] [INV-8] hashes of mailbox, address and card of a trial are looked up by the new and by the former key', () => {
  const hashesOf = (text: string, ...secrets: Secrets) =>
    makeHashEmail(deriveKeys(secrets, 'email hash'), mailboxOf)(text);
  const ofMailbox = 'UzCrNw7wHPWhCK6OxWMJh8p9QuLMy4XlDsXg2QdVLWk';
  const ofAddress = 'T6EZmUDW8Dd60wNphYVG8m_V9LWkv-LP4-cm9npQxz0';
  const ofCard = 'Iyst6pwY2pdmsH52kI4Zo7xhW-PI4vh_PtsEISvqAoI';
  expect(hashesOf('Ada.Byron+x@example.com', SECRET).slice(2)).toEqual([ofMailbox, ofAddress]);
  expect(hashesOf('card fp_1', SECRET).slice(1)).toEqual([ofCard]);
  expect(hashesOf('card fp_1', NEXT, SECRET).slice(2)).toEqual([hashesOf('card fp_1', SECRET)[0], ofCard]);
  expect(hashesOf('ADA.BYRON+X@example.com', SECRET)).toEqual(hashesOf('Ada.Byron+x@example.com', SECRET));
});

test('[L8] [BY-08] the public key of earlier statements is published, and does not sign any more', () => {
  const signer = makeStatementSigner(deriveKeys([SECRET], 'entitlement statement'));
  const former = {
    kty: 'OKP',
    crv: 'Ed25519',
    x: 'moHipQt6EaxvBETGQeyWCpcKUNoo3_-kI1RFlJquq3g',
    kid: 'p6p1vYtSdHW2VNsG30PMnYMvCi0Swh3mOpZiwUkhPwk',
    use: 'sig',
    alg: 'EdDSA',
  } as const;
  const [current, ...others] = signer.keys.keys;
  expect(others).toEqual([former]);
  expect(signer.keyId).toBe(current?.kid);
  const isSignedBy = (jwk: JsonWebKey | undefined, text: string, signature: string) =>
    verify(
      null,
      Buffer.from(text),
      createPublicKey({ key: jwk ?? {}, format: 'jwk' }),
      Buffer.from(signature, 'base64url'),
    );
  const signature = 'dpS7e2-wdPVXTtpLO5Zutkp8p_5xIOiQS26gQe6tOUvvIx6wypoCZg5fh_k9Oae6pkFCxQctLqSWqY4udXubBA';
  expect(isSignedBy(others[0], 'statement of an earlier release', signature)).toBe(true);
  expect(isSignedBy(current, 'a new statement', signer.sign('a new statement'))).toBe(true);
  expect(isSignedBy(others[0], 'a new statement', signer.sign('a new statement'))).toBe(false);
});

test('[L8] a sign-in at the provider that began under the former key is completed', () => {
  const former = {
    state: 'JRVtPcsFXiZwEOrux9ahZTu4uUZEk2XYsibBCfs1VwY',
    nonce: 'gD7peci2nclTA_mTTf5VzLW53ri3HVu2gMWAwDDzKGM',
    codeVerifier: 'MnkoGVThgK1VccWivSYBJy-UEcKoq7FNdHnMcCcpGpY',
  };
  for (const secrets of [[SECRET], [NEXT, SECRET]] as const) {
    const authorizationRequests = makeAuthorizationRequests(deriveKeys(secrets, 'oidc sign-ins'));
    expect(authorizationRequests.requestOf('browser token', former.state)).toEqual(former);
    expect(authorizationRequests.requestOf('browser token').state).not.toBe(former.state);
  }
});

test('[L8, O15] the former fingerprint of a secret is one of its fingerprints, behind the written one', () => {
  const [written, former] = fingerprintsOf(SECRET);
  expect(former).toBe('r9jfWyX8WXt1EdLeTodXDjTh5lLRPvxXF_1Q27E-prc');
  expect(written).not.toBe(former);
  const check = secretCheckOf({ secrets: [NEXT, SECRET], secretIsLost: false });
  expect(check).toEqual({ current: fingerprintsOf(NEXT), earlier: [written, former], isLost: false });
});

test('[INV-22] each purpose and each secret gives another key', () => {
  const textOf = (secret: string, purpose: Parameters<typeof deriveKeys>[1]) =>
    deriveKeys([secret], purpose)[0].export().toString('hex');
  const texts = [
    textOf(SECRET, 'link token'),
    textOf(SECRET, 'device token'),
    textOf(NEXT, 'link token'),
    textOf(NEXT, 'device token'),
  ];
  expect(new Set(texts).size).toBe(4);
  expect(texts.map((text) => text.length)).toEqual([64, 64, 64, 64]);
});
