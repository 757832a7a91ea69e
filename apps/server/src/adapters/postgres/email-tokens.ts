import type { EmailToken } from '@foyer/domain/identity/email-token';
import type { EmailTokenRows } from '../../services/credentials/ports.ts';
import { type Sql, toDate } from './database.ts';

/** Links in mails. A caller that changes one holds the lock of its user, so these rows need no lock. */
export const makeEmailTokens = (sql: Sql): EmailTokenRows => ({
  token: async (id) => {
    const [row] = await sql.query<EmailToken>(
      'SELECT id, user_id, purpose, email::text AS email, expires_at, used_at, voided_at FROM email_tokens WHERE id = $1',
      [id],
    );
    return row ?? null;
  },
  replaceToken: async ({ id, userId, accountId, purpose, email, expiresAt }, now) => {
    await sql.query(
      `UPDATE email_tokens SET voided_at = $3 WHERE user_id = $1 AND account_id = $4 AND purpose = $2 AND used_at IS NULL AND voided_at IS NULL`,
      [userId, purpose, toDate(now), accountId],
    );
    await sql.query(
      'INSERT INTO email_tokens (id, user_id, account_id, purpose, email, expires_at) VALUES ($1, $2, $6, $3, $4, $5)',
      [id, userId, purpose, email, toDate(expiresAt), accountId],
    );
  },
  useToken: async (id, { accountId }, now) => {
    await sql.query('UPDATE email_tokens SET used_at = $2 WHERE id = $1 AND account_id = $3', [
      id,
      toDate(now),
      accountId,
    ]);
  },
});
