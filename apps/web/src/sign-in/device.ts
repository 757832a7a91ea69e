import { readBrowserStore, writeBrowserStore } from '../lib/browser-store.ts';

const DEVICE_KEY = 'foyer.device';
const SIGNED_OUT_KEY = 'foyer.signedOut';

/**
 * What the last sign-in in this browser was given. It opens nothing: with it, guesses made here are counted apart, so
 * nobody who guesses elsewhere locks the owner out of a known device.
 */
export const storedDevice = (): { device?: string } => {
  const device = readBrowserStore(DEVICE_KEY);
  return device ? { device } : {};
};

/** Keeps what this sign-in was given: from now on somebody is signed in here. */
export const storeDevice = (device: string): void => {
  writeBrowserStore(DEVICE_KEY, device);
  writeBrowserStore(SIGNED_OUT_KEY, '');
};

/**
 * Remembers that no session is left here to end: whoever comes with another reason than these two has signed out, closed
 * the account or changed what they sign in with, or says nothing at all, of which the neutral words are never untrue.
 */
export const storeSignOut = (reason: string | null): void => {
  if (reason !== 'unauthorized' && reason !== 'expired') writeBrowserStore(SIGNED_OUT_KEY, '1');
};

/** Whether somebody has signed in here and nobody has signed out since: a session that is gone has ended by itself. */
export const hadSession = (): boolean => readBrowserStore(DEVICE_KEY) !== '' && readBrowserStore(SIGNED_OUT_KEY) === '';
