import * as z from 'zod/mini';
import { refundStatuses } from '../vocabulary/record-words.ts';
import { receiptStatuses } from '../vocabulary/subscription-status.ts';
import { address } from './shapes.ts';
import { cents, isoInstant } from './text.ts';

const receiptItem = z.object({
  quantity: z.int(),
  description: z.string(),
  amount: cents,
  amountCents: cents,
  periodStart: z.nullable(isoInstant),
  periodEnd: z.nullable(isoInstant),
});

/** Refund of a part or all of a payment, to the card that was charged. */
const receiptRefund = z.object({
  id: z.string(),
  /** Refunded amount with tax, in cents. */
  amount: cents,
  /**
   * `sending`: the gateway has not answered. `succeeded`: it accepted the refund; the bank may need days to show it.
   * `failed`: refused, or returned later because the bank could not credit it.
   */
  status: z.enum(refundStatuses),
  /** Time of that status; for `sending`, the time it was begun. */
  date: isoInstant,
});
export type ReceiptRefund = z.infer<typeof receiptRefund>;

/** Receipt of a customer (PY-04). Refunds do not change `amount`, `totalCents` and `amountDueCents`. */
export const receipt = z.object({
  id: z.nullable(z.string()),
  chargeId: z.nullable(z.string()),
  invoice: z.nullable(z.string()),
  description: z.string(),
  createdDate: isoInstant,
  createdOn: isoInstant,
  processedDate: z.nullable(isoInstant),
  /** Null once it is paid, after the last retry, and where cards are not accepted for the current address. */
  nextPaymentAttemptOn: z.nullable(isoInstant),
  amount: cents,
  subtotal: cents,
  totalCents: cents,
  amountDueCents: cents,
  tax: cents,
  taxRatePercentage: z.number(),
  /**
   * Place of the tax rate: `Boston MA`; `MA` for the rate of the state; empty for the rate of a country and for an
   * unknown rate.
   */
  taxPlace: z.string(),
  coupon: z.nullable(z.object({ code: z.string(), discount: cents })),
  creditTendered: cents,
  creditAdded: cents,
  remainingCredit: cents,
  cardBrand: z.string(),
  cardLast4: z.nullable(z.string()),
  isPaid: z.boolean(),
  paymentAttemptCount: z.int(),
  overdue: z.boolean(),
  paymentFailed: z.boolean(),
  /**
   * Written-off debt: only the customer can pay it, no new card is charged for it, and ended subscriptions stay ended
   * (S17).
   */
  writtenOff: z.boolean(),
  /** Message of the gateway about the last failed attempt. */
  failureMessage: z.nullable(z.string()),
  /** Time of that attempt; null without a `failureMessage`. */
  failedAt: z.nullable(isoInstant),
  status: z.nullable(z.enum(receiptStatuses)),
  /** Oldest first, including failed ones. */
  refunds: z.array(receiptRefund),
  /** Sum of the successful refunds. */
  refundedCents: cents,
  /** `amount` less `refundedCents`. */
  amountAfterRefunds: cents,
  payee: z.string(),
  payeeAddress: z.array(z.string()),
  billTo: z.nullable(address),
  items: z.array(receiptItem),
});
export type Receipt = z.infer<typeof receipt>;
