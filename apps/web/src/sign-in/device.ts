import { readStored, writeStored } from '../lib/browser-store.ts';

const DEVICE_KEY = 'foyer.device';
const SIGNED_OUT_KEY = 'foyer.signedOut';

/**
 * Device token of the last sign-in in this browser. It gives no access: failed attempts with it are counted separately,
 * so an attacker elsewhere cannot lock the owner out of a known device.
 */
export const storedDevice = (): { device?: string } => {
  const device = readStored(DEVICE_KEY);
  return device ? { device } : {};
};

/** Stores the device token of a sign-in, and that this browser has a session. */
export const storeDevice = (device: string): void => {
  writeStored(DEVICE_KEY, device);
  writeStored(SIGNED_OUT_KEY, '');
};

/**
 * Stores that this browser has no session, unless the reason says that it expired. Without a reason it is stored too,
 * because the neutral text is right in each case.
 */
export const storeSignOut = (reason: string | null): void => {
  if (reason !== 'unauthorized' && reason !== 'expired') writeStored(SIGNED_OUT_KEY, '1');
};

/** Returns whether the last session in this browser expired, as opposed to a sign-out. */
export const hadSession = (): boolean => readStored(DEVICE_KEY) !== '' && readStored(SIGNED_OUT_KEY) === '';
