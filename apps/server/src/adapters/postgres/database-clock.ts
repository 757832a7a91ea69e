import type { Instant } from '@foyer/contract/vocabulary/instants';
import type { Sql } from './database.ts';

/** Clock of the database, which all its servers share. */
export interface DatabaseClock {
  readonly now: () => Instant;
  /** Reads the clock of the database again. The server does this regularly. */
  readonly measure: () => Promise<void>;
}

/** Longest round trip of a usable reading. The first reading is used in any case. */
const TRUSTED_MS = 250;

/**
 * Clock that follows the clock of the database without a query for each call. The clock of this machine is not used, so that
 * servers whose clocks differ agree on when a window or a lock ends. Between two queries the time advances by a monotonic
 * timer.
 */
export const startDatabaseClock = async (
  sql: Pick<Sql, 'query'>,
  elapsedMs: () => number = () => performance.now(),
): Promise<DatabaseClock> => {
  let zero: Instant | null = null;
  const measure = async (): Promise<void> => {
    const before = elapsedMs();
    const [row] = await sql.query<{ now: Instant }>('SELECT clock_timestamp() AS now');
    const after = elapsedMs();
    if (!row) throw new Error('database clock: the query for clock_timestamp() returned no row');
    if (zero === null || after - before <= TRUSTED_MS) zero = row.now - (before + after) / 2;
  };
  await measure();
  return { now: () => Math.round((zero ?? 0) + elapsedMs()), measure };
};
