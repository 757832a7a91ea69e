import pg from 'pg';
import { startEmbeddedPostgres } from '../apps/server/src/adapters/embedded-postgres/start-embedded-postgres.ts';
import { databaseIn } from '../apps/server/src/config.ts';

/**
 * What somebody bought just now, by the month, was bought forty days earlier, so that its renewal is due: for a server whose
 * gateway has no sandbox clock. Its first receipt keeps its day. `home`: FOYER_HOME of the running server, which renews on its own.
 */
export const backdate = async (home: string, email: string): Promise<void> => {
  const { config } = await startEmbeddedPostgres({ dataDir: databaseIn(home), log: () => {}, watch: false });
  const client = new pg.Client(config);
  client.on('error', () => {}); // the query that runs says so
  await client.connect();
  try {
    const { rows } = await client.query<{ account_id: string }>(
      `UPDATE subscriptions s SET billing_anchor = of.anchor, current_period_start = of.anchor,
              current_period_end = ((of.anchor AT TIME ZONE 'UTC') + interval '1 month') AT TIME ZONE 'UTC'
       FROM (SELECT s.id, s.billing_anchor - interval '40 days' AS anchor
             FROM subscriptions s JOIN users u USING (account_id) WHERE u.email = $1) of
       WHERE s.id = of.id RETURNING s.account_id`,
      [email],
    );
    await client.query('UPDATE accounts SET next_action_at = now() WHERE id = ANY($1)', [
      rows.map(({ account_id }) => account_id),
    ]);
  } finally {
    await client.end();
  }
};
