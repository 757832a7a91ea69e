import { lazyPreloaded } from '../../../lib/lazy-preloaded.ts';

/** Review of an order. The page preloads it. */
export const { Part: LazyOrderReview, usePreload: usePreloadReview } = lazyPreloaded(
  async () => (await import('./order-review.tsx')).OrderReview,
);
