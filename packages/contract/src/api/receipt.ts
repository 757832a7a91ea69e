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

/** One try to give back a part of what was charged, or all of it, to the card that was charged. */
const receiptRefund = z.object({
  id: z.string(),
  /** Tax included. */
  amount: cents,
  /**
   * `sending`: the payment provider has not answered yet. `succeeded`: it took it; the bank may need days to show it.
   * `failed`: it was refused, or came back days later because the bank could not credit it.
   */
  status: z.enum(refundStatuses),
  /** When that became so; of one that is `sending`, when it was begun. */
  date: isoInstant,
});
export type ReceiptRefund = z.infer<typeof receiptRefund>;

/** What a customer was billed (PY-04); `amount`, `totalCents` and `amountDueCents` stay what they were after a refund. */
export const receipt = z.object({
  id: z.nullable(z.string()),
  chargeId: z.nullable(z.string()),
  invoice: z.nullable(z.string()),
  description: z.string(),
  createdDate: isoInstant,
  createdOn: isoInstant,
  processedDate: z.nullable(isoInstant),
  nextPaymentAttemptOn: z.nullable(isoInstant),
  amount: cents,
  subtotal: cents,
  totalCents: cents,
  amountDueCents: cents,
  tax: cents,
  taxRatePercentage: z.number(),
  /** Where the rate is from: `Boston MA`; `MA` for the state's; empty for the country's and where none is known. */
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
  /** Given up as a debt: paid by hand only, no new card is tried on it, and what had ended stays ended (billing.md S17). */
  writtenOff: z.boolean(),
  /** What the gateway said when the last attempt failed, in its own words. */
  failureMessage: z.nullable(z.string()),
  status: z.nullable(z.enum(receiptStatuses)),
  /** The oldest first, tries that failed among them. */
  refunds: z.array(receiptRefund),
  /** What all that succeeded come to. */
  refundedCents: cents,
  /** `amount` less `refundedCents`: what the customer paid in the end. */
  amountAfterRefunds: cents,
  payee: z.string(),
  payeeAddress: z.array(z.string()),
  billTo: z.nullable(address),
  items: z.array(receiptItem),
});
export type Receipt = z.infer<typeof receipt>;
