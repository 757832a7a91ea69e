import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { config } from '../../lib/config.ts';
import { aCard, aMe, anAccount } from '../../testing/builders.ts';
import { answer } from '../../testing/handlers.ts';
import { cardToken, fillInCard, receiptsAre } from '../../testing/payment-answers.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { withConfig } from '../../testing/with-config.ts';

// the drive brand takes a card without an address
withConfig({ gateway: 'sandbox', brand: { ...config.brand, key: 'drive', addressFirst: false } });

const open = (visitorCountry: string) => {
  const sent: unknown[] = [];
  const { user } = renderApp('/payments/method', {
    handlers: [
      receiptsAre(),
      cardToken,
      answer(
        'GET /api/auth/me',
        aMe({ user: { address: null, addresses: [], ipInfo: { country_code: visitorCountry } } }),
      ),
      answer('GET /api/account/me', anAccount({ paymentMethod: null })),
      answer('POST /api/account/me/payment_methods', async ({ request }) => {
        sent.push(await request.json());
        return { ...aCard(), retried: [] };
      }),
    ],
  });
  return { user, sent };
};

const save = () => screen.getByRole('button', { name: 'Save card' });
const REFUSAL = "Card payments outside the US can't be processed";

test("[PM-01] without an address the country is asked for, the visitor's own chosen, and the card is saved", async () => {
  const { user, sent } = open('US');
  const country = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Country' });
  expect(country.value).toBe('United States');
  expect(save()).toHaveProperty('disabled', true);
  await fillInCard(user);
  await user.click(save());
  await waitFor(() => expect(location.hash).toBe('#/payments'));
  expect(sent).toEqual([{ type: 'stripe', token: 'tok_visa' }]);
});

test('[PM-01] [PM-03] [PM-04] a country where cards are not taken: the warning, no card entry; back again what was typed stays', async () => {
  const { user } = open('US');
  const country = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Country' });
  await fillInCard(user);
  await user.clear(country);
  await user.type(country, 'Germany{Enter}');
  expect(await screen.findByText(REFUSAL)).toBeDefined();
  expect(screen.queryByRole('textbox', { name: 'Card number' })).toBeNull();
  expect(save()).toHaveProperty('disabled', true);
  await user.clear(country);
  await user.type(country, 'United States{Enter}');
  expect(screen.queryByText(REFUSAL)).toBeNull();
  expect(screen.getByRole('textbox', { name: 'Card number' })).toHaveProperty('value', '4242 4242 4242 4242');
  expect(save()).toHaveProperty('disabled', false);
});

test('[PM-01] [PM-04] of a visitor from nowhere known nothing is chosen, and no card is saved before', async () => {
  const { user } = open('');
  await screen.findByRole('combobox', { name: 'Country' });
  await fillInCard(user);
  expect(screen.queryByText(REFUSAL)).toBeNull();
  expect(save()).toHaveProperty('disabled', true);
});
