import { useEffect } from 'react';
import { lazyNamed } from '../../../lib/lazy-named.ts';

const load = async () => (await import('./review-order.tsx')).ReviewOrder;

/** Step 2, fetched with its words while step 1 is looked at. */
export const ReviewLater = lazyNamed(load);

/** Fetches step 2 while this page is there, so that it opens at once. */
export const useReviewSoon = (): void => {
  useEffect(() => {
    load().catch(() => undefined); // whoever gets to step 2 asks again, and is told
  }, []);
};
