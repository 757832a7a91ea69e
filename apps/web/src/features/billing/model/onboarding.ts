import { defaultCardCountries } from '@foyer/contract/vocabulary/plans';

/** The steps of somebody new, in order (PM-05). */
const onboardingSteps = ['address', 'payment', 'review'] as const;
type Step = (typeof onboardingSteps)[number];

/**
 * PM-05: a card leads one step on, an address too where cards are taken; where they are not, the step of the card is
 * passed over. Somebody whose country is unknown yet is asked for the card, which then asks for the address.
 */
export const nextStep = (done: Exclude<Step, 'review'>, country: string | null): Step => {
  const skipsPayment = done === 'address' && country !== null && !defaultCardCountries.includes(country);
  return onboardingSteps[onboardingSteps.indexOf(done) + (skipsPayment ? 2 : 1)] ?? 'review';
};
