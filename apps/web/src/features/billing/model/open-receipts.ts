import type { Receipt } from '@foyer/contract/api/shapes';

type Open = Pick<Receipt, 'status'>;

/** Receipts that wait for money, and that a new card is tried on at once (PY-05). */
export const openReceipts = <T extends Open>(receipts: readonly T[]): readonly T[] =>
  receipts.filter(({ status }) => status === 'Unpaid' || status === 'Payment Failed');
