import { readStored, writeStored } from '../../lib/browser-store.ts';

/** Number of orders that were fulfilled in this tab. */
const COUNT_KEY = 'foyer.placed';

const placedOrders = (): number => Number(readStored(COUNT_KEY, 'session'));

/** Counts a fulfilled order. A review that this tab showed before is then void (`isReviewVoid`). */
export const countPlacedOrder = (): void => void writeStored(COUNT_KEY, String(placedOrders() + 1), 'session');

/** State of the history entry of a review. */
interface ReviewState {
  /** Number of orders that were placed before the review was shown. */
  readonly placed?: number;
}

const reviewState = (): ReviewState => (history.state as ReviewState | null) ?? {};

/** Stores in the history entry of a review how many orders were placed before it. */
export const stampReview = (): void => {
  if (reviewState().placed === undefined) history.replaceState({ ...reviewState(), placed: placedOrders() }, '');
};

/** Whether an order was placed since the current history entry showed its review. The Back button leads to such entries. */
export const isReviewVoid = (): boolean => {
  const { placed } = reviewState();
  return placed !== undefined && placed < placedOrders();
};
