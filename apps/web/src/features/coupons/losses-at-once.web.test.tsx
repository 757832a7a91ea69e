import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aCoupon, anEffect, anExchange, couponsAre } from '../../testing/offer-answers.ts';
import { renderApp } from '../../testing/render-app.tsx';

// alone in its file: what another test has loaded does not come late any more
test('[CD-01] [SH-12] what there will be less of is there with the rest, and pushes nothing', async () => {
  const effect = anEffect({ action: 'replaces', replaces: { name: 'Ultimate' }, exchange: anExchange() });
  const { user } = renderApp('/codes/redeem', { handlers: [couponsAre({ code: () => aCoupon({ effect }) })] });
  await user.click(await screen.findByLabelText('Prepaid Code'));
  await user.paste('code');
  await user.click(screen.getByRole('button', { name: 'Check code' }));
  await screen.findByRole('heading', { name: 'What it does' });
  expect(screen.getByRole('heading', { name: "You'll get less than you have now" })).toBeDefined();
});
