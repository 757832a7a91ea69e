import type { Receipt } from '@foyer/contract/api/receipt';

export type ReceiptDate =
  | { kind: 'processed'; on: string }
  | { kind: 'estimated'; on: string }
  | { kind: 'issued'; on: string };

type Dated = Pick<Receipt, 'status' | 'processedDate' | 'nextPaymentAttemptOn' | 'createdDate'>;

/**
 * Date of a receipt (PY-04): when it was paid, or "Estimated Payment On" for a payment in the future. That is a renewal
 * with no status yet, and an open receipt that is tried again.
 */
export const receiptDate = ({ status, processedDate, nextPaymentAttemptOn, createdDate }: Dated): ReceiptDate => {
  if (status !== null && processedDate) return { kind: 'processed', on: processedDate };
  const on = processedDate ?? nextPaymentAttemptOn;
  return on ? { kind: 'estimated', on } : { kind: 'issued', on: createdDate };
};

const DAY_MS = 86_400_000;

/** Whole days until then, never negative; `now` is the account's own date, which in the sandbox is not the wall clock. */
export const daysUntil = (instant: string, now: string): number =>
  Math.max(0, Math.floor(Date.parse(instant) / DAY_MS) - Math.floor(Date.parse(now) / DAY_MS));

/**
 * Whether a mail announces the charge a week before: a yearly one, but neither a monthly one nor a retry. With less than a
 * week left that mail is on its way, so the page promises nothing.
 */
export const isAnnounced = (
  { status, items, processedDate }: Pick<Receipt, 'status' | 'items' | 'processedDate'>,
  now: string,
): boolean =>
  status === null &&
  processedDate !== null &&
  Date.parse(processedDate) - 7 * DAY_MS > Date.parse(now) &&
  items.some(
    ({ periodStart, periodEnd }) =>
      periodStart !== null && periodEnd !== null && Date.parse(periodEnd) - Date.parse(periodStart) > 300 * DAY_MS,
  );
