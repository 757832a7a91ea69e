interface Situation {
  trial: boolean;
  trialDays: number;
  /** What will be charged now, after credit. */
  amountDueCents: number;
  changesExisting: boolean;
  /** A card may pay where the account is (PM-03). */
  payable: boolean;
}

export type PrimaryAction =
  | { kind: 'start-trial'; days: number }
  | { kind: 'pay'; cents: number }
  | { kind: 'no-card-pays' }
  | { kind: 'confirm-change' }
  | { kind: 'subscribe' };

/**
 * DR-04, first match: a trial, money due now, a change of an existing subscription, else a subscription. Money that no card
 * can pay has its reason in the place of the amount.
 */
export const primaryAction = ({
  trial,
  trialDays,
  amountDueCents,
  changesExisting,
  payable,
}: Situation): PrimaryAction => {
  if (trial) return { kind: 'start-trial', days: trialDays };
  if (amountDueCents > 0) return payable ? { kind: 'pay', cents: amountDueCents } : { kind: 'no-card-pays' };
  return changesExisting ? { kind: 'confirm-change' } : { kind: 'subscribe' };
};

interface Readiness {
  processing: boolean;
  /** No figures yet, or old ones: nobody agrees to an amount that is not on the screen. */
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
