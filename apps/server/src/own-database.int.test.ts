import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeTempFolder } from '../test/temp-folder.ts';
import { withClient } from '../test/with-client.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './adapters/embedded-postgres/start-embedded-postgres.ts';
import { openDatabase } from './adapters/postgres/database.ts';
import { ownDatabase } from './own-database.ts';

const folder = makeTempFolder('own-database');
const file = path.join(folder.path, 'database-url');
let server: EmbeddedPostgres;

beforeAll(async () => {
  const dataDir = path.join(folder.path, 'data');
  server = await startEmbeddedPostgres({ dataDir, log: () => {}, settings: { fsync: 'off' }, watch: false });
});
afterAll(async () => {
  await server.stop();
  folder.remove();
});

const asOwner = (statement: string) => withClient(server.config, (client) => client.query(statement));
const addressOf = (password: string) =>
  `postgresql://rotating:${password}@${encodeURIComponent(server.config.host)}/${server.config.database}`;
/** Ends the connections of the role, as a vault or a restart of the database does after a replacement. */
const endConnections = () =>
  asOwner("select pg_terminate_backend(pid) from pg_stat_activity where usename = 'rotating'");

test('[ASVS 13.2.1] a password that a vault replaces in the file is used by the next connection', async () => {
  await asOwner("create role rotating login password 'first'");
  writeFileSync(file, `${addressOf('first')}\n`);
  const roles = ownDatabase({
    databaseUrl: addressOf('first'),
    databaseUrlFile: file,
    databaseOwnerUrl: null,
    databaseOwnerUrlFile: null,
  });
  const database = openDatabase(roles?.server ?? {}, () => {});
  const ask = () => database.query('SELECT current_user AS role').catch((error: Error) => error);
  try {
    expect(await ask()).toEqual([{ role: 'rotating' }]);

    await asOwner("alter role rotating password 'second'");
    writeFileSync(file, addressOf('second'));
    await endConnections();
    await expect.poll(ask).toEqual([{ role: 'rotating' }]);

    // While the vault writes, the file may be empty for a moment or hold something else: the last address counts.
    for (const text of ['', 'not an address']) {
      writeFileSync(file, text);
      await endConnections();
      await expect.poll(ask).toEqual([{ role: 'rotating' }]);
    }
  } finally {
    await database.close();
  }
});
