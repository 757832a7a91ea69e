import { createHmac, createSecretKey, hkdfSync, timingSafeEqual } from 'node:crypto';

const DEVICE_TOKEN = /^(dev_[A-Za-z0-9]{1,40})\.([A-Za-z0-9_-]{43})$/;

/** What a browser keeps to be known again: the id of its row, signed for its user alone, so that none is stored here. */
export interface DeviceTokens {
  of(deviceId: string, userId: string): string;
  /** The id a token names, for looking it up before it is known whose it should be; it proves nothing. */
  named(token: string | undefined): string | null;
  /** The id of a genuine token of this user; null for anything else. */
  read(token: string | undefined, userId: string): string | null;
}

export const makeDeviceTokens = (secret: string): DeviceTokens => {
  const key = createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', 'foyer device token', 32)));
  const sign = (deviceId: string, userId: string) =>
    createHmac('sha256', key).update(`${deviceId} ${userId}`).digest('base64url');
  return {
    of: (deviceId, userId) => `${deviceId}.${sign(deviceId, userId)}`,
    named: (token) => DEVICE_TOKEN.exec(token ?? '')?.[1] ?? null,
    read: (token, userId) => {
      const [, deviceId, signature] = DEVICE_TOKEN.exec(token ?? '') ?? [];
      if (deviceId === undefined || signature === undefined) return null;
      return timingSafeEqual(Buffer.from(signature), Buffer.from(sign(deviceId, userId))) ? deviceId : null;
    },
  };
};
