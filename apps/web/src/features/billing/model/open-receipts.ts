import type { AccountView, OpenChallenge, OpenPayment } from '@foyer/contract/api/account';
import type { Receipt } from '@foyer/contract/api/receipt';

type Open = Pick<Receipt, 'status'>;
type Due = Pick<Receipt, 'id' | 'status' | 'amountDueCents'>;
type Dated = Pick<Receipt, 'id' | 'status' | 'createdDate'>;

/** Receipts that wait for money (PY-05). */
export const openReceipts = <T extends Open>(receipts: readonly T[]): readonly T[] =>
  receipts.filter(({ status }) => status === 'Unpaid' || status === 'Payment Failed');

/** What waits for money, the oldest first. */
export const oldestFirst = <T extends Dated>(receipts: readonly T[]): readonly T[] =>
  [...openReceipts(receipts)].sort((a, b) => Date.parse(a.createdDate) - Date.parse(b.createdDate));

/** What is to be paid for one receipt: it, and before it what comes first and takes the credit (PM-09). */
export const upTo = <T extends Pick<OpenPayment, 'receiptId'>>(payments: readonly T[], receiptId: string | null) =>
  payments.slice(0, 1 + payments.findIndex((payment) => payment.receiptId === receiptId));

/** What payments take together. */
export const together = (
  payments: readonly Pick<OpenPayment, 'amountDueCents' | 'creditCents'>[],
): Pick<OpenPayment, 'amountDueCents' | 'creditCents'> => ({
  amountDueCents: dueCents(payments),
  creditCents: payments.reduce((sum, { creditCents }) => sum + creditCents, 0),
});

/** Receipts that a new card pays at once: all open ones except written-off debts (S17). */
export const collected = <T extends Open & Pick<Receipt, 'writtenOff'>>(receipts: readonly T[]): readonly T[] =>
  openReceipts(receipts).filter(({ writtenOff }) => !writtenOff);

/** What they have left to pay, together. */
export const dueCents = (receipts: readonly Pick<Receipt, 'amountDueCents'>[]): number =>
  receipts.reduce((sum, { amountDueCents }) => sum + amountDueCents, 0);

/** What the gateway was asked for and has not answered yet: no new card is tried on it before it does. Not where the bank waits for the customer. */
export const processingCents = (
  receipts: readonly Due[],
  challenges: readonly Pick<OpenChallenge, 'receiptId'>[],
): number =>
  dueCents(
    receipts.filter(
      ({ id, status }) => status === 'Processing' && challenges.every(({ receiptId }) => receiptId !== id),
    ),
  );

/** What banks ask about receipts that are being paid. */
export const ofReceipts = (challenges: readonly OpenChallenge[]): readonly OpenChallenge[] =>
  challenges.filter(({ kind }) => kind === 'receipt');

/** Receipts whose question a new card ends, to be tried on them in its place: as `collected` they are charged at once. */
export const refetchedReceipts = <T extends Pick<Receipt, 'id' | 'writtenOff'>>(
  receipts: readonly T[],
  challenges: readonly OpenChallenge[],
): readonly T[] =>
  receipts.filter(
    ({ id, writtenOff }) => !writtenOff && ofReceipts(challenges).some(({ receiptId }) => receiptId === id),
  );

/** What a new card is charged at once, together: what is open, and the receipts whose question it ends. */
export const chargedByCard = (
  { openAmountCents, openChallenges }: Pick<AccountView, 'openAmountCents' | 'openChallenges'>,
  receipts: readonly Pick<Receipt, 'id' | 'writtenOff'>[],
): number =>
  ofReceipts(openChallenges)
    .filter(({ receiptId }) => !receipts.some(({ id, writtenOff }) => id === receiptId && writtenOff))
    .reduce((sum, { amountCents }) => sum + amountCents, openAmountCents);
