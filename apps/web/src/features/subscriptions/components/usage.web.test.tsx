import type { Usage } from '@foyer/contract/api/usage';
import { screen, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { aPlan, aSubscription } from '../../../testing/builders.ts';
import { all, basic, DRIVE, plansAre, quoteIs, subscriptionsAre } from '../../../testing/drive-answers.ts';
import { answer, refuse } from '../../../testing/handlers.ts';
import { renderApp } from '../../../testing/render-app.tsx';

/** Use of limits that a product has reported (decision 79). */

const usageIs = (...usage: Partial<Usage>[]) =>
  answer('GET /api/subscription/usage', {
    usage: usage.map(
      (one): Usage => ({
        product: 'drive',
        limit: 'storage',
        used: 300_000_000_000,
        allowed: 600_000_000_000,
        measuredAt: '2026-11-03T18:40:00Z',
        ...one,
      }),
    ),
  });

const pro = aSubscription({ plan: { ...aSubscription().plan, id: 'pln_drive_pro', storageDisplay: '600 GB' } });

test('the plan page says how much of storage and keys is used', async () => {
  renderApp(DRIVE, {
    handlers: [usageIs({}, { limit: 'keys', used: 1, allowed: 3 }), all, subscriptionsAre(pro)],
  });
  await screen.findByText(/300\.00 GB of 600 GB used/);
  screen.getByText(/1 of 3 keys used/);
});

test('[DR-01] the comparison of plans says in the rows of the limits what is used now', async () => {
  renderApp(DRIVE, { handlers: [usageIs({}, { limit: 'keys', used: 1 }), all, subscriptionsAre(pro)] });
  await screen.findByText('Compare plans');
  expect((await screen.findByText('300.00 GB in use now')).closest('th')?.textContent).toContain('Storage');
  expect(screen.getByText('1 in use now').closest('th')?.textContent).toContain('Device Access Keys');
});

test('[DR-03] the comparison has a row for each difference, and says once what all plans have', async () => {
  const { user } = renderApp(DRIVE, { handlers: [plansAre(aPlan(), basic), subscriptionsAre()] });
  await user.click(await screen.findByText('Compare plans'));
  const rows = screen.getAllByRole('rowheader').map(({ textContent }) => textContent);
  expect(rows).toEqual(['Price a month, paid monthly', 'Price a year, paid yearly']);
  const shared = screen.getByText('Every plan includes:').closest('p')?.textContent;
  expect(shared).toMatch(/Storage: 50 GB · .*Device Access Keys: 5/);
  for (const name of rows) expect(shared).not.toContain(name);
});

test('[DR-03] a phone lists each value with its plans where a table of all plans has no room', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  onTestFinished(() => void vi.unstubAllGlobals());
  const { user } = renderApp(DRIVE, {
    handlers: [
      plansAre(
        aPlan(),
        basic,
        aPlan({ id: 'pln_drive_pro', displayName: 'Pro' }),
        aPlan({ id: 'pln_drive_team', displayName: 'Team' }),
      ),
      subscriptionsAre(),
    ],
  });
  await user.click(await screen.findByText('Compare plans'));
  const differences = within(screen.getByRole('region', { name: 'Differences between the plans' }));
  expect(differences.queryByRole('table')).toBeNull();
  const values = differences.getAllByRole('definition').map(({ textContent }) => textContent);
  expect(values).toEqual(['Starter, Pro, Team$29.75', 'Basic$0', 'Starter, Pro, Team$299.88', 'Basic$0']);
});

test.each([
  ['no report', usageIs()],
  ['a report of another product', usageIs({ product: 'other' })],
  ['a failed call', refuse('GET /api/subscription/usage', 'UNAVAILABLE')],
])('with %s it says the limit alone', async (_what, usage) => {
  renderApp(DRIVE, { handlers: [usage, all, subscriptionsAre(pro)] });
  await screen.findByText(/^600 GB ·/);
  expect(screen.queryByText(/used/)).toBeNull();
});

test('a smaller plan says that more is used than it has, and does not stop the order', async () => {
  const small = { ...aPlan().details, storageSizeLimit: { value: 2_000_000_000, displayValue: '2 GB' } };
  renderApp(`${DRIVE}?plan=pln_drive_free&step=review`, {
    handlers: [
      usageIs({ used: 12_000_000_000 }, { limit: 'keys', used: 1 }),
      plansAre(aPlan(), { ...basic, details: small }),
      subscriptionsAre(aSubscription()),
      quoteIs(),
    ],
  });
  await screen.findByText('You use 12.00 GB of storage now, more than the new plan has');
  expect(screen.queryByText(/keys now, more/)).toBeNull();
  expect(screen.getByRole('button', { name: /^Pay/ }).hasAttribute('disabled')).toBe(false);
});
