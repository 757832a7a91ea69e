import type { Receipt } from '@foyer/contract/api/receipt';

export type ReceiptDate =
  | { kind: 'processed'; on: string }
  | { kind: 'estimated'; on: string }
  | { kind: 'issued'; on: string };

type Dated = Pick<Receipt, 'status' | 'processedDate' | 'nextPaymentAttemptOn' | 'createdDate'>;

/**
 * Date of a receipt (PY-04): when it was paid, or "Estimated Payment On" for a later payment. Later payments are
 * renewals without a status, and open receipts that are retried.
 */
export const receiptDate = ({ status, processedDate, nextPaymentAttemptOn, createdDate }: Dated): ReceiptDate => {
  if (status !== null && processedDate) return { kind: 'processed', on: processedDate };
  const on = processedDate ?? nextPaymentAttemptOn;
  return on ? { kind: 'estimated', on } : { kind: 'issued', on: createdDate };
};

const DAY_MS = 86_400_000;

/** Whole days until a date, at least 0. `now` is the time of the account, which may have a sandbox clock. */
export const daysUntil = (instant: string, now: string): number =>
  Math.max(0, Math.floor(Date.parse(instant) / DAY_MS) - Math.floor(Date.parse(now) / DAY_MS));

/**
 * Returns whether a mail announces the charge a week before. It does for yearly charges, not for monthly ones or
 * retries. With less than a week left the mail may already be sent, so the page does not promise it.
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
