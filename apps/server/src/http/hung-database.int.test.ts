import { expect, test } from 'vitest';
import { createTestDatabase } from '../../test/database.ts';
import { startHangingProxy } from '../../test/hanging-proxy.ts';
import { startHarness } from '../../test/harness.ts';
import { withClient } from '../../test/with-client.ts';
import { defaultLimits } from '../adapters/postgres/database.ts';

const LIMITS = { ...defaultLimits, connections: 4, statementTimeoutMs: 10_000, answerTimeoutMs: 1_500 };
const WAITING = `SELECT count(*)::int AS n FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`;
const CLAIM = `SELECT locked_at::text AS "lockedAt" FROM idempotency_keys WHERE key = 'k'`;

test('[O17] the database hangs in the middle of a keyed call: 503, and the key is released when it answers again', async () => {
  const own = await createTestDatabase();
  const proxy = await startHangingProxy(own.config);
  const h = await startHarness({ config: { connectionString: proxy.url }, databaseLimits: LIMITS });
  try {
    const customer = await h.makeCustomer({ card: 'tok_visa' });
    await withClient(own.config, async (client) => {
      await client.query('BEGIN');
      // The key's reference to the account does not wait for this lock; the order does.
      await client.query('SELECT id FROM accounts WHERE id = $1 FOR NO KEY UPDATE', [customer.accountId]);
      const answer = customer.client.post(
        '/api/subscription/subscriptions',
        { planId: 'pln_drive_starter' },
        { key: 'k' },
      );
      await withClient(own.config, (watcher) =>
        expect.poll(async () => (await watcher.query(WAITING)).rows[0].n, { interval: 5 }).toBe(1),
      );
      proxy.hang();
      const { status, headers, body } = await answer;
      expect([status, body]).toMatchObject([503, { error: { type: 'UNAVAILABLE' } }]);
      expect(Number(headers['retry-after'])).toBeGreaterThan(0);
      await client.query('ROLLBACK');
    });
    proxy.recover();
    await withClient(own.config, (watcher) =>
      expect.poll(async () => (await watcher.query(CLAIM)).rows).toEqual([{ lockedAt: '-infinity' }]),
    );
  } finally {
    proxy.stop();
    await h.stop();
    await own.drop();
  }
});
