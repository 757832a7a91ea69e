import type { AddressInfo } from 'node:net';
import { MINUTE_MS } from '@foyer/contract/vocabulary/instants';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Harness, startHarness } from '../apps/server/test/harness.ts';
import { startClients } from './clients.ts';

let h: Harness;

beforeAll(async () => {
  h = await startHarness();
});
afterAll(() => h.stop());

test('[SE-05] clients of a drill that outlives their access tokens refresh them, and no call counts as failed', async () => {
  const customers = await Promise.all([h.makeCustomer(), h.makeCustomer()]);
  await h.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = h.app.server.address() as AddressInfo;
  const before = customers.map(({ client: { accessToken, refreshToken } }) => ({ accessToken, refreshToken }));
  const clients = startClients({ port, tokens: before });
  const generations = async () => {
    const rows = await h.database.query<{ generation: number }>(
      'SELECT generation FROM sessions WHERE user_id = ANY($1) ORDER BY id',
      [customers.map(({ userId }) => userId)],
    );
    return rows.map(({ generation }) => generation);
  };
  try {
    const first = await generations();
    for (const round of [1, 2]) {
      h.wall.advance(6 * MINUTE_MS);
      await expect.poll(generations).toEqual(first.map((generation) => generation + round));
      // The new token is stored before the client has it. Its next turn shows that it has used it.
      const turns = clients.turns();
      await expect.poll(() => clients.turns().every((turn, client) => turn > (turns[client] ?? 0))).toBe(true);
    }
  } finally {
    await clients.stop();
  }
  const { calls, failed } = await clients.stop();
  expect(failed).toEqual({});
  expect(calls).toBeGreaterThan(6);
});
