import type { OperatorVendorKey } from '@foyer/contract/api/operator-keys';
import { act, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { answer, refuse } from '../testing/handlers.ts';
import { leaveOperatorSite, openOperatorSite } from '../testing/open-operator-site.tsx';
import { server } from '../testing/server.ts';
import { newKey } from './shown-once.ts';

afterEach(() => {
  leaveOperatorSite();
  newKey.remove();
  vi.restoreAllMocks();
});

const aKey = (overrides: Partial<OperatorVendorKey> = {}): OperatorVendorKey => ({
  id: 'vky_1',
  name: 'licence server',
  hint: 'foyer_vk_Ab12…Yz89',
  scopes: ['entitlements:read', 'events:read'],
  createdBy: 'Jo Weber',
  createdAt: '2026-11-20T06:12:00.000Z',
  expiresAt: '2027-11-20T06:12:00.000Z',
  lastUsedAt: null,
  revokedAt: null,
  state: 'live',
  ...overrides,
});

const listed = (...keys: OperatorVendorKey[]) => answer('GET /api/operator/vendor-keys', { keys });

const createKey = async (user: ReturnType<typeof openOperatorSite>) => {
  await user.click(await screen.findByRole('button', { name: 'Create key' }));
  const form = screen.getByRole('form', { name: 'Create a vendor key' });
  await user.type(within(form).getByLabelText('Server that gets the key'), 'licence server');
  return form;
};

test('[OP-01] the list shows name, characters, scopes, maker, use and state of each key; a revoked one has no button', async () => {
  server.use(
    listed(
      aKey({ lastUsedAt: '2026-11-26T06:12:00.000Z' }),
      aKey({ id: 'vky_2', name: 'old shop', state: 'revoked', revokedAt: '2026-11-25T10:00:00.000Z', expiresAt: null }),
      aKey({ id: 'vky_3', name: 'tests', state: 'expired', createdBy: null }),
    ),
  );
  openOperatorSite('/keys', 'admin');
  const live = await screen.findByRole('row', { name: /^licence server/ });
  expect(live.textContent).toMatch(
    /foyer_vk_Ab12…Yz89.*entitlements:read.*events:read.*Active.*Until.*Nov 20, 2027.*Last used.*Nov 26, 2026.*Created.*Nov 20, 2026.*Jo Weber/,
  );
  const revoked = screen.getByRole('row', { name: /^old shop/ });
  expect(revoked.textContent).toMatch(/Revoked.*Nov 25, 2026.*Last used: Never/);
  expect(within(revoked).queryByRole('button')).toBeNull();
  expect(screen.getByRole('row', { name: /^tests/ }).textContent).toMatch(/Expired/);
  expect(screen.getByRole('button', { name: 'Revoke “licence server”' })).toBeDefined();
});

test('[INV-22] a new key is shown once with a warning, copied, and closes only then; it outlives another page', async () => {
  const sent: unknown[] = [];
  server.use(
    listed(),
    answer('GET /api/operator/audit', { entries: [], nextCursor: null }),
    answer('POST /api/operator/vendor-keys', async ({ request }) => {
      sent.push([await request.json(), request.headers.get('idempotency-key') !== null]);
      return { id: 'vky_9', key: 'foyer_vk_secret' };
    }),
  );
  const user = openOperatorSite('/keys', 'admin');
  const copied = vi.spyOn(navigator.clipboard, 'writeText');
  expect(await screen.findByText('No keys were created yet.')).toBeDefined();
  const form = await createKey(user);
  await user.click(within(form).getByRole('button', { name: 'Create key' }));
  expect(within(form).getByText('Choose at least one.')).toBeDefined();
  expect(sent).toEqual([]);
  await user.click(within(form).getByRole('checkbox', { name: /entitlements:read/ }));
  await user.type(within(form).getByLabelText('Reason'), 'new server');
  await user.click(within(form).getByRole('button', { name: 'Create key' }));
  expect(await screen.findByText('foyer_vk_secret')).toBeDefined();
  expect(sent).toEqual([
    [{ name: 'licence server', scopes: ['entitlements:read'], days: 365, reason: 'new server' }, true],
  ]);
  expect(screen.getByText(/only time it's shown/)).toBeDefined();

  await user.click(screen.getByRole('link', { name: 'Audit trail' }));
  expect(await screen.findByText("Your new key isn't saved yet")).toBeDefined();
  expect(screen.queryByText('foyer_vk_secret')).toBeNull();
  await user.click(screen.getAllByRole('link', { name: 'Vendor keys' })[0] as HTMLElement);
  await user.click(await screen.findByRole('button', { name: 'Done' }));
  expect(screen.getByText('foyer_vk_secret')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Copy key' }));
  expect(await screen.findByText('Copied')).toBeDefined();
  expect(copied).toHaveBeenCalledWith('foyer_vk_secret');
  await user.click(screen.getByRole('button', { name: 'Done' }));
  expect(screen.queryByText('foyer_vk_secret')).toBeNull();
});

test('without days the key never expires, and a number above the limit is not sent; a browser may forbid copying', async () => {
  const sent: unknown[] = [];
  server.use(
    listed(),
    answer('POST /api/operator/vendor-keys', async ({ request }) => {
      sent.push(await request.json());
      return { id: 'vky_9', key: 'foyer_vk_secret' };
    }),
  );
  const user = openOperatorSite('/keys', 'admin');
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('not allowed'));
  const form = await createKey(user);
  await user.click(within(form).getByRole('checkbox', { name: /notes:write/ }));
  await user.type(within(form).getByLabelText('Reason'), 'new server');
  const days = within(form).getByLabelText(/^Days until it expires/);
  await user.clear(days);
  await user.type(days, '3651');
  await user.click(within(form).getByRole('button', { name: 'Create key' }));
  expect(within(form).getByText('Enter a whole number from 1 to 3650.')).toBeDefined();
  await user.clear(days);
  await user.click(within(form).getByRole('button', { name: 'Create key' }));
  await user.click(await screen.findByRole('button', { name: 'Copy key' }));
  expect(await screen.findByText('Copying is not allowed here. Select the text instead.')).toBeDefined();
  expect(sent).toEqual([{ name: 'licence server', scopes: ['notes:write'], reason: 'new server' }]);
  await user.click(screen.getByRole('button', { name: 'Done' }));
  expect(screen.queryByText('foyer_vk_secret')).toBeNull();
});

test('[INV-22] an operator who signs in next in the same tab does not see a new key', async () => {
  server.use(listed());
  openOperatorSite('/keys', 'admin');
  await screen.findByText('No keys were created yet.');
  act(() => newKey.store('opr_1', { id: 'vky_9', name: 'licence server', key: 'foyer_vk_secret' }));
  expect(screen.getByText('foyer_vk_secret')).toBeDefined();
  act(() => newKey.store('opr_2', { id: 'vky_9', name: 'licence server', key: 'foyer_vk_secret' }));
  expect(screen.queryByText('foyer_vk_secret')).toBeNull();
});

test('a key is revoked with a reason after a warning; one that was revoked meanwhile says so', async () => {
  const revoke = 'POST /api/operator/vendor-keys/:id/revoke';
  const sent: unknown[] = [];
  server.use(listed(aKey()), refuse(revoke, 'ACTION_REFUSED', { code: 'done_already' }));
  const user = openOperatorSite('/keys', 'admin');
  await user.click(await screen.findByRole('button', { name: 'Revoke “licence server”' }));
  const form = screen.getByRole('form', { name: 'Revoke the key “licence server”' });
  expect(within(form).getByText(/Its next call is refused/)).toBeDefined();
  await user.type(within(form).getByLabelText('Reason'), 'server switched off');
  await user.click(within(form).getByRole('button', { name: 'Revoke key' }));
  expect(await within(form).findByText('This was done already. Nothing changed now.')).toBeDefined();
  server.use(
    answer(revoke, async ({ request, params }) => {
      sent.push([params.id, await request.json()]);
      server.use(listed(aKey({ state: 'revoked', revokedAt: '2026-11-26T06:12:00.000Z' })));
      return undefined;
    }),
  );
  await user.click(within(form).getByRole('button', { name: 'Revoke key' }));
  expect(await screen.findByText('The key “licence server” is revoked.')).toBeDefined();
  expect(sent).toEqual([['vky_1', { reason: 'server switched off' }]]);
  expect(await screen.findByText('Revoked')).toBeDefined();
});

test('[OP-01] an operator without the role sees no list and no link to the page', async () => {
  openOperatorSite('/keys', 'support');
  expect(await screen.findByText(/admin/)).toBeDefined();
  expect(screen.queryByRole('link', { name: 'Vendor keys' })).toBeNull();
});
