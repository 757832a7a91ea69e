import { takesCards } from '@foyer/contract/vocabulary/cards';
import { paths } from '../../../lib/paths.ts';

/** Marks the return path of the onboarding, so that its address and card pages are setup steps (AD-02, PM-05). */
const onboardingFlag = (returnPath: string) => (/[?&]r=newuser(&|$)/.test(returnPath) ? 'newuser' : undefined);

/** Path of the address form with a return path; in onboarding the card step follows if needed. */
export const addressPath = (returnPath: string, needsCard = true): string => {
  const r = onboardingFlag(returnPath);
  return paths.address({ returnPath, r, next: r && !needsCard ? 'review' : undefined });
};
/** Path of the card form with a return path. */
export const cardPath = (returnPath: string): string =>
  paths.paymentMethod({ returnPath, r: onboardingFlag(returnPath) });

interface Situation {
  /** The choice is charged today. */
  paid: boolean;
  /** The product is under export control, so that a trial needs the address too (`MISSING_ADDRESS`). */
  screened?: boolean;
  /** Country of the address; null without one, undefined while it loads. */
  country: string | null | undefined;
  hasCard: boolean;
  canAddPaymentMethod: boolean;
}

/**
 * Path that follows the choice of a plan: the review, or for a new customer the setup steps that the choice needs and the
 * account lacks (AD-02). The step of the address leads on to that of the card (PM-05), unless the choice needs no card.
 * While the country is unknown it is the review, which says what it lacks.
 */
export const pathToReview = (
  reviewPath: string,
  { paid, screened = false, country, hasCard, canAddPaymentMethod }: Situation,
): string => {
  if (!onboardingFlag(reviewPath) || country === undefined) return reviewPath;
  const needsCard = paid && !hasCard && canAddPaymentMethod;
  if ((paid || screened) && country === null) return addressPath(reviewPath, needsCard);
  return needsCard && takesCards(country) ? cardPath(reviewPath) : reviewPath;
};
