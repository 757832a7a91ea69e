import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { showFreeOffer } from '../../../testing/show-free-offer.tsx';

test.each([
  ['free', 'Verlängert sich in 6 Monaten'],
  ['yearly', 'Verlängert sich in 1 Jahr'],
  ['monthly', 'Verlängert sich in 1 Monat'],
] as const)('[DR-07] in de, a free offer billed %s says "%s"', (interval, words) => {
  showFreeOffer(interval);
  expect(screen.getByText(words)).toBeDefined();
});
