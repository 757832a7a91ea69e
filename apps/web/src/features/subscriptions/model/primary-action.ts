interface Situation {
  trial: boolean;
  trialDays: number;
  /** Charge now, after credit. */
  amountDueCents: number;
  changesExisting: boolean;
  /** A card can pay from the country of the account (PM-03). */
  payable: boolean;
  /** Path of the address form if the order needs an address and the account has none. */
  addressPath?: string | null;
  /** Path of the card form if the order needs a card, the account has none and can add one. */
  cardPath?: string | null;
  /** The plan needs an agreement with sales, so the order is a request (IO-01). */
  requests?: boolean;
}

export type PrimaryAction =
  | { kind: 'start-trial'; days: number }
  | { kind: 'pay'; cents: number }
  | { kind: 'no-card-pays' }
  | { kind: 'add-address'; to: string }
  | { kind: 'add-card'; to: string }
  | { kind: 'request' }
  | { kind: 'confirm-change' }
  | { kind: 'subscribe' };

/**
 * Button of an order (DR-04), first match: missing address, trial, missing card (SU-06), payment, change, subscription. If
 * no card can pay, it shows the reason instead of the amount.
 */
export const primaryAction = ({
  trial,
  trialDays,
  amountDueCents,
  changesExisting,
  payable,
  addressPath = null,
  cardPath = null,
  requests = false,
}: Situation): PrimaryAction => {
  if (addressPath !== null) return { kind: 'add-address', to: addressPath };
  if (trial) return { kind: 'start-trial', days: trialDays };
  if (requests) return { kind: 'request' };
  if (cardPath !== null) return { kind: 'add-card', to: cardPath };
  if (amountDueCents > 0) return payable ? { kind: 'pay', cents: amountDueCents } : { kind: 'no-card-pays' };
  return changesExisting ? { kind: 'confirm-change' } : { kind: 'subscribe' };
};

interface Readiness {
  processing: boolean;
  /** The quote is present and current. The customer must not agree to an amount that is not on the screen. */
  quoted: boolean;
  trial: boolean;
  paymentMethodRequired: boolean;
  hasCard: boolean;
  /** Nothing is due, or a card can pay from the country of the account (PM-03). */
  payable?: boolean;
}

/** There is a card; an expired one counts, with its notice (SU-06). A trial needs none. */
export const mayNotSubmit = ({
  processing,
  quoted,
  trial,
  paymentMethodRequired,
  hasCard,
  payable = true,
}: Readiness): boolean => processing || !quoted || !payable || (paymentMethodRequired && !hasCard && !trial);
