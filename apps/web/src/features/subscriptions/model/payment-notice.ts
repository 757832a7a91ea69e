import type { PaymentMethod } from '@foyer/contract/api/shapes';

type Card = Pick<PaymentMethod, 'brand' | 'last4' | 'expired' | 'expirationYear' | 'expirationMonth'>;

interface Situation {
  trial: boolean;
  card: Card | null;
  paymentMethodRequired: boolean;
}

export type PaymentNotice =
  | { kind: 'after-trial'; card: Card }
  | { kind: 'expired'; card: Card }
  | { kind: 'billed-to'; card: Card }
  | { kind: 'none-needed'; trial: boolean }
  | { kind: 'required' };

/** PM-07. An expired card is said before any promise to bill it, in a trial too. */
export const paymentNotice = ({ trial, card, paymentMethodRequired }: Situation): PaymentNotice => {
  if (card?.expired) return { kind: 'expired', card };
  if (card) return { kind: trial ? 'after-trial' : 'billed-to', card };
  return trial || !paymentMethodRequired ? { kind: 'none-needed', trial } : { kind: 'required' };
};
