import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';
import type { DeviceTokens } from './login-attempt-ports.ts';

const DEVICE_TOKEN = /^(dev_[A-Za-z0-9]{1,40})\.([A-Za-z0-9_-]{43})$/;

/** Makes device tokens. The first key signs; all keys verify. */
export const makeDeviceTokens = ([current, ...earlier]: readonly [KeyObject, ...KeyObject[]]): DeviceTokens => {
  const signerOf = (key: KeyObject) => (deviceId: string, userId: string) =>
    createHmac('sha256', key).update(`${deviceId} ${userId}`).digest('base64url');
  const sign = signerOf(current);
  const signers = [sign, ...earlier.map(signerOf)];
  return {
    sign: (deviceId, userId) => `${deviceId}.${sign(deviceId, userId)}`,
    readDeviceId: (token) => DEVICE_TOKEN.exec(token ?? '')?.[1] ?? null,
    verify: (token, userId) => {
      const [, deviceId, signature] = DEVICE_TOKEN.exec(token ?? '') ?? [];
      if (deviceId === undefined || signature === undefined) return null;
      return signers.some((signed) => timingSafeEqual(Buffer.from(signature), Buffer.from(signed(deviceId, userId))))
        ? deviceId
        : null;
    },
  };
};
