import { screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { account, choose, extensionsAre, openLicence } from '../../testing/licence-answers.ts';

const lapsed = account({ clock: { status: 'ready', now: '2026-07-30T00:00:00Z' } });

describe('maintenance that has ended', () => {
  test('[MA-01] says which versions stay', async () => {
    openLicence([lapsed]);
    const licence = await screen.findByRole('region', { name: 'Maintenance ended on Jun 30, 2026' });
    expect(screen.getByText('Not maintained')).toBeDefined();
    expect(licence.textContent).toContain('every version released by Jun 30, 2026 is yours for good');
    expect(licence.textContent).toContain('An extension starts on that day');
  });

  test('[MA-05] an extension has begun already: nobody is told that they lose nothing', async () => {
    openLicence([lapsed]);
    await screen.findByRole('button', { name: 'Choose Extension' });
    expect(screen.getByText(/the time since then counts as a part of it/).textContent).toContain('Jun 30, 2026');
    expect(screen.queryByText(/you lose nothing/)).toBeNull();
  });

  test('[MA-02] too long ago: no extension is spoken of', async () => {
    openLicence([lapsed, extensionsAre({ isOutsideMaintenanceRange: true, options: [], data: { options: [] } })]);
    await screen.findByText('No extension is on offer for this license');
    expect(screen.getByText(/is yours for good/).textContent).not.toContain('extension');
  });
});

test('[PM-07] an extension that credit covers names no card that is billed', async () => {
  const options = [
    {
      id: 'mex_pro_1y',
      name: '1 Year Maintenance',
      category: 'Professional',
      newExpiration: '2027-06-30T00:00:00Z',
      durationInMonths: 12,
      amount: 28000,
      quantity: 1,
      totalPrice: 28000,
      extensionLength: 1,
      isSelfService: true,
      quote: {
        subtotal: 28000,
        tax: 2310,
        taxRatePercentage: 8.25,
        taxPlace: 'Boston MA',
        total: 30310,
        credit: 30310,
        carried: 0,
        amountDueCents: 0,
        paymentRequired: false,
      },
    },
  ];
  const { user } = openLicence([extensionsAre({ options, data: { options } })]);
  await choose(user);
  expect(await screen.findByRole('button', { name: 'Confirm and Pay $0.00' })).toBeDefined();
  expect(screen.queryByText(/Billed to/)).toBeNull();
});
