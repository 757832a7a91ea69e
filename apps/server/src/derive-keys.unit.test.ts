import { expect, test } from 'vitest';
import { makeSecretBox } from './adapters/secret-box.ts';
import { deriveKeys, deriveTokenKeys } from './derive-keys.ts';
import { makeLinkTokens } from './services/identity/link-tokens.ts';
import { makeTokens } from './services/identity/tokens.ts';
import { makeDeviceTokens } from './services/login-attempts/device-tokens.ts';

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
  const boxOf = (...secrets: [string, ...string[]]) => makeSecretBox(deriveKeys(secrets, 'secret box'));
  expect(boxOf(SECRET).open(sealed, 'totp usr_1')).toBe('JBSWY3DPEHPK3PXP');
  expect(boxOf(SECRET).resealed(sealed, 'totp usr_1')).toBeNull();
  const renewed = boxOf(NEXT, SECRET).resealed(sealed, 'totp usr_1') ?? '';
  expect(boxOf(NEXT).open(renewed, 'totp usr_1')).toBe('JBSWY3DPEHPK3PXP');
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
