import type { Interval } from '@foyer/contract/vocabulary/plans';
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { render, screen } from '@testing-library/react';
import { afterAll, expect, test } from 'vitest';
import { messages as german } from '../../../locales/de/plans.po';
import { OfferRow } from './offer-row.tsx';

afterAll(() => i18n.activate('en'));

const show = (language: 'en' | 'de', interval: Interval) => {
  i18n.load('de', german);
  i18n.activate(language);
  const offer = {
    rhythm: 'free' as const,
    interval,
    intervalId: `pln_drive_free_${interval}`,
    amountCents: 0,
    couponCents: null,
    dueCents: 0,
    savePercent: null,
    current: false,
  };
  render(
    <I18nProvider i18n={i18n}>
      <OfferRow offer={offer} checked={false} onChoose={() => {}} locked={false} from={undefined} ending={null} />
    </I18nProvider>,
  );
};

test.each([
  ['en', 'free', 'Renews in 6 months'],
  ['en', 'every-6-months', 'Renews in 6 months'],
  ['en', 'yearly', 'Renews in 1 year'],
  ['en', 'monthly', 'Renews in 1 month'],
  ['de', 'free', 'Verlängert sich in 6 Monaten'],
  ['de', 'yearly', 'Verlängert sich in 1 Jahr'],
  ['de', 'monthly', 'Verlängert sich in 1 Monat'],
] as const)('[DR-07] in %s, a free offer billed %s says "%s"', (language, interval, words) => {
  show(language, interval);
  expect(screen.getByText(words)).toBeDefined();
});
