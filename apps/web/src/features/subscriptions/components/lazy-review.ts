import { lazyPreloaded } from '../../../lib/lazy-preloaded.ts';

/** Review of an order (step 2). Step 1 preloads it. */
export const { Part: LazyReviewOrder, usePreload: usePreloadReview } = lazyPreloaded(
  async () => (await import('./review-order.tsx')).ReviewOrder,
);
