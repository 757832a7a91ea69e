import type pg from 'pg';
import type { Fill } from './migration-files.ts';
import { describeOldest, isWaitTooLong, type LockWait, pause } from './migration-lock.ts';

/** Pages of a table whose rows one transaction writes, 128 KiB: some hundred rows, or a few thousand short ones. */
const BATCH_PAGES = 16;

/**
 * Limit for the wait for a row. PostgreSQL looks for a deadlock after 1 s (`deadlock_timeout`) and then ends one of the
 * transactions. So the fill gives way before that, and no call of a customer is ended.
 */
const ROW_TIMEOUT_MS = 200;

/** Reads the length of a table in pages. */
const readPages = async (client: pg.Client, table: string): Promise<number> => {
  const { rows } = await client.query<{ pages: number }>(
    `select (pg_relation_size($1::regclass) / current_setting('block_size')::int)::int as pages`,
    [table],
  );
  return rows[0]?.pages ?? 0;
};

/** Runs a statement in a new transaction and returns the number of its rows. Repeats it while a row is locked. */
const writeRows = async (
  client: pg.Client,
  { table }: Fill,
  statement: string,
  { signal, onWait, lockPauseMs }: LockWait & { readonly lockPauseMs: number },
): Promise<number> => {
  // PostgreSQL runs the statements of one text in one transaction. So the settings end with it, also in a pooled connection.
  const text = `set local lock_timeout = ${ROW_TIMEOUT_MS}; set local statement_timeout = 0; ${statement}`;
  for (;;) {
    signal?.throwIfAborted();
    try {
      const results = (await client.query(text)) as unknown as pg.QueryResult[];
      return results.at(-1)?.rowCount ?? 0;
    } catch (error) {
      if (!isWaitTooLong(error)) throw error;
      const oldest = await describeOldest(client);
      onWait?.(
        `a row of ${table} was locked for more than ${ROW_TIMEOUT_MS} ms.${oldest} Trying again in ${lockPauseMs / 1000} s`,
      );
      await pause(lockPauseMs, signal);
    }
  }
};

/**
 * Fills rows in transactions of some pages each, and can be repeated after an interruption. A call that changes a row may move
 * it to pages that were read before, so the whole table is read again until no row was left.
 */
export const fillInBatches = async (
  client: pg.Client,
  fill: Fill,
  wait: LockWait & { readonly lockPauseMs: number },
): Promise<void> => {
  let before = Number.POSITIVE_INFINITY;
  for (;;) {
    let filled = 0;
    const pages = await readPages(client, fill.table);
    for (let page = 0; page < pages; page += BATCH_PAGES) {
      const range = `${fill.alias}.ctid >= '(${page},0)' and ${fill.alias}.ctid < '(${page + BATCH_PAGES},0)'`;
      filled += await writeRows(client, fill, `${fill.statement} and ${range}`, wait);
    }
    // Not fewer rows than before: the statement writes NULL, and would find the same rows for ever.
    if (filled === 0 || filled >= before) break;
    before = filled;
  }
  // Sees every row. It locks few, because only calls during the last reading have moved them.
  await writeRows(client, fill, fill.statement, wait);
};
