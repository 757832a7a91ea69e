import type { AccountId } from '@foyer/contract/vocabulary/ids';
import type { HeldRedemption } from '@foyer/domain/state/promotion-entities';
import type { OperatorSiteReads, ReviewRow } from '../../services/operator/read-ports.ts';
import { countOf, type List, readBoundedList } from './bounded-list.ts';
import type { Database, Sql } from './database.ts';
import { heldOf } from './load-billing-states.ts';

const columns = `x.id, x.account_id, trim(COALESCE(u.first_name || ' ' || u.last_name, '')) AS name, u.email::text AS email, x.reason,
    x.status, x.created_at AS opened_at`;

const reviewsWhere = (condition: string): string =>
  `export_reviews x LEFT JOIN users u ON u.account_id = x.account_id AND u.deleted_at IS NULL WHERE ${condition}`;

const lists: Readonly<Record<'waiting' | 'decided', List>> = {
  waiting: { columns, from: reviewsWhere(`x.status = 'pending'`), at: 'x.created_at', id: 'x.id' },
  decided: { columns, from: reviewsWhere(`x.status <> 'pending'`), at: 'x.decided_at', id: 'x.id', newestFirst: true },
};

/** Adds the held codes and promotions of each review, in one statement. */
const withHeld = async <Row extends Omit<ReviewRow, 'held'>>(
  sql: Sql,
  reviews: readonly Row[],
): Promise<(Row & Pick<ReviewRow, 'held'>)[]> => {
  const waiting = reviews.filter(({ status }) => status === 'pending').map(({ accountId }) => accountId);
  const held = waiting.length === 0 ? [] : await sql.query<HeldRedemption>(heldOf, [waiting]);
  return reviews.map((review) => ({
    ...review,
    held: held
      .filter(({ accountId }) => review.status === 'pending' && accountId === review.accountId)
      .map(({ kind, name, heldAt }) => ({ kind, name, heldAt })),
  }));
};

/** Returns the waiting review of an account. There is at most one. */
export const openReviewOf = async (sql: Sql, accountId: AccountId): Promise<ReviewRow | null> => {
  const rows = await sql.query<Omit<ReviewRow, 'held'>>(
    `SELECT ${columns} FROM ${reviewsWhere(`x.account_id = $1 AND x.status = 'pending'`)}`,
    [accountId],
  );
  const [review] = await withHeld(sql, rows);
  return review ?? null;
};

/** Export reviews: waiting ones, oldest first, or decided ones, newest first. */
export const makeReviewReads = (database: Database): Pick<OperatorSiteReads, 'reviews' | 'reviewsWaiting'> => ({
  reviews: async (decided, after, limit) => {
    const list = lists[decided ? 'decided' : 'waiting'];
    const { rows, inAll } = await readBoundedList<Omit<ReviewRow, 'held'>>(database, list, limit, [], after);
    return { rows: await withHeld(database, rows), inAll };
  },
  reviewsWaiting: async () => {
    const [row] = await database.query<{ n: number }>(
      `SELECT ${countOf(`export_reviews WHERE status = 'pending'`)} AS n`,
    );
    return row?.n ?? 0;
  },
});
