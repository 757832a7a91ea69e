import { lazyPreloaded } from '../../../lib/lazy-preloaded.ts';

/** Notice of a failed promotion. */
export const { Part: LazyPromotionFailure, usePreload: usePreloadPromotionFailure } = lazyPreloaded(
  async () => (await import('./promotion-failure.tsx')).PromotionFailure,
);
