import type { AccountId } from '@foyer/contract/vocabulary/ids';
import type { HeldRedemption } from '@foyer/domain/promotions/entities';
import type { ConsoleReads, ReviewRow } from '../../services/console/ports.ts';
import type { Database, Sql } from './database.ts';
import { heldOf } from './load-billing-states.ts';

const select = `SELECT x.id, x.account_id, trim(COALESCE(u.first_name || ' ' || u.last_name, '')) AS name, u.email::text AS email, x.reason,
    x.status, x.created_at AS opened_at
  FROM export_reviews x LEFT JOIN users u ON u.account_id = x.account_id AND u.deleted_at IS NULL`;

/** Adds what is kept for each until it is decided, in one statement for all. */
const withHeld = async (sql: Sql, reviews: readonly Omit<ReviewRow, 'held'>[]): Promise<ReviewRow[]> => {
  const waiting = reviews.filter(({ status }) => status === 'pending').map(({ accountId }) => accountId);
  const held = waiting.length === 0 ? [] : await sql.query<HeldRedemption>(heldOf, [waiting]);
  return reviews.map((review) => ({
    ...review,
    held: held
      .filter(({ accountId }) => review.status === 'pending' && accountId === review.accountId)
      .map(({ kind, name, heldAt }) => ({ kind, name, heldAt })),
  }));
};

/** The review of an account that waits; there is one at most. */
export const openReviewOf = async (sql: Sql, accountId: AccountId): Promise<ReviewRow | null> => {
  const rows = await sql.query<Omit<ReviewRow, 'held'>>(`${select} WHERE x.account_id = $1 AND x.status = 'pending'`, [
    accountId,
  ]);
  const [review] = await withHeld(sql, rows);
  return review ?? null;
};

/** Export reviews: those that wait, the oldest first, or what became of the others, the newest first. */
export const makeReviewReads = (database: Database): Pick<ConsoleReads, 'reviews' | 'reviewsWaiting'> => ({
  reviews: async (decided, limit) => {
    const rows = await database.query<Omit<ReviewRow, 'held'>>(
      decided
        ? `${select} WHERE x.status <> 'pending' ORDER BY x.decided_at DESC LIMIT $1`
        : `${select} WHERE x.status = 'pending' ORDER BY x.created_at, x.id LIMIT $1`,
      [limit],
    );
    return withHeld(database, rows);
  },
  reviewsWaiting: async () => {
    const [row] = await database.query<{ n: number }>(
      `SELECT count(*) AS n FROM export_reviews WHERE status = 'pending'`,
    );
    return row?.n ?? 0;
  },
});
