import { useEffect } from 'react';
import { lazyNamed } from '../../../lib/lazy-named.ts';

const loadNotice = async () => (await import('./order-failure-notice.tsx')).OrderFailureNotice;

/** Notice of a failed order, loaded on demand with its texts. */
export const LazyOrderFailure = lazyNamed(loadNotice);

/** Loads the notice while the order is reviewed, so that it is there when the connection breaks. */
export const usePreloadOrderFailure = (): void => {
  useEffect(() => {
    loadNotice().catch(() => undefined); // a failed order loads it again
  }, []);
};
