import type { OpenPayment } from '@foyer/contract/api/account';
import { call } from '../../../lib/call.ts';

/**
 * Pays an open receipt with credit first and then the card on file (PM-09). The server refuses if the amount differs
 * from that on the button.
 */
export const payReceipt = (
  { receiptId, amountDueCents }: Pick<OpenPayment, 'receiptId' | 'amountDueCents'>,
  idempotencyKey: string,
) =>
  call(
    'POST /api/account/me/receipts/:id/pay',
    { params: { id: receiptId }, body: { expectedTotalCents: amountDueCents } },
    { idempotencyKey },
  );
