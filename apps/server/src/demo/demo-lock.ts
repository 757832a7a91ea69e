import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../adapters/postgres/database.ts';

const ASK_EVERY_MS = 200;

/**
 * Runs `load` under a lock that all servers share. If two servers start together, the second waits and finds the data
 * loaded. The lock ends with its connection; `load` uses others and may take long. `signal` ends the wait.
 */
export const withDemoLock = (database: Database, load: () => Promise<void>, signal?: AbortSignal): Promise<void> =>
  database.transaction(async (sql) => {
    await sql.query(`SELECT set_config('idle_in_transaction_session_timeout', '0', true)`);
    const take = async () => {
      const rows = await sql.query<{ taken: boolean }>(
        `SELECT pg_try_advisory_xact_lock(hashtextextended('demo', 7)) AS taken`,
      );
      return rows[0]?.taken === true;
    };
    while (!(await take())) await sleep(ASK_EVERY_MS, undefined, signal && { signal });
    await load();
  });
