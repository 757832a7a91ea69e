import { afterAll, beforeAll, expect, test } from 'vitest';
import { inject } from '../../test/client.ts';
import { type Harness, startHarness } from '../../test/harness.ts';

let h: Harness;

beforeAll(async () => {
  h = await startHarness({ isWorkerOnly: true });
});
afterAll(() => h.stop());

test.each(['/healthz', '/readyz', '/version'])('[decision 69] a worker answers %s', async (url) => {
  expect((await inject(h.app, { method: 'GET', url })).status).toBe(200);
});

test('[decision 69] a worker takes events of the payment gateway, and refuses a wrong signature', async () => {
  const answer = await inject(h.app, { method: 'POST', url: '/webhooks/sandbox', payload: '{}' });
  expect(answer.status).toBe(400);
});

test.each([
  '/',
  '/id/',
  '/operator/',
  '/api/auth/me',
  '/api/openapi.json',
  '/api/docs',
  '/sandbox/mail',
  '/api/operator/me',
])('[decision 69] a worker has no %s', async (url) => {
  const answer = await inject(h.app, { method: 'GET', url });
  expect([answer.status, answer.body]).toMatchObject([404, { error: { type: 'NOT_FOUND' } }]);
});
