import type { Database } from '../adapters/postgres/database.ts';
import { demoCustomers, emailOf } from './demo-customers.ts';

/** `users.access_status` of a demo customer while the demo is off. */
const DEMO_OFF = 'demo_off';

/**
 * Keeps demo customers that were loaded before from signing in, because their password is published, and ends their
 * sessions. Returns how many there are.
 */
export const closeDemoCustomers = (database: Database): Promise<number> =>
  database.transaction(async (sql) => {
    const closed = await sql.query<{ id: string }>(
      `UPDATE users SET access_status = $2 WHERE email = ANY ($1::citext[]) AND deleted_at IS NULL RETURNING id`,
      [demoCustomers.map(emailOf), DEMO_OFF],
    );
    await sql.query(
      `UPDATE sessions SET ended_at = now(), end_reason = 'revoked' WHERE user_id = ANY ($1) AND ended_at IS NULL`,
      [closed.map(({ id }) => id)],
    );
    return closed.length;
  });

/** Lets closed demo customers sign in again. Usually none is closed, and one index look-up shows that. */
export const reopenDemoCustomers = async (database: Database): Promise<void> => {
  const closed = await database.query<{ id: string }>(
    'SELECT id FROM users WHERE email = ANY ($1::citext[]) AND deleted_at IS NULL AND access_status = $2',
    [demoCustomers.map(emailOf), DEMO_OFF],
  );
  if (closed.length === 0) return;
  await database.query(`UPDATE users SET access_status = 'active' WHERE id = ANY ($1)`, [closed.map(({ id }) => id)]);
};
