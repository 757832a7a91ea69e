import { defaultCardCountries } from '@foyer/contract/vocabulary/plans';

/** Steps of the tracker (PR-01). `setup` is left out if the account has everything that the promotion needs. */
export type Stage = 'promotion' | 'setup' | 'review' | 'confirmation';
export type WizardStep = 'address' | 'payment' | 'review';

export interface Situation {
  /** The promotion wants a card that is charged when its free time is over. */
  collectPayment: boolean;
  /** Country of the address; null without one. */
  country: string | null;
  hasCard: boolean;
  canAddPaymentMethod: boolean;
}

/**
 * Steps before the review, in order (PR-01): none when no payment is collected; the address when there is none; then the
 * card, when there is none and cards are accepted. While the country is unknown a card may still be needed.
 */
export const setupSteps = ({
  collectPayment,
  country,
  hasCard,
  canAddPaymentMethod,
}: Situation): readonly WizardStep[] => {
  if (!collectPayment) return [];
  const takesCards = country === null || defaultCardCountries.includes(country);
  return [
    ...(country === null ? (['address'] as const) : []),
    ...(!hasCard && takesCards && canAddPaymentMethod ? (['payment'] as const) : []),
  ];
};

/** Current step of the wizard: the first setup step that remains, else the review (PR-01). */
export const currentStep = (situation: Situation): WizardStep => setupSteps(situation)[0] ?? 'review';

/** `hadSetup`: a step that was there when the wizard began stays in the tracker, as done. */
export const stagesOf = (hadSetup: boolean): readonly Stage[] =>
  hadSetup ? ['promotion', 'setup', 'review', 'confirmation'] : ['promotion', 'review', 'confirmation'];

/** Whether the promotion renews as a paid plan: only where a card can be charged. Elsewhere it ends (PR-04). */
export const renewsAutomatically = ({
  collectPayment,
  country,
}: Pick<Situation, 'collectPayment' | 'country'>): boolean =>
  collectPayment && country !== null && defaultCardCountries.includes(country);
