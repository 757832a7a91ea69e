import type { OperatorHook } from '@foyer/contract/api/operator-hooks';
import { screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { answer, refuse } from '../testing/handlers.ts';
import { leaveOperatorSite, openOperatorSite } from '../testing/open-operator-site.tsx';
import { server } from '../testing/server.ts';

afterEach(leaveOperatorSite);

const aHook = (overrides: Partial<OperatorHook> = {}): OperatorHook => ({
  id: 'msg_1',
  type: 'entitlement.changed',
  product: 'drive',
  accountId: 'acc_1',
  email: 'pia@demo.arcwave.test',
  status: 'delivered',
  createdAt: '2026-11-20T06:12:00.000Z',
  attempts: 1,
  lastAttemptAt: '2026-11-20T06:12:01.000Z',
  lastHttpStatus: 204,
  lastError: null,
  nextAttemptAt: null,
  ...overrides,
});

const aTest = aHook({ id: 'msg_2', type: 'webhook.test', accountId: null, email: null });
const endpoint = { product: 'drive', address: 'https://drive.vendor.example/hooks', failed: 2 };
const testCall = 'POST /api/operator/hook-endpoints/:id/test';
const resendCall = 'POST /api/operator/hooks/:id/resend';

const endpoints = (...list: (typeof endpoint)[]) => answer('GET /api/operator/hook-endpoints', { endpoints: list });
const hooks = (...list: OperatorHook[]) => answer('GET /api/operator/hooks', { hooks: list, nextCursor: null });

test('[BY-08] the page lists endpoints, and messages with state, attempts, last result and next attempt', async () => {
  server.use(
    endpoints(endpoint),
    hooks(
      aHook(),
      aHook({
        id: 'msg_3',
        status: 'waiting',
        attempts: 3,
        lastHttpStatus: null,
        lastError: 'timeout',
        nextAttemptAt: '2026-11-20T07:00:00.000Z',
      }),
      aTest,
    ),
  );
  openOperatorSite('/hooks', 'support');
  const place = await screen.findByRole('row', { name: /https:\/\/drive\.vendor\.example\/hooks/ });
  expect(place.textContent).toMatch(/2/);
  const delivered = await screen.findByRole('row', { name: /msg_1/ });
  expect(delivered.textContent).toMatch(/Entitlements changed.*pia@demo.*Nov 20, 2026.*Delivered.*1.*HTTP 204/);
  expect(screen.getByRole('row', { name: /msg_3/ }).textContent).toMatch(
    /Waiting.*Next:.*Nov 20.*3.*No answer in time/,
  );
  expect(screen.getByRole('row', { name: /msg_2/ }).textContent).toMatch(/Test.*None: a test/);
});

test('[BY-08] the list is read again for a product or state', async () => {
  const asked: string[] = [];
  server.use(
    endpoints(endpoint),
    answer('GET /api/operator/hooks', ({ request }) => {
      asked.push(new URL(request.url).search);
      return { hooks: [], nextCursor: null };
    }),
  );
  const user = openOperatorSite('/hooks', 'support');
  expect(await screen.findByText('There are no such messages.')).toBeDefined();
  await user.selectOptions(screen.getByLabelText('State'), 'failed');
  await user.selectOptions(screen.getByLabelText('Product'), 'drive');
  expect(await screen.findByText('There are no such messages.')).toBeDefined();
  expect(asked).toEqual(['', '?status=failed', '?product=drive&status=failed']);
});

test('[BY-08] a test is sent with a reason; without an endpoint the page names the settings', async () => {
  const sent: unknown[] = [];
  server.use(
    endpoints(endpoint),
    hooks(),
    answer(testCall, async ({ request, params }) => {
      sent.push([params.id, await request.json()]);
      server.use(endpoints(), hooks(aTest));
      return { id: 'msg_2' };
    }),
  );
  const user = openOperatorSite('/hooks', 'support');
  await user.click(await screen.findByRole('button', { name: 'Send a test' }));
  const form = screen.getByRole('form', { name: /^Send a test to / });
  await user.type(within(form).getByLabelText('Reason'), 'new endpoint');
  await user.click(within(form).getByRole('button', { name: 'Send a test' }));
  expect(await screen.findByText(/^The test is in the queue/)).toBeDefined();
  expect(sent).toEqual([['drive', { reason: 'new endpoint' }]]);
  expect(await screen.findByText(/PRODUCT_HOOKS/)).toBeDefined();
  expect(await screen.findByRole('row', { name: /msg_2/ })).toBeDefined();
});

test('[BY-08] a message shows its attempts with answers, its content on demand, and is sent again', async () => {
  const sent: unknown[] = [];
  const detail = (hook: OperatorHook) =>
    answer('GET /api/operator/hooks/:id', {
      hook,
      payload: { type: 'entitlement.changed', data: { accountId: 'acc_1', sequence: 7 } },
      attempts: [
        { number: 2, at: '2026-11-20T06:13:00.000Z', durationMs: 12, httpStatus: 204, error: null, answer: '' },
        {
          number: 1,
          at: '2026-11-20T06:12:00.000Z',
          durationMs: 31,
          httpStatus: 500,
          error: null,
          answer: '<b>no database</b>',
        },
      ],
    });
  server.use(detail(aHook({ attempts: 2 })), refuse(resendCall, 'ACTION_REFUSED', { code: 'already_queued' }));
  const user = openOperatorSite('/hooks/msg_1', 'support');
  const attempts = await screen.findByRole('region', { name: 'Attempts' });
  const [, last, first] = within(attempts).getAllByRole('row');
  expect(last?.textContent).toMatch(/HTTP 204.*12 ms.*Nothing/);
  expect(first?.textContent).toMatch(/HTTP 500.*31 ms.*<b>no database<\/b>/);
  const content = screen.getByText(/"sequence": 7/).closest('details');
  expect(content?.open).toBe(false);
  await user.click(screen.getByText('Content'));
  expect(content?.open).toBe(true);
  await user.click(screen.getByRole('button', { name: 'Send again' }));
  const form = screen.getByRole('form', { name: 'Send this message again' });
  await user.type(within(form).getByLabelText('Reason'), 'lost it');
  await user.click(within(form).getByRole('button', { name: 'Send again' }));
  expect(await within(form).findByText('This message is already in the queue.')).toBeDefined();
  server.use(
    answer(resendCall, async ({ request, params }) => {
      sent.push([params.id, await request.json()]);
      server.use(detail(aHook({ status: 'waiting', attempts: 2 })));
      return undefined;
    }),
  );
  await user.click(within(form).getByRole('button', { name: 'Send again' }));
  expect(await screen.findByText('The message is back in the queue.')).toBeDefined();
  expect(sent).toEqual([['msg_1', { reason: 'lost it' }]]);
  expect(await screen.findByText('Next attempt')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Send again' })).toBeNull();
});

test('[OP-01] an operator without the role sees no messages', async () => {
  openOperatorSite('/hooks', 'catalogue');
  expect(await screen.findByText(/support/)).toBeDefined();
  expect(screen.queryByRole('link', { name: 'Webhooks' })).toBeNull();
});
