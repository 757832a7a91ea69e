import { takesCards } from '@foyer/contract/vocabulary/cards';

/** Steps of the tracker (PR-01). `setup` is left out if the account has everything that the promotion needs. */
export type Stage = 'promotion' | 'setup' | 'review' | 'confirmation';
export type WizardStep = 'address' | 'payment' | 'review';

export interface Situation {
  /** The promotion needs a card, which is charged after its free time. */
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
  return [
    ...(country === null ? (['address'] as const) : []),
    ...(!hasCard && takesCards(country) && canAddPaymentMethod ? (['payment'] as const) : []),
  ];
};

/** Current step of the wizard: the first setup step that remains, else the review (PR-01). */
export const currentStep = (situation: Situation): WizardStep => setupSteps(situation)[0] ?? 'review';

/** Steps of the tracker. `hadSetup` keeps the setup step, as done, when the wizard began with it. */
export const stagesOf = (hadSetup: boolean): readonly Stage[] =>
  hadSetup ? ['promotion', 'setup', 'review', 'confirmation'] : ['promotion', 'review', 'confirmation'];

/** Returns whether the promotion renews as a paid plan. It ends instead where no card can be charged (PR-04). */
export const renewsAutomatically = ({
  collectPayment,
  country,
}: Pick<Situation, 'collectPayment' | 'country'>): boolean => collectPayment && country !== null && takesCards(country);
