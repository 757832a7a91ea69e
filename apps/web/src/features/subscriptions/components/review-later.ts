import { useEffect } from 'react';
import { later } from '../../../lib/later.ts';

const load = async () => (await import('./review-order.tsx')).ReviewOrder;

/** Step 2, fetched while step 1 is looked at; its words have come with the page. */
export const ReviewLater = later(load);

export const useReviewSoon = (): void => {
  useEffect(() => {
    load().catch(() => undefined); // whoever gets to step 2 asks again, and is told
  }, []);
};
