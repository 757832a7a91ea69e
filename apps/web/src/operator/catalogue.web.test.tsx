import type { CataloguePlan } from '@foyer/contract/api/operator-sale';
import { screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { answer } from '../testing/handlers.ts';
import { leaveOperatorSite, openOperatorSite } from '../testing/open-operator-site.tsx';
import { server } from '../testing/server.ts';

afterEach(leaveOperatorSite);

test('[OP-03] [PY-06] a reload says where a tax rate is gone', async () => {
  const offSale = { plans: [], intervals: [], maintenanceExtensions: [], promotions: [] };
  server.use(
    answer('GET /api/operator/catalogue', { plans: [], promotions: [] }),
    answer('POST /api/operator/catalogue/reload', { plans: 21, prices: 32, offSale, untaxed: ['US MA', 'US MA 02'] }),
  );
  const user = openOperatorSite('/catalogue', 'catalogue');
  await user.click(await screen.findByRole('button', { name: 'Reload files' }));
  await user.type(screen.getByLabelText(/^Reason/), 'new season');
  await user.click(screen.getByRole('button', { name: 'Reload' }));
  expect(
    await screen.findByText('On sale now: 21 plans, 32 prices. No tax rate any more: US MA, US MA 02.'),
  ).toBeTruthy();
});

const aPlan = (overrides: Partial<CataloguePlan>): CataloguePlan => ({
  id: 'pln_drive_starter',
  product: 'drive',
  name: 'Starter',
  tierName: 'Starter',
  active: true,
  hidden: false,
  legacy: false,
  promotional: false,
  byAgreement: false,
  trialDays: null,
  prices: [{ id: 'int_1', interval: 'monthly', amountCents: 2_975, active: true }],
  ...overrides,
});

test('[OP-03] a plan by agreement has no price, and one of a promotion is not on sale', async () => {
  const noPrice = [{ id: 'int_2', interval: 'monthly' as const, amountCents: 0, active: false }];
  server.use(
    answer('GET /api/operator/catalogue', {
      plans: [
        aPlan({}),
        aPlan({ id: 'pln_iot_enterprise', name: 'Enterprise', byAgreement: true, prices: noPrice }),
        aPlan({ id: 'pln_drive_gift', name: 'Gift', promotional: true }),
        aPlan({ id: 'pln_drive_old', name: 'Old', active: false, promotional: true }),
      ],
      promotions: [],
    }),
  );
  openOperatorSite('/catalogue', 'catalogue');
  const table = await screen.findByRole('region', { name: 'Plans' });
  const rows = [...table.querySelectorAll('tbody tr')].map(({ textContent }) => textContent?.trim());
  expect(rows[0]).toContain('On sale');
  expect(rows[1]).toContain('By agreement');
  expect(rows[1]).not.toMatch(/On sale|\$0\.00|no longer offered/);
  expect(rows[2]).toContain('Promotion');
  expect(rows[2]).not.toContain('On sale');
  expect(rows[3]).toContain('Off sale');
});
