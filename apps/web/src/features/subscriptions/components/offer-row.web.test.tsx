import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { showFreeOffer } from '../../../testing/show-free-offer.tsx';

test.each([
  ['free', 'Renews in 6 months'],
  ['every-6-months', 'Renews in 6 months'],
  ['yearly', 'Renews in 1 year'],
  ['monthly', 'Renews in 1 month'],
] as const)('[DR-07] in en, a free offer billed %s says "%s"', (interval, words) => {
  showFreeOffer(interval);
  expect(screen.getByText(words)).toBeDefined();
});
