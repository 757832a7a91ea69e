import type { Receipt } from '@foyer/contract/api/shapes';

type Open = Pick<Receipt, 'status'>;
type Due = Pick<Receipt, 'status' | 'amountDueCents'>;
type Dated = Pick<Receipt, 'id' | 'status' | 'createdDate'>;

/** Receipts that wait for money (PY-05). */
export const openReceipts = <T extends Open>(receipts: readonly T[]): readonly T[] =>
  receipts.filter(({ status }) => status === 'Unpaid' || status === 'Payment Failed');

/** What is to be paid, in the order in which it is: the oldest first, up to one receipt where that one is wanted (PM-09). */
export const oldestFirst = <T extends Dated>(receipts: readonly T[], wanted?: T): readonly T[] => {
  const byAge = [...openReceipts(receipts)].sort((a, b) => Date.parse(a.createdDate) - Date.parse(b.createdDate));
  if (!wanted) return byAge;
  const older = byAge.filter(({ id, createdDate }) => id !== wanted.id && createdDate < wanted.createdDate);
  return [...older, ...openReceipts([wanted])];
};

/** Those of them that a new card is tried on at once: all but debts that were given up (billing.md S17). */
export const collected = <T extends Open & Pick<Receipt, 'writtenOff'>>(receipts: readonly T[]): readonly T[] =>
  openReceipts(receipts).filter(({ writtenOff }) => !writtenOff);

/** What they have left to pay, together. */
export const dueCents = (receipts: readonly Pick<Receipt, 'amountDueCents'>[]): number =>
  receipts.reduce((sum, { amountDueCents }) => sum + amountDueCents, 0);

/** What the gateway was asked for and has not answered yet: no new card is tried on it before it does. */
export const processingCents = (receipts: readonly Due[]): number =>
  dueCents(receipts.filter(({ status }) => status === 'Processing'));
