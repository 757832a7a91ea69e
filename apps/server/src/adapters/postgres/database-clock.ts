import type { Instant } from '@foyer/contract/vocabulary/instants';
import type { Sql } from './database.ts';

/** The clock that all servers of one database share: the database's own. */
export interface DatabaseClock {
  readonly now: () => Instant;
  /** Looks at the database's clock again; the server does it all the time. */
  readonly measure: () => Promise<void>;
}

/** An answer that took longer says too little about the moment it was given at; the first one is better than none. */
const TRUSTED_MS = 250;

/**
 * Tells the time by the database's clock without asking it for each call. What this machine's clock shows has no say: two
 * servers whose clocks differ open and close the same window, and end the same lock, at the same moment (threats.md §3).
 * Between two looks the time runs on by the timer that nobody sets.
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
    if (!row) throw new Error('the database does not tell the time');
    if (zero === null || after - before <= TRUSTED_MS) zero = row.now - (before + after) / 2;
  };
  await measure();
  return { now: () => Math.round((zero ?? 0) + elapsedMs()), measure };
};
