import type { ConsentAnswer, ConsentReads, ConsentRows } from '../../services/consent/ports.ts';
import { type Database, type Sql, toDate } from './database.ts';

export const makeConsentReads = (database: Database): ConsentReads => ({
  answer: async ({ userId, accountId }, article) => {
    const [row] = await database.query<{ answer: ConsentAnswer }>(
      'SELECT answer FROM consents WHERE user_id = $1 AND account_id = $3 AND article = $2 ORDER BY answered_at DESC, id DESC LIMIT 1',
      [userId, article, accountId],
    );
    return row?.answer ?? null;
  },
});

export const makeConsentRows = (sql: Sql): ConsentRows => ({
  add: async (row) => {
    await sql.query(
      `INSERT INTO consents (id, user_id, account_id, article, answer, form_text, form_version, claimed_form, client, claimed_client, answered_at)
       VALUES ($1, $2, $11, $3, $4, $5, $6, $7, $8, $9, $10)`,
      [
        row.id,
        row.userId,
        row.article,
        row.answer,
        row.words?.text ?? null,
        row.words?.version ?? null,
        row.claimedForm,
        row.client,
        row.claimedClient,
        toDate(row.answeredAt),
        row.accountId,
      ],
    );
  },
  setDataCollection: async (userId, allowed) => {
    await sql.query('UPDATE users SET allow_data_collection = $2 WHERE id = $1', [userId, allowed]);
  },
  setLanguage: async (userId, language) => {
    await sql.query('UPDATE users SET language = $2 WHERE id = $1', [userId, language]);
  },
  setCidrRestriction: async (userId, ranges) => {
    await sql.query('UPDATE users SET cidr_restriction = $2 WHERE id = $1', [userId, ranges]);
  },
});
