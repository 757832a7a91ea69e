import type { BatchRedemption } from '@foyer/contract/api/operator-sale';
import { act, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { answer } from '../testing/handlers.ts';
import { aBatch, leaveOperatorSite, me, openOperatorSite } from '../testing/open-operator-site.tsx';
import { server } from '../testing/server.ts';
import { clearSession, storeSession } from './session.ts';
import { newBatch } from './shown-once.ts';

afterEach(() => {
  leaveOperatorSite();
  newBatch.remove();
});

const batches = answer('GET /api/operator/coupon-batches', { batches: [], nextCursor: null });
const catalogue = answer('GET /api/operator/catalogue', { plans: [], promotions: [] });
const spring = { batchId: 'bat_1', name: 'spring', codes: ['AAAA-BBBB', 'CCCC-DDDD'] };

/** Whether the tab would ask before it is closed. */
const asks = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }));

test('[OP-03] [INV-22] new codes outlive another page and a session that ended, until they are saved', async () => {
  server.use(batches, catalogue);
  const user = openOperatorSite('/codes', 'admin');
  await screen.findByRole('button', { name: 'Make codes' });
  act(() => newBatch.store('opr_1', spring));
  expect(screen.getByText('AAAA-BBBB')).toBeDefined();
  await user.click(screen.getByRole('link', { name: 'Catalog' }));
  expect(await screen.findByText('Your new codes are not saved yet')).toBeDefined();
  expect(screen.queryByText('AAAA-BBBB')).toBeNull();
  act(() => clearSession('ended'));
  await screen.findByText('Your session ended. Sign in again.');
  expect(asks()).toBe(true);
  act(() => storeSession('another-token'));
  await screen.findByText('Your new codes are not saved yet');
  await user.click(screen.getAllByRole('link', { name: 'Codes' })[0] as HTMLElement);
  expect(await screen.findByText('AAAA-BBBB')).toBeDefined();
});

test('[INV-22] who signs in next in the same tab is not shown them', async () => {
  server.use(batches);
  openOperatorSite('/codes', 'admin');
  await screen.findByRole('button', { name: 'Make codes' });
  act(() => newBatch.store('opr_1', spring));
  act(() => clearSession('left'));
  server.use(answer('GET /api/operator/me', { ...me('admin'), id: 'opr_2' }));
  act(() => storeSession('another-token'));
  await screen.findByRole('button', { name: 'Make codes' });
  expect(screen.queryByText('AAAA-BBBB')).toBeNull();
});

test('[OP-03] a batch says how many of its codes were redeemed, and by whom', async () => {
  const batch = aBatch({ id: 'bat_1', name: 'spring', count: 3, redeemed: 1, redeemable: 2 });
  const redemption: BatchRedemption = {
    id: 'red_1',
    displayCode: 'CCCC-DDDD',
    accountId: 'acc_1',
    email: 'pia@demo.arcwave.test',
    status: 'applied',
    at: '2026-11-21T06:12:00.000Z',
  };
  const page = { batch, redemptions: [redemption], redemptionsInAll: 1, nextCursor: null };
  server.use(answer('GET /api/operator/coupon-batches/:id', page));
  openOperatorSite('/codes/bat_1', 'admin');
  expect(await screen.findByText(/1 of 3 redeemed · 2 can still be redeemed/)).toBeDefined();
  const row = within(screen.getByRole('region', { name: 'Redemptions' }))
    .getByText('CCCC-DDDD')
    .closest('tr');
  expect(within(row as HTMLElement).getByRole('link').textContent).toBe('pia@demo.arcwave.test');
});
