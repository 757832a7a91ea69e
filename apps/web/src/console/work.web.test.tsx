import type { OperatorWork } from '@foyer/contract/api/operator';
import { screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { answer } from '../testing/handlers.ts';
import { leaveConsole, openConsole } from '../testing/open-console.tsx';
import { server } from '../testing/server.ts';

afterEach(leaveConsole);

const quiet: OperatorWork = {
  due: [],
  dueInAll: 0,
  failing: [],
  overdue: [],
  waiting: [],
  queue: { waiting: 0, active: 0, failed: 0 },
  failedMails: [],
  failedHooks: [],
  reviewsWaiting: 0,
};
const failedHook: OperatorWork['failedHooks'][number] = {
  id: 'job_1',
  product: 'drive',
  accountId: 'acc_1',
  attempts: 12,
  lastHttpStatus: 500,
  lastError: null,
  failedAt: '2026-11-22T05:00:00.000Z',
};

test('[OP-04] a quiet house says so, list by list', async () => {
  server.use(answer('GET /api/operator/work', quiet));
  openConsole('/work', 'support');
  expect(await screen.findByText('No charge is being tried again.')).toBeTruthy();
  expect(screen.getByText('Every mail went out.')).toBeTruthy();
  expect(screen.getByText('Every product took its messages.')).toBeTruthy();
});

test('[OP-04] [BY-08] a message that a product never took is put back, with a reason', async () => {
  const sent: unknown[] = [];
  server.use(
    answer('GET /api/operator/work', { ...quiet, failedHooks: [failedHook] }),
    answer('POST /api/operator/jobs/:id/retry', async ({ request, params }) => {
      sent.push([params.id, await request.json()]);
      return new Response(null, { status: 204 });
    }),
  );
  const user = openConsole('/work', 'admin');
  const table = await screen.findByRole('region', { name: 'Messages to products given up' });
  expect(within(table).getByText('500')).toBeTruthy();
  await user.click(within(table).getByRole('button', { name: 'Try again' }));
  const form = screen.getByRole('form', { name: 'Send this message again' });
  await user.type(within(form).getByLabelText('Reason'), 'the product is back');
  await user.click(within(form).getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('The message is back in the queue.')).toBeTruthy();
  expect(sent).toEqual([['job_1', { reason: 'the product is back' }]]);
});
