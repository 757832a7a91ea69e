import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { subscriptionsAre } from '../../testing/drive-answers.ts';
import { anExchange, aPromotion } from '../../testing/offer-answers.ts';
import { promotionIs } from '../../testing/promotion-answers.ts';
import { renderApp } from '../../testing/render-app.tsx';

// alone in its file: what another test has loaded does not come late any more
test('[PR-04] [SH-12] what there will be less of is there with the rest, and pushes nothing', async () => {
  renderApp('/promotions/2-series', {
    handlers: [promotionIs(aPromotion({ downgrade: true, exchange: anExchange() })), subscriptionsAre()],
  });
  await screen.findByRole('button', { name: 'Subscribe' });
  expect(screen.getByRole('heading', { name: "You'll get less than you have now" })).toBeDefined();
});
