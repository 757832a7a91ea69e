import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../adapters/postgres/database.ts';

const ASK_EVERY_MS = 200;

/**
 * Loads the demo while no other server loads it: of two that start together the second waits, and then finds everything
 * there. The lock ends with the connection. `load` uses connections of its own meanwhile, which may take long. `signal` ends
 * the wait.
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
