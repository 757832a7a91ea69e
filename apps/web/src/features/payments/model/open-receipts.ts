import type { AccountView, OpenChallenge, OpenPayment } from '@foyer/contract/api/account';
import type { Receipt } from '@foyer/contract/api/receipt';

type Open = Pick<Receipt, 'status'>;
type Due = Pick<Receipt, 'id' | 'status' | 'amountDueCents'>;
type Dated = Pick<Receipt, 'id' | 'status' | 'createdDate'>;

/** Returns the receipts that are not paid: unpaid or with a failed payment (PY-05). */
export const openReceipts = <T extends Open>(receipts: readonly T[]): readonly T[] =>
  receipts.filter(({ status }) => status === 'Unpaid' || status === 'Payment Failed');

/** Returns the open receipts, oldest first. */
export const openReceiptsOldestFirst = <T extends Dated>(receipts: readonly T[]): readonly T[] =>
  [...openReceipts(receipts)].sort((a, b) => Date.parse(a.createdDate) - Date.parse(b.createdDate));

/** Returns the payments up to that of a receipt. Those before it are paid first and use the account credit (PM-09). */
export const paymentsUpTo = <T extends Pick<OpenPayment, 'receiptId'>>(
  payments: readonly T[],
  receiptId: string | null,
) => payments.slice(0, 1 + payments.findIndex((payment) => payment.receiptId === receiptId));

/** Sums payments: cents due, and cents from the account credit. */
export const sumPayments = (
  payments: readonly Pick<OpenPayment, 'amountDueCents' | 'creditCents'>[],
): Pick<OpenPayment, 'amountDueCents' | 'creditCents'> => ({
  amountDueCents: dueCents(payments),
  creditCents: payments.reduce((sum, { creditCents }) => sum + creditCents, 0),
});

/** Returns the plans of these payments that have ended, which paying does not restore (S17). */
export const endedPlansOf = (payments: readonly OpenPayment[]): readonly NonNullable<OpenPayment['endedPlan']>[] =>
  payments.flatMap(({ endedPlan }) => endedPlan ?? []);

/** Receipts that a new card pays at once: all open ones except written-off debts (S17). */
export const receiptsForNewCard = <T extends Open & Pick<Receipt, 'writtenOff'>>(
  receipts: readonly T[],
): readonly T[] => openReceipts(receipts).filter(({ writtenOff }) => !writtenOff);

/** Returns the cents that are left to pay of all receipts together. */
export const dueCents = (receipts: readonly Pick<Receipt, 'amountDueCents'>[]): number =>
  receipts.reduce((sum, { amountDueCents }) => sum + amountDueCents, 0);

/**
 * Returns the cents of receipts whose charge the gateway has not decided yet. No new card is charged for them before it
 * does. Receipts with an open challenge do not count.
 */
export const processingCents = (
  receipts: readonly Due[],
  challenges: readonly Pick<OpenChallenge, 'receiptId'>[],
): number =>
  dueCents(
    receipts.filter(
      ({ id, status }) => status === 'Processing' && challenges.every(({ receiptId }) => receiptId !== id),
    ),
  );

/** Returns the open challenges about payments of receipts. */
export const receiptChallenges = (challenges: readonly OpenChallenge[]): readonly OpenChallenge[] =>
  challenges.filter(({ kind }) => kind === 'receipt');

/** Returns the receipts whose open challenge ends with a new card. That card is charged for them at once instead. */
export const retriedByNewCard = <T extends Pick<Receipt, 'id' | 'writtenOff'>>(
  receipts: readonly T[],
  challenges: readonly OpenChallenge[],
): readonly T[] =>
  receipts.filter(
    ({ id, writtenOff }) => !writtenOff && receiptChallenges(challenges).some(({ receiptId }) => receiptId === id),
  );

/** Returns the cents that a new card is charged at once: open receipts, and receipts whose challenge it ends. */
export const newCardChargeCents = (
  { openAmountCents, openChallenges }: Pick<AccountView, 'openAmountCents' | 'openChallenges'>,
  receipts: readonly Pick<Receipt, 'id' | 'writtenOff'>[],
): number =>
  receiptChallenges(openChallenges)
    .filter(({ receiptId }) => !receipts.some(({ id, writtenOff }) => id === receiptId && writtenOff))
    .reduce((sum, { amountCents }) => sum + amountCents, openAmountCents);
