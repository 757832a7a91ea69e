interface Situation {
  trial: boolean;
  trialDays: number;
  /** What will be charged now, after credit. */
  amountDueCents: number;
  changesExisting: boolean;
}

export type PrimaryAction =
  | { kind: 'start-trial'; days: number }
  | { kind: 'pay'; cents: number }
  | { kind: 'confirm-change' }
  | { kind: 'subscribe' };

/** DR-04, first match: a trial, money due now, a change of an existing subscription, else a subscription. */
export const primaryAction = ({ trial, trialDays, amountDueCents, changesExisting }: Situation): PrimaryAction => {
  if (trial) return { kind: 'start-trial', days: trialDays };
  if (amountDueCents > 0) return { kind: 'pay', cents: amountDueCents };
  return changesExisting ? { kind: 'confirm-change' } : { kind: 'subscribe' };
};

interface Readiness {
  processing: boolean;
  /** No figures yet, or old ones: nobody agrees to an amount that is not on the screen. */
  quoted: boolean;
  trial: boolean;
  paymentMethodRequired: boolean;
  hasCard: boolean;
}

/** SU-06: an expired card counts as one, with its notice; a trial needs none. */
export const mayNotSubmit = ({ processing, quoted, trial, paymentMethodRequired, hasCard }: Readiness): boolean =>
  processing || !quoted || (paymentMethodRequired && !hasCard && !trial);
