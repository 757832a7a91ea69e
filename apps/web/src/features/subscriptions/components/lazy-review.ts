import { useEffect } from 'react';
import { lazyNamed } from '../../../lib/lazy-named.ts';

const loadReview = async () => (await import('./review-order.tsx')).ReviewOrder;

/** Review of an order (step 2), loaded on demand with its texts. */
export const LazyReviewOrder = lazyNamed(loadReview);

/** Loads the review while step 1 is shown, so that step 2 opens at once. */
export const usePreloadReview = (): void => {
  useEffect(() => {
    loadReview().catch(() => undefined); // step 2 loads it again and shows the error
  }, []);
};
