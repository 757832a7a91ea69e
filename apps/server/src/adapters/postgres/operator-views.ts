import type { ViewRows, Views } from '../../services/operator/auth-ports.ts';
import { type Database, type Sql, toDate } from './database.ts';

/** Rows of a new view, in the given transaction. */
export const operatorViewsOn = (sql: Sql): Pick<ViewRows, 'addView'> => ({
  addView: async ({ id, operatorId, operatorSessionId, userId, accountId, now, expiresAt }) => {
    await sql.query(
      `INSERT INTO operator_views (id, operator_id, operator_session_id, user_id, account_id, created_at, expires_at)
       VALUES ($1, $2, $3, $4, $7, $5, $6)`,
      [id, operatorId, operatorSessionId, userId, toDate(now), toDate(expiresAt), accountId],
    );
  },
});

export const makeViews = (database: Database): Views => ({
  view: async (id) => {
    const [row] = await database.query<NonNullable<Awaited<ReturnType<Views['view']>>>>(
      `SELECT trim(u.first_name || ' ' || u.last_name) AS customer, o.name AS operator, v.expires_at
       FROM operator_views v JOIN users u ON u.id = v.user_id JOIN operators o ON o.id = v.operator_id WHERE v.id = $1`,
      [id],
    );
    return row ?? null;
  },
  endView: async (id, accountId, now) => {
    await database.query(
      'UPDATE operator_views SET ended_at = $2 WHERE id = $1 AND account_id = $3 AND ended_at IS NULL',
      [id, toDate(now), accountId],
    );
  },
});
