import type { OpenPayment } from '@foyer/contract/api/account';
import type { Receipt } from '@foyer/contract/api/receipt';
import type { Subscription } from '@foyer/contract/api/shapes';
import type { Product } from '@foyer/contract/vocabulary/plans';
import { PAID_KEY, readOwned, writeOwned, writeStored } from '../../lib/browser-store.ts';
import { readRecord } from '../../lib/session/record.ts';

/** Successful payment, as its notice shows it. */
export interface PaidPayment {
  /** Amount charged to the card. */
  readonly cents: number;
  /** Amount taken from the account credit. */
  readonly creditCents: number;
  readonly description: string;
  readonly product: Product | null;
  /** Ordered subscription. Absent if it was no order. */
  readonly subId?: string;
  /** End of the paid time; null if unknown or unlimited. */
  readonly until: string | null;
  /** Card that was charged. Absent if it is not shown. */
  readonly card?: { readonly brand: string; readonly last4: string };
  /** Receipt; null if several receipts were paid together. */
  readonly receiptId: string | null;
  /** Plans that were paused and restart with this payment. Absent if none. */
  readonly restartedPlans?: readonly string[];
  /** A trial started, and nothing was paid: the amounts are 0, and `subId` is the trial. */
  readonly startsTrial?: boolean;
  /** Time of the account at which the notice was first shown. Absent before. */
  readonly shownAt?: string;
  /** Plans of paid debts that have ended and stay ended (S17). Absent if none. */
  readonly endedPlans?: readonly NonNullable<OpenPayment['endedPlan']>[];
}

let isNew = false;

/** Stores the payment for its notice, which stays for a week or until it is dismissed, also after a reload or on another site. */
export const storePaidPayment = (paid: PaidPayment): void => {
  isNew = true;
  writeOwned(PAID_KEY, readRecord()?.userId, paid);
};

/** Removes the payment after the notice was dismissed or the customer signed out. */
export const removePaidPayment = (): void => void writeStored(PAID_KEY, '');

/** Returns the payment of the signed-in customer whose notice is not dismissed. Removes one of another customer. */
export const storedPaidPayment = (): PaidPayment | null => readOwned<PaidPayment>(PAID_KEY, readRecord()?.userId);

/** Returns whether the payment is new since the last call, because its notice is read out once. */
export const takeIsNewPayment = (): boolean => {
  const was = isNew;
  isNew = false;
  return was;
};

/** Stores a purchase when money was paid for it. Returns whether it did. */
export const storePaidPurchase = ({
  id,
  receipt,
  subscription,
}: {
  id: string;
  receipt: Receipt | null;
  subscription: Pick<Subscription, 'product' | 'currentPeriodEnd' | 'isPerpetual'>;
}): boolean => {
  if (!receipt?.isPaid || receipt.amountDueCents === 0) return false;
  storePaidPayment({
    cents: receipt.amountDueCents,
    creditCents: 0,
    description: receipt.description,
    product: subscription.product,
    subId: id,
    until: subscription.isPerpetual ? null : subscription.currentPeriodEnd,
    receiptId: receipt.id,
    ...(receipt.cardLast4 && { card: { brand: receipt.cardBrand, last4: receipt.cardLast4 } }),
  });
  return true;
};
