import { hmac, isSignedBy, type Keys } from '../keyed-hash.ts';
import type { DeviceTokens } from './login-attempt-ports.ts';

const DEVICE_TOKEN = /^(dev_[A-Za-z0-9]{1,40})\.([A-Za-z0-9_-]{43})$/;

/** Makes device tokens. The first key signs; all keys verify. */
export const makeDeviceTokens = (keys: Keys): DeviceTokens => ({
  sign: (deviceId, userId) => `${deviceId}.${hmac(keys[0], `${deviceId} ${userId}`)}`,
  readDeviceId: (token) => DEVICE_TOKEN.exec(token ?? '')?.[1] ?? null,
  verify: (token, userId) => {
    const [, deviceId, signature] = DEVICE_TOKEN.exec(token ?? '') ?? [];
    if (deviceId === undefined || signature === undefined) return null;
    return isSignedBy(keys, `${deviceId} ${userId}`, signature) ? deviceId : null;
  },
});
