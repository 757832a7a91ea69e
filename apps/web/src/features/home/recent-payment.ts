import { PAID_KEY, writeOwned } from '../../lib/browser-store.ts';
import { readRecord } from '../../lib/session/record.ts';
import { type PaidPayment, removePaidPayment, storedPaidPayment } from '../../shared/orders/paid.ts';

/** Days after which the notice of a payment is no longer shown, and hides no other notice. */
const SHOWN_DAYS = 7;

const isRecentAt = ({ shownAt }: PaidPayment, now: string | undefined): boolean =>
  !shownAt || (now !== undefined && Date.parse(now) - Date.parse(shownAt) <= SHOWN_DAYS * 86_400_000);

/**
 * Returns whether the stored payment was first shown less than a week before `now`, the time of the account. One that was
 * shown before is not, as long as that time is not known.
 */
export const hasRecentPayment = (now: string | undefined): boolean => {
  const paid = storedPaidPayment();
  return paid !== null && isRecentAt(paid, now);
};

/** Remembers `now` with a payment that was not shown before. Removes one that is no longer recent, and then returns true. */
export const datePaidPayment = (now: string): boolean => {
  const paid = storedPaidPayment();
  const isOld = paid !== null && !isRecentAt(paid, now);
  if (isOld) removePaidPayment();
  else if (paid && !paid.shownAt) writeOwned(PAID_KEY, readRecord()?.userId, { ...paid, shownAt: now });
  return isOld;
};
