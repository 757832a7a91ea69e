import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { checkSecret } from './check-secret.ts';
import { type Database, openDatabase } from './database.ts';

let own: TestDatabase;
let database: Database;

beforeEach(async () => {
  own = await createTestDatabase();
  database = openDatabase(own.config, () => {});
});
afterEach(async () => {
  await database.close();
  await own.drop();
});

const start = (current: string, ...earlier: string[]) =>
  checkSecret(database, { current: [current], earlier, isLost: false });
const REFUSED = 'FOYER_SECRET is not the secret that this database was made with';

test('[O15] a database adopts the first secret and refuses another one', async () => {
  await start('old');
  await start('old');
  await expect(start('new')).rejects.toThrow(REFUSED);
  await expect(start('new', 'other')).rejects.toThrow(REFUSED);
});

test('[O15] servers that start together on an older database agree on one secret', async () => {
  const started = await Promise.allSettled([start('old'), start('new'), start('old'), start('new')]);
  expect(started.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
});

test('[L8, O15] new,old starts on the database of old, which is then that of new', async () => {
  await start('old');
  await start('old', 'new');
  await start('new', 'old');
  await start('new');
  await expect(start('old')).rejects.toThrow(REFUSED);
});

test('[L8, O15] a former fingerprint of the secret starts, and stays for a server that knows no other', async () => {
  await start('former');
  expect(await checkSecret(database, { current: ['written', 'former'], earlier: [], isLost: false })).toBe(false);
  await start('former');
  await checkSecret(database, { current: ['new', 'new-former'], earlier: ['written', 'former'], isLost: false });
  await start('new');
  await expect(start('former')).rejects.toThrow(REFUSED);
});

test('[O15] a secret that is lost is replaced when the administrator says so', async () => {
  await start('old');
  expect(await checkSecret(database, { current: ['new'], earlier: [], isLost: true })).toBe(true);
  expect(await start('new')).toBe(false);
});
