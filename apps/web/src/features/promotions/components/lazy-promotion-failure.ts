import { lazyPreloaded } from '../../../lib/lazy-preloaded.ts';

/** Notice of a failed promotion, with its texts. */
export const { Part: LazyPromotionFailure, usePreload: usePreloadPromotionFailure } = lazyPreloaded(
  async () => (await import('./promotion-failure.tsx')).PromotionFailure,
);
