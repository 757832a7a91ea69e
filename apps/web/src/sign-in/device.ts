import { keep, kept } from '../lib/kept.ts';

const DEVICE_KEY = 'foyer.device';

/**
 * What the last sign-in in this browser was given. It opens nothing: with it, guesses made here are counted apart, so
 * nobody who guesses elsewhere locks the owner out of a known device.
 */
export const knownDevice = (): { device?: string } => {
  const device = kept(DEVICE_KEY);
  return device ? { device } : {};
};

/** Whether somebody has signed in here before. */
export const isKnownBrowser = (): boolean => kept(DEVICE_KEY) !== '';

export const keepDevice = (device: string): void => keep(DEVICE_KEY, device);
