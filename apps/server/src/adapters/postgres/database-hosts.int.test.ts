import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { setReadOnly } from '../../../test/read-only.ts';
import { makeTempFolder } from '../../../test/temp-folder.ts';
import { withClient } from '../../../test/with-client.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../embedded-postgres/start-embedded-postgres.ts';
import { DatabaseUnavailable, openDatabase } from './database.ts';
import { configOfAddress } from './database-hosts.ts';
import { describeDatabaseError } from './describe-database-error.ts';
import { migrate } from './migrate.ts';

const folder = makeTempFolder('hosts');
/** The same on both servers, as one address names one role. */
const ROLE = 'of_both';
const servers: EmbeddedPostgres[] = [];
const noMigrations = makeTempFolder('no-migrations');

const startServer = async (name: string): Promise<EmbeddedPostgres> => {
  const dataDir = path.join(folder.path, name);
  const server = await startEmbeddedPostgres({ dataDir, log: () => {}, settings: { fsync: 'off' }, watch: false });
  servers.push(server);
  await withClient(server.config, (client) =>
    client.query(
      `create table place as select '${name}' as name; create role ${ROLE} superuser login password '${ROLE}'`,
    ),
  );
  return server;
};

let one: EmbeddedPostgres;
let two: EmbeddedPostgres;
let url: string;
beforeAll(async () => {
  [one, two] = await Promise.all([startServer('one'), startServer('two')]);
  const [first, second] = [one, two].map(({ config }) => encodeURIComponent(config.host));
  url = `postgresql://${ROLE}:${ROLE}@${first},${second}/${one.config.database}?target_session_attrs=read-write`;
});
afterAll(async () => {
  for (const server of servers) await server.stop();
  folder.remove();
  noMigrations.remove();
});

test('[O15] each new connection goes to the first host that takes writes, and follows a failover', async () => {
  const { database: name } = one.config;
  await setReadOnly(one.config, name, true);
  const lost: Error[] = [];
  const database = openDatabase(configOfAddress(url), (error) => lost.push(error));
  const where = () => database.query('SELECT name FROM place');
  const write = () => database.query('UPDATE place SET name = name RETURNING name');
  try {
    expect(await migrate(configOfAddress(url), noMigrations.path)).toEqual([]);
    expect(await withClient(two.config, (client) => client.query('TABLE schema_migrations'))).toBeDefined();
    expect(await where()).toEqual([{ name: 'two' }]);
    expect(await write()).toEqual([{ name: 'two' }]);

    await setReadOnly(one.config, name, false);
    await setReadOnly(two.config, name, true);
    await expect.poll(() => write().catch((error: unknown) => error)).toEqual([{ name: 'one' }]);

    // a host that is gone altogether: the other one is used
    await setReadOnly(two.config, name, false);
    await one.stop();
    await expect.poll(() => write().catch((error: unknown) => error)).toEqual([{ name: 'two' }]);

    await two.stop();
    await expect.poll(() => write().catch((error: unknown) => error)).toBeInstanceOf(DatabaseUnavailable);
    const refused = await migrate(configOfAddress(url), noMigrations.path).catch((error: unknown) => error);
    expect((describeDatabaseError(refused, configOfAddress(url)) as Error).message).toMatch(
      /^The database cannot be used\. No host of DATABASE_URL takes writes: .*ENOENT.*, .*ENOENT.*\.$/,
    );
  } finally {
    await database.close();
  }
});
