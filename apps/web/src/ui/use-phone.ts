import { useSyncExternalStore } from 'react';

const query = () => globalThis.matchMedia?.('(max-width: 640px)');

const subscribe = (notify: () => void) => {
  const media = query();
  media?.addEventListener?.('change', notify);
  return () => media?.removeEventListener?.('change', notify);
};

/** For the few places where the phone has another control, not only another layout: a button must not stand there twice. */
export const usePhone = (): boolean => useSyncExternalStore(subscribe, () => query()?.matches ?? false);
