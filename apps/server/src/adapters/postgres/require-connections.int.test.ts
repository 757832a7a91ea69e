import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { withClient } from '../../../test/with-client.ts';
import { type Database, openDatabase } from './database.ts';
import { requireConnections } from './require-connections.ts';

let own: TestDatabase;
let database: Database;

beforeAll(async () => {
  own = await createTestDatabase('empty');
  database = openDatabase(own.config, () => {});
});
afterAll(async () => {
  await database.close();
  await own.drop();
});

test('[decision 69] a pool within the limit of the database starts, a larger one is refused in words', async () => {
  await withClient(own.config, (client) => client.query(`ALTER DATABASE ${own.name} CONNECTION LIMIT 20`));
  await requireConnections(database, { setting: 17, wanted: 20 });
  await expect(requireConnections(database, { setting: 18, wanted: 21 })).rejects.toThrow(
    'DATABASE_CONNECTIONS=18: this server would open up to 21 connections, and the database allows 20. Lower DATABASE_CONNECTIONS',
  );
});

test('[decision 69] without a limit of role and database, max_connections counts', async () => {
  await withClient(own.config, (client) => client.query(`ALTER DATABASE ${own.name} CONNECTION LIMIT -1`));
  await expect(requireConnections(database, { setting: 500, wanted: 100_000 })).rejects.toThrow(/allows \d+\. Lower/);
});
