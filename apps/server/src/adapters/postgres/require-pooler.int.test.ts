import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { defaultLimits } from './database.ts';
import { describeDatabaseError } from './describe-database-error.ts';
import { requireUsablePooler } from './require-pooler.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase('empty');
});
afterAll(() => database.drop());

/** Drops the settings of a connection, as PgBouncer does with `ignore_startup_parameters`. */
class DroppingClient extends pg.Client {
  constructor(config: pg.ClientConfig = {}) {
    const { statement_timeout, lock_timeout, idle_in_transaction_session_timeout, options, ...rest } = config;
    super(rest);
  }
}

/** Sends each statement to a connection that has not prepared it, as PgBouncer before 1.21 may do. */
class ForgettingClient extends pg.Client {
  prepared = 0;

  override query(...args: unknown[]): never {
    const [first] = args as [{ name?: string }];
    if (first.name !== undefined) this.prepared += 1;
    if (first.name !== undefined && this.prepared > 1)
      return Promise.reject(Object.assign(new Error('prepared statement does not exist'), { code: '26000' })) as never;
    return (super.query as (...all: unknown[]) => never)(...args);
  }
}

test('[O15] a direct connection to PostgreSQL is used as it is', async () => {
  await expect(requireUsablePooler(database.config, defaultLimits)).resolves.toBeUndefined();
});

test('[O15] a pooler that drops settings is refused with the statements that store them, and usable after those', async () => {
  const config = { ...database.config, Client: DroppingClient };
  const refused = await requireUsablePooler(config, defaultLimits).catch((error: Error) => error.message);
  expect(refused).toContain('drops settings of the connection');
  const statements = String(refused).split('\n').slice(1);
  expect(statements).toContainEqual(expect.stringMatching(/^ALTER ROLE "\w+" SET statement_timeout = '\d+';$/));
  const admin = new pg.Client(database.config);
  await admin.connect();
  const { rows } = await admin.query('SELECT current_database() AS name');
  // In this database only, because other tests use the same role.
  for (const line of statements) await admin.query(line.replace(' SET ', ` IN DATABASE "${rows[0].name}" SET `));
  await admin.end();
  await expect(requireUsablePooler(config, defaultLimits)).resolves.toBeUndefined();
});

test('[O15] a pooler that mixes up prepared statements is refused with the version that does not', async () => {
  const config = { ...database.config, Client: ForgettingClient };
  await expect(requireUsablePooler(config, defaultLimits)).rejects.toThrow('PgBouncer before 1.21');
});

test('[O15] a pooler that refuses settings of the connection is described with the line of its configuration', () => {
  const error = Object.assign(new Error('unsupported startup parameter: statement_timeout'), { code: '08P01' });
  const described = describeDatabaseError(error, { host: 'pooler', port: 6432 }) as Error;
  expect(described.message).toContain('pooler:6432 refuses a setting');
  expect(described.message).toContain('ignore_startup_parameters = extra_float_digits, options, statement_timeout');
});
