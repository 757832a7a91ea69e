import type { Receipt, ReceiptRefund } from '@foyer/contract/api/receipt';
import { anAddress } from './builders.ts';

export const aReceipt = (overrides: Partial<Receipt> = {}): Receipt => ({
  id: 'inv_1',
  chargeId: 'ch_1',
  invoice: 'R-000042',
  description: 'Starter, yearly',
  createdDate: '2026-01-10T00:00:00Z',
  createdOn: '2026-01-10T00:00:00Z',
  processedDate: '2026-01-10T00:00:00Z',
  nextPaymentAttemptOn: null,
  amount: 32462,
  subtotal: 29988,
  totalCents: 32462,
  amountDueCents: 32462,
  tax: 2474,
  taxRatePercentage: 8.25,
  taxPlace: 'Boston MA',
  coupon: null,
  creditTendered: 0,
  creditAdded: 0,
  remainingCredit: 0,
  cardBrand: 'visa',
  cardLast4: '4242',
  isPaid: true,
  paymentAttemptCount: 1,
  overdue: false,
  paymentFailed: false,
  writtenOff: false,
  failureMessage: null,
  failedAt: null,
  status: 'Paid',
  refunds: [],
  refundedCents: 0,
  amountAfterRefunds: 32462,
  payee: 'Arcwave Inc.',
  payeeAddress: ['1 Wave St', 'Portland, OR 97201'],
  billTo: anAddress(),
  items: [
    {
      quantity: 1,
      description: 'Starter, yearly',
      amount: 29988,
      amountCents: 29988,
      periodStart: null,
      periodEnd: null,
    },
  ],
  ...overrides,
});

const aRefund = (overrides: Partial<ReceiptRefund> = {}): ReceiptRefund => ({
  id: 'ref_1',
  amount: 10_000,
  status: 'succeeded',
  date: '2026-01-20T00:00:00Z',
  ...overrides,
});

/** A receipt with these refunds, its figures and its status as the server would send them. */
export const aRefundedReceipt = (
  refunds: readonly Partial<ReceiptRefund>[],
  overrides: Partial<Receipt> = {},
): Receipt => {
  const all = refunds.map((refund, index) => aRefund({ id: `ref_${index + 1}`, ...refund }));
  const { amount } = aReceipt(overrides);
  const refundedCents = all.reduce((sum, { status, amount: cents }) => sum + (status === 'succeeded' ? cents : 0), 0);
  const status = refundedCents === 0 ? 'Paid' : refundedCents < amount ? 'Partially refunded' : 'Refunded';
  return aReceipt({ status, refunds: all, refundedCents, amountAfterRefunds: amount - refundedCents, ...overrides });
};
