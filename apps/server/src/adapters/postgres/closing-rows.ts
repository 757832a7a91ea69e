import type { AccountId, SessionId } from '@foyer/contract/vocabulary/ids';
import type { Instant } from '@foyer/contract/vocabulary/instants';
import type { ClosingAccount, ClosingOrders, ClosingRows, DueOrder } from '../../services/closing/ports.ts';
import { type Database, type Sql, toDate } from './database.ts';
import { personalData } from './personal-data.ts';

export interface ClosingRowsNeeds {
  /** Mails that wait in the queue hold an address and a name. */
  readonly dropMails: (sql: Sql, of: ClosingAccount) => Promise<void>;
}

interface OrderRow {
  readonly sessionId: SessionId | null;
  readonly requestId: string | null;
  readonly actor: string | null;
  readonly reason: string | null;
  readonly requestKey: string | null;
  readonly orderedAt: Instant;
}

const parameters = { $user: 'userId', $account: 'accountId' } as const;
type Placeholder = keyof typeof parameters;

/** SQL condition with `$1` for its placeholder, and which id `$1` takes. */
const rowsOf = (condition: string): { where: string; id: (typeof parameters)[Placeholder] } => {
  const placeholder: Placeholder = condition.includes('$user') ? '$user' : '$account';
  return { where: condition.replace(placeholder, '$1'), id: parameters[placeholder] };
};

/** Statements that delete or overwrite personal data, one for each table. */
const erasures = Object.entries(personalData).flatMap(([table, { rows, atClosing }]) => {
  const { where, id } = rowsOf(rows);
  if (atClosing === 'keep') return [];
  if (atClosing === 'delete') return [{ text: `DELETE FROM ${table} WHERE ${where}`, id }];
  const changes = Object.entries(atClosing).map(([column, value]) => `${column} = ${value}`);
  return [{ text: `UPDATE ${table} SET ${changes.join(', ')} WHERE ${where}`, id }];
});

/** Drops the closing order of an account, because the account stays open. */
export const dropClosingOrder = async (sql: Sql, accountId: AccountId): Promise<void> => {
  await sql.query('DELETE FROM closing_orders WHERE account_id = $1', [accountId]);
};

/** Rows of an account closing, in the given transaction. */
export const makeClosingRows = (sql: Sql, { dropMails }: ClosingRowsNeeds): ClosingRows => ({
  isSavingCard: async (accountId) => {
    const saving = await sql.query(
      `SELECT 1 FROM payment_attempts WHERE account_id = $1 AND kind = 'setup' AND status = 'sending' AND lease_until >= now()`,
      [accountId],
    );
    return saving.length > 0;
  },
  takeCardOff: async (accountId, retryAt) => {
    await sql.query(
      `INSERT INTO gateway_removals (customer_ref, account_id, card_id, retry_at)
       SELECT a.gateway_customer_ref, a.id, m.id, $2
       FROM accounts a LEFT JOIN payment_methods m ON m.account_id = a.id AND m.status = 'active'
       WHERE a.id = $1 AND a.gateway_customer_ref IS NOT NULL`,
      [accountId, toDate(retryAt)],
    );
    await sql.query('UPDATE accounts SET gateway_customer_ref = NULL WHERE id = $1', [accountId]);
    await sql.query(`UPDATE payment_methods SET status = 'replaced' WHERE account_id = $1 AND status = 'active'`, [
      accountId,
    ]);
    const open = await sql.query<{ customerRef: string }>(
      `UPDATE gateway_removals SET retry_at = greatest(retry_at, $2) WHERE account_id = $1 AND removed_at IS NULL
       RETURNING customer_ref`,
      [accountId, toDate(retryAt)],
    );
    return open.map(({ customerRef }) => customerRef);
  },
  markRemoved: async (customerRefs, removedAt) => {
    await sql.query('UPDATE gateway_removals SET removed_at = $2 WHERE customer_ref = ANY($1) AND removed_at IS NULL', [
      customerRefs,
      toDate(removedAt),
    ]);
  },
  putCardBack: async (customerRef) => {
    const [removal] = await sql.query<{ accountId: AccountId; cardId: string | null }>(
      'DELETE FROM gateway_removals WHERE customer_ref = $1 AND removed_at IS NULL RETURNING account_id, card_id',
      [customerRef],
    );
    if (!removal) return;
    const free = await sql.query(
      `UPDATE accounts SET gateway_customer_ref = $2 WHERE id = $1 AND gateway_customer_ref IS NULL AND status = 'open'
       RETURNING id`,
      [removal.accountId, customerRef],
    );
    if (free.length === 0) return;
    await sql.query(`UPDATE payment_methods SET status = 'active' WHERE id = $1`, [removal.cardId]);
  },
  storeOrder: async (accountId, { sessionId, requestId, by }, orderedAt, retryAt) => {
    await sql.query(
      `INSERT INTO closing_orders (account_id, session_id, request_id, actor, reason, request_key, ordered_at, retry_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
       ON CONFLICT (account_id) DO UPDATE SET session_id = excluded.session_id, request_id = excluded.request_id,
         actor = excluded.actor, reason = excluded.reason, request_key = excluded.request_key,
         ordered_at = excluded.ordered_at, retry_at = excluded.retry_at, tries = 0`,
      [
        accountId,
        sessionId,
        requestId,
        by?.actor ?? null,
        by?.reason ?? null,
        by?.requestKey ?? null,
        toDate(orderedAt),
        toDate(retryAt),
      ],
    );
  },
  closingOrder: async (accountId) => {
    const [row] = await sql.query<OrderRow>(
      `SELECT session_id, request_id, actor, reason, request_key, ordered_at FROM closing_orders WHERE account_id = $1`,
      [accountId],
    );
    if (!row) return null;
    const { sessionId, requestId, orderedAt, actor, reason, requestKey } = row;
    return {
      sessionId,
      requestId,
      orderedAt,
      by: actor === null || reason === null ? null : { actor, reason, requestKey },
    };
  },
  markAnnounced: async (accountId, announcedAt) =>
    (
      await sql.query(
        'UPDATE closing_orders SET announced_at = $2 WHERE account_id = $1 AND announced_at IS NULL RETURNING account_id',
        [accountId, toDate(announcedAt)],
      )
    ).length > 0,
  dropOrder: (accountId) => dropClosingOrder(sql, accountId),
  erase: async (account) => {
    for (const { text, id } of erasures) await sql.query(text, [account[id]]);
    await dropMails(sql, account);
  },
});

/** Orders that the worker finishes. Their pauses double from one minute to four hours. */
export const makeClosingOrders = (database: Database): ClosingOrders => ({
  takeDue: (now, limit) =>
    database.query<DueOrder>(
      `UPDATE closing_orders o SET tries = tries + 1,
         retry_at = $1::timestamptz + least(interval '4 hours', interval '1 minute' * 2 ^ least(tries, 8))
       FROM users u
       WHERE u.account_id = o.account_id AND u.deleted_at IS NULL AND o.account_id IN (
         SELECT account_id FROM closing_orders due WHERE retry_at <= $1
           AND NOT EXISTS (SELECT FROM gateway_removals r WHERE r.account_id = due.account_id AND r.removed_at IS NULL)
         ORDER BY retry_at LIMIT $2 FOR UPDATE SKIP LOCKED)
       RETURNING o.account_id, u.id AS user_id`,
      [toDate(now), limit],
    ),
  unannounced: (now, limit) =>
    database.query<DueOrder>(
      `SELECT o.account_id, u.id AS user_id FROM closing_orders o
       JOIN users u ON u.account_id = o.account_id AND u.deleted_at IS NULL
       WHERE o.announced_at IS NULL AND o.retry_at <= $1 ORDER BY o.retry_at LIMIT $2`,
      [toDate(now), limit],
    ),
});

/** Reads all personal rows in one statement, so that the export shows one moment. */
export const exportPersonalData = `SELECT json_object_agg(name, rows ORDER BY name)::text AS document FROM (${Object.entries(
  personalData,
)
  .map(([table, { rows, notExported = [], exportedAs = {} }]) => {
    const replaced = Object.entries(exportedAs).map(
      ([column, value]) => ` || jsonb_build_object('${column}', ${value})`,
    );
    const kept = [...notExported.map((column) => ` - '${column}'`), ...replaced].join('');
    const where = rows.replace('$user', '$1').replace('$account', '$2');
    return `SELECT '${table}' AS name, COALESCE(json_agg(to_jsonb(t)${kept}), '[]') AS rows FROM ${table} t WHERE ${where}`;
  })
  .join(' UNION ALL ')}) AS tables`;
