import type { OpenPayment } from '@foyer/contract/api/account';
import { call } from '../../../lib/call.ts';

/** Pays one open receipt, with credit first and the card on file; refused when it would be charged another amount than the button said (PM-09). */
export const payReceipt = (
  { receiptId, amountDueCents }: Pick<OpenPayment, 'receiptId' | 'amountDueCents'>,
  idempotencyKey: string,
) =>
  call(
    'POST /api/account/me/receipts/:id/pay',
    { params: { id: receiptId }, body: { expectedTotalCents: amountDueCents } },
    { idempotencyKey },
  );
