import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PoolConfig } from 'pg';
import { withClient } from '../apps/server/test/with-client.ts';
import { type Answer, OK, send } from './clients.ts';
import { drillTokens } from './servers.ts';

/** Sessions of customers who are away, and clients that come back and refresh their tokens. */

const SESSIONS_PER_USER = 4;
/** Pause between two refreshes. Calls that need longer run side by side. */
const EVERY_MS = 20;
/** The next session is far from the last one in the table. A prime number, so that each is used once. */
const STRIDE = 7_919;

const idOf = (kind: string, number: string): string => `'${kind}_DRILL' || lpad((${number})::text, 21, '0')`;

/** Inserts sessions of new customers into a database of any release since 3.0.0. */
export const insertIdleSessions = async (config: PoolConfig, count: number): Promise<void> => {
  const users = Math.ceil(count / SESSIONS_PER_USER);
  await withClient(config, async (client) => {
    await client.query(
      `INSERT INTO accounts (id, brand, gateway) SELECT ${idOf('acc', 'n')}, 'drive', 'sandbox' FROM generate_series(1, $1::int) n`,
      [users],
    );
    await client.query(
      `INSERT INTO users (id, account_id, first_name, last_name, email, email_verified_at, password_hash, password_changed_at)
       SELECT ${idOf('usr', 'n')}, ${idOf('acc', 'n')}, 'Ada', 'Byron', 'idle-' || n || '@test.arcwave.test', now(), 'no password', now()
       FROM generate_series(1, $1::int) n`,
      [users],
    );
    await client.query(
      `INSERT INTO sessions (id, user_id, stepped_at, refresh_expires_at, expires_at, user_agent, address)
       SELECT ${idOf('ses', 'n')}, ${idOf('usr', `n % ${users} + 1`)}, now() - interval '1 day', now() + interval '14 days',
         now() + interval '30 days', 'foyer drill', '127.0.0.1'
       FROM generate_series(0, $1::int - 1) n`,
      [count],
    );
    await client.query('VACUUM ANALYZE accounts, users, sessions');
  });
};

export interface RefreshCounts {
  readonly calls: number;
  readonly longestMs: number;
  /** Number of failed refreshes by result. */
  readonly failed: Readonly<Record<string, number>>;
}

/** Refreshes one idle session every 20 ms, each once. */
export const startRefreshes = (port: number, sessions: number): { stop(): Promise<RefreshCounts> } => {
  const agent = new Agent({ keepAlive: true });
  const tokens = drillTokens();
  const failed: Record<string, number> = {};
  const running = new Set<Promise<void>>();
  let calls = 0;
  let longestMs = 0;
  let isOver = false;
  const refresh = async (session: number): Promise<void> => {
    const since = performance.now();
    const refreshToken = tokens.refresh(`ses_DRILL${String(session).padStart(21, '0')}`, 0);
    const call = { method: 'POST', path: '/api/auth/tokens', body: { refreshToken } };
    const { result }: Answer = await send(port, agent, null, call);
    longestMs = Math.max(longestMs, Math.round(performance.now() - since));
    if (result !== OK) failed[`refresh ${result}`] = (failed[`refresh ${result}`] ?? 0) + 1;
  };
  const run = async (): Promise<void> => {
    for (; !isOver && calls < sessions; calls += 1) {
      const call: Promise<void> = refresh((calls * STRIDE) % sessions).finally(() => running.delete(call));
      running.add(call);
      await sleep(EVERY_MS);
    }
  };
  const ended = run();
  return {
    stop: async () => {
      isOver = true;
      await ended;
      await Promise.all(running);
      agent.destroy();
      return { calls, longestMs, failed };
    },
  };
};
