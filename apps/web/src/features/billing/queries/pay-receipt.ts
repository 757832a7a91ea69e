import type { Receipt } from '@foyer/contract/api/shapes';
import { call } from '../../../lib/call.ts';

/** Charges the card on file for one open receipt; refused when the amount is another one than the button said (PM-09). */
export const payReceipt = ({ id, amountDueCents }: Pick<Receipt, 'id' | 'amountDueCents'>, idempotencyKey: string) =>
  call(
    'POST /api/account/me/receipts/:id/pay',
    { params: { id: id ?? '' }, body: { expectedTotalCents: amountDueCents } },
    { idempotencyKey },
  );
