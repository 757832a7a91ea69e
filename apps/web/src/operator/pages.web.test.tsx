import { screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { redirect } from '../lib/redirect.ts';
import { leaveOperatorSite, openOperatorSite } from '../testing/open-operator-site.tsx';

vi.mock('./audit-page.tsx', () => {
  throw new TypeError('Failed to fetch dynamically imported module');
});

afterEach(leaveOperatorSite);

test('[OP-01] a page that does not arrive: said in its place, the frame stays, and it is fetched by loading anew', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined); // what a boundary caught is there too
  const again = vi.spyOn(redirect, 'reload').mockImplementation(() => undefined);
  const user = openOperatorSite('/audit', 'admin');
  expect(await screen.findByText("This didn't load.")).toBeTruthy();
  expect(screen.getByRole('navigation')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(again).toHaveBeenCalledOnce();
});
