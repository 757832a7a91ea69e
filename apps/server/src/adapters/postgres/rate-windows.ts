import type { Instant } from '@foyer/contract/vocabulary/instants';
import type { RateWindow } from '@foyer/domain/identity/rate-window';
import type { RateWindowStore } from '../../services/rate-windows/ports.ts';
import { type Sql, toDate } from './database.ts';

/** Number of expired windows that each new one deletes, so that the table stays small. */
const SWEPT_BY_A_NEWCOMER = 8;

const sweep = async (sql: Sql, now: Instant): Promise<void> => {
  await sql.query(
    `DELETE FROM rate_windows WHERE (key, window_ms) IN (
       SELECT key, window_ms FROM rate_windows WHERE ends_at <= $1 ORDER BY ends_at LIMIT ${SWEPT_BY_A_NEWCOMER} FOR UPDATE SKIP LOCKED)`,
    [toDate(now)],
  );
};

/** Counters of rate limits, in the given transaction. A call counts only if it commits. */
export const makeRateWindows = (sql: Sql): RateWindowStore => ({
  update: async (key, windowsMs, now, decide) => {
    // A new window is inserted as already ended. The update of an existing one locks its row.
    const rows = await sql.query<RateWindow & { windowMs: number }>(
      `INSERT INTO rate_windows AS w (key, window_ms, ends_at, count)
       SELECT $1, l.window_ms, $3, 0 FROM unnest($2::bigint[]) AS l (window_ms) ORDER BY l.window_ms
       ON CONFLICT (key, window_ms) DO UPDATE SET count = w.count RETURNING window_ms, ends_at, count`,
      [key, windowsMs, toDate(now)],
    );
    const after = decide(windowsMs.map((windowMs) => rows.find((row) => row.windowMs === windowMs) ?? null));
    if (!after) return;
    await sql.query(
      `UPDATE rate_windows w SET count = t.count, ends_at = t.ends_at
       FROM unnest($2::bigint[], $3::integer[], $4::timestamptz[]) AS t (window_ms, count, ends_at)
       WHERE w.key = $1 AND w.window_ms = t.window_ms`,
      [key, windowsMs, after.map((window) => window.count), after.map((window) => toDate(window.endsAt))],
    );
    if (rows.some((row) => row.count === 0)) await sweep(sql, now);
  },
  read: async (key, windowsMs) => {
    const rows = await sql.query<RateWindow & { windowMs: number }>(
      'SELECT window_ms, ends_at, count FROM rate_windows WHERE key = $1',
      [key],
    );
    return windowsMs.map((windowMs) => rows.find((row) => row.windowMs === windowMs) ?? null);
  },
});
