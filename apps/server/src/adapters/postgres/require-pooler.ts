import pg from 'pg';
import { CannotStart } from '../cannot-start.ts';
import { type DatabaseLimits, serverSettings } from './database.ts';

/** Statement whose text is constant, so that a pooler has to know it on each connection to PostgreSQL. */
const PREPARED = { name: 'foyer_pooler_check', text: 'SELECT pg_backend_pid() AS pid' };

/** Codes of PostgreSQL for a prepared statement that is missing, or there already. */
const NOT_PREPARED = ['26000', '42P05'];

const TIMEOUT_MS = 5_000;

const NO_STATEMENTS =
  'PgBouncer before 1.21, or with max_prepared_statements = 0, mixes up prepared statements. Update it and set max_prepared_statements = 200, use pool_mode = session, or connect to PostgreSQL directly.';

/** Starts a second transaction on the connection that the first client had, so that a pooler has to take another one. */
const prepareOnTwo = async (one: pg.Client, other: pg.Client): Promise<void> => {
  await one.query(PREPARED);
  await other.query('BEGIN');
  try {
    await other.query('SELECT pg_backend_pid()');
    await one.query(PREPARED);
  } finally {
    await other.query('ROLLBACK');
  }
};

/** Connects without the settings of the pool, which some poolers refuse. */
const clientFor = (config: pg.PoolConfig): pg.Client =>
  new ((config.Client ?? pg.Client) as typeof pg.Client)({
    ...config,
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
  });

/**
 * Refuses a pooler in front of PostgreSQL that cannot carry Foyer's connections: one that mixes up prepared statements, or
 * that drops the settings of a connection. A statement that hangs would otherwise have no limit.
 */
export const requireUsablePooler = async (config: pg.PoolConfig, limits: DatabaseLimits): Promise<void> => {
  const clients = [clientFor(config), clientFor(config)] as const;
  try {
    for (const client of clients) {
      client.on('error', () => {}); // the query under way rejects
      await client.connect();
    }
    await prepareOnTwo(...clients);
  } catch (error) {
    if (NOT_PREPARED.includes((error as { code?: string }).code ?? ''))
      throw new CannotStart(`The database cannot be used through this pooler. ${NO_STATEMENTS}`);
    throw error;
  } finally {
    for (const client of clients) void client.end().catch(() => {});
  }

  const wanted = serverSettings(limits);
  const { settings, options } = wanted;
  const client = clientFor({ ...config, ...options });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ name: string; setting: string }>(
      'SELECT name, setting FROM pg_settings WHERE name = ANY($1)',
      [Object.keys(settings)],
    );
    const missing = rows.filter(({ name, setting }) => settings[name] !== setting).map(({ name }) => name);
    if (missing.length === 0) return;
    const role = client.user ?? 'foyer';
    const lines = missing.map((name) => `ALTER ROLE "${role}" SET ${name} = '${settings[name]}';`);
    throw new CannotStart(
      `A pooler in front of PostgreSQL drops settings of the connection. Store them in PostgreSQL, then restart the pooler:\n${lines.join('\n')}`,
    );
  } finally {
    void client.end().catch(() => {});
  }
};
