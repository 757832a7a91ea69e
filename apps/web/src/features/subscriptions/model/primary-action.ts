interface Situation {
  trial: boolean;
  trialDays: number;
  /** Charge now, after credit. */
  amountDueCents: number;
  changesExisting: boolean;
  /** A card may pay where the account is (PM-03). */
  payable: boolean;
  /** Path of the address form where the account has no address: the sum is not known before. */
  addressPath?: string | null;
  /** The plan is agreed with people: the order is a request (IO-01). */
  requests?: boolean;
}

export type PrimaryAction =
  | { kind: 'start-trial'; days: number }
  | { kind: 'pay'; cents: number }
  | { kind: 'no-card-pays' }
  | { kind: 'add-address'; to: string }
  | { kind: 'request' }
  | { kind: 'confirm-change' }
  | { kind: 'subscribe' };

/**
 * DR-04, first match: a trial, money due now, a change of an existing subscription, else a subscription. Money that no card
 * can pay has its reason in the place of the amount. Without an address no amount is named: it has no tax yet.
 */
export const primaryAction = ({
  trial,
  trialDays,
  amountDueCents,
  changesExisting,
  payable,
  addressPath = null,
  requests = false,
}: Situation): PrimaryAction => {
  if (trial) return { kind: 'start-trial', days: trialDays };
  if (requests) return { kind: 'request' };
  if (amountDueCents > 0 && addressPath !== null) return { kind: 'add-address', to: addressPath };
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
  /** Nothing is due, or a card may pay it where the account is (PM-03). */
  payable?: boolean;
}

/** SU-06: an expired card counts as one, with its notice; a trial needs none. */
export const mayNotSubmit = ({
  processing,
  quoted,
  trial,
  paymentMethodRequired,
  hasCard,
  payable = true,
}: Readiness): boolean => processing || !quoted || !payable || (paymentMethodRequired && !hasCard && !trial);
