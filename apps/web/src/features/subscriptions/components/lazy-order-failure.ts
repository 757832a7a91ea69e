import { lazyPreloaded } from '../../../lib/lazy-preloaded.ts';

/** Notice of a failed order. */
export const { Part: LazyOrderFailure, usePreload: usePreloadOrderFailure } = lazyPreloaded(
  async () => (await import('./order-failure-notice.tsx')).OrderFailureNotice,
);
