import type { PaymentMethod } from '@foyer/contract/api/shapes';

type Card = Pick<PaymentMethod, 'brand' | 'last4' | 'expired' | 'expirationYear' | 'expirationMonth'>;

interface Situation {
  trial: boolean;
  card: Card | null;
  paymentMethodRequired: boolean;
  /** Nothing is charged, today or later. */
  free?: boolean;
}

export type PaymentNotice =
  | { kind: 'after-trial'; card: Card }
  | { kind: 'expired'; card: Card }
  | { kind: 'billed-to'; card: Card }
  | { kind: 'none-needed'; trial: boolean }
  | { kind: 'nothing-billed' }
  | { kind: 'required' };

/**
 * Notice about the card (PM-07). Says first that a card has expired, also in a trial, because it will not be charged. A
 * free plan charges no card.
 */
export const paymentNotice = ({ trial, card, paymentMethodRequired, free = false }: Situation): PaymentNotice => {
  if (card && free) return { kind: 'nothing-billed' };
  if (card?.expired) return { kind: 'expired', card };
  if (card) return { kind: trial ? 'after-trial' : 'billed-to', card };
  return trial || !paymentMethodRequired ? { kind: 'none-needed', trial } : { kind: 'required' };
};
