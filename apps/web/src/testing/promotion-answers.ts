import { screen, within } from '@testing-library/react';
import { subscriptionsAre } from './drive-answers.ts';
import { answer } from './handlers.ts';
import { aPromotion } from './offer-answers.ts';

export const READ_PROMOTION = 'GET /api/subscription/promotion/account';

/** The promotion is there, for a code that says so. */
export const promotionIs = (promotion = aPromotion()) =>
  answer(READ_PROMOTION, { promoCode: '2-series:K7', promotion });
export const holdsNothing = subscriptionsAre();

/** The steps of the wizard, without their numbers. */
export const stepNames = () =>
  within(screen.getByRole('list', { name: 'Steps' }))
    .getAllByRole('listitem')
    .map((item) => item.textContent?.replace(/^\d\. ?|\d(?=\d\.)|\d\. |\(done\)/g, '').trim());
