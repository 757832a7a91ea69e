import { takesCards } from '@foyer/contract/vocabulary/cards';

/** Steps of the onboarding, in order (PM-05). */
const onboardingSteps = ['address', 'payment', 'review'] as const;
type Step = (typeof onboardingSteps)[number];

/**
 * Next step of the onboarding (PM-05). Skips the card step in a country that cannot pay by card. If the country is
 * unknown, the card step comes first and asks for the address.
 */
export const nextStep = (done: Exclude<Step, 'review'>, country: string | null): Step => {
  const skipsPayment = done === 'address' && !takesCards(country);
  return onboardingSteps[onboardingSteps.indexOf(done) + (skipsPayment ? 2 : 1)] ?? 'review';
};
