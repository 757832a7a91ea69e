import pg from 'pg';

/** Limit for the connection. An administrator waits for the command, so a wrong address is reported soon. */
const CONNECT_TIMEOUT_MS = 10_000;

/** Opens a separate connection without the time limits of a server's pool, and closes it after `work`. */
export const withOwnConnection = async <T>(
  database: pg.PoolConfig,
  application: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> => {
  const { Client = pg.Client, ...config } = database;
  const client = new (Client as typeof pg.Client)({
    ...config,
    application_name: application,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  });
  client.on('error', () => {}); // the query under way rejects; an `error` event without a listener would end the process
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
};

/**
 * Runs `work` in one read-only transaction that sees the database as it is at its begin, while servers go on writing. It has no
 * time limit, because it may read every table.
 */
export const readSnapshot = <T>(
  database: pg.PoolConfig,
  application: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> =>
  withOwnConnection(database, application, async (client) => {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    await client.query('SET LOCAL statement_timeout = 0');
    await client.query('SET LOCAL idle_in_transaction_session_timeout = 0');
    const result = await work(client);
    await client.query('COMMIT');
    return result;
  });
