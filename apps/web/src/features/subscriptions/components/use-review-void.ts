import { useEffect } from 'react';
import { isReviewVoid, stampReview } from '../../../shared/orders/placed-orders.ts';

/**
 * Whether the review of this history entry is void, because an order was placed since. Back then leads to the choice and
 * not to a button that orders once more. A review that is opened by a link is new.
 * @param asked whether the address asks for the review
 * @param leave replaces the address by that of the choice
 */
export const useReviewVoid = (asked: boolean, leave: () => void): boolean => {
  const isVoid = asked && isReviewVoid();
  useEffect(() => {
    if (isVoid) leave();
    else if (asked) stampReview();
  });
  return isVoid;
};
