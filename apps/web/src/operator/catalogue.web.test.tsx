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
