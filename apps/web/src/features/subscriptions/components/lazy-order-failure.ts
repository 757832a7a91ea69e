import { lazyPreloaded } from '../../../lib/lazy-preloaded.ts';

/** Notice of a failed order. */
export const { Part: LazyOrderFailure, usePreload: usePreloadOrderFailure } = lazyPreloaded(
  async () => (await import('./order-failure-notice.tsx')).OrderFailureNotice,
);

/** Notice of an order that is not decided. */
export const { Part: LazyPendingOrder, usePreload: usePreloadPendingOrder } = lazyPreloaded(
  async () => (await import('./pending-notice.tsx')).PendingOrder,
);
