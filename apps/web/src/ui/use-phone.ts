import { useSyncExternalStore } from 'react';

const query = () => globalThis.matchMedia?.('(max-width: 640px)');

const subscribe = (notify: () => void) => {
  const media = query();
  media?.addEventListener?.('change', notify);
  return () => media?.removeEventListener?.('change', notify);
};

/**
 * Returns whether the window has the width of a phone. For controls that differ on a phone; CSS handles plain layout.
 */
export const usePhone = (): boolean => useSyncExternalStore(subscribe, () => query()?.matches ?? false);
