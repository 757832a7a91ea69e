import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import type { ClientConfig } from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { addressOf } from '../../../test/address-of.ts';
import { configFor } from '../../../test/config-for.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { makeTempFolder } from '../../../test/temp-folder.ts';
import { withClient } from '../../../test/with-client.ts';
import { CannotStart } from '../cannot-start.ts';
import { describeDatabaseError } from './describe-database-error.ts';
import { migrate } from './migrate.ts';

/** Messages for errors of the driver and of a real server. */

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase('empty');
});
afterEach(() => database.drop());

const messageFor = async (config: ClientConfig): Promise<string> => {
  const none = makeTempFolder('no-migrations');
  const error = await migrate(config, none.path).then(
    () => expect.unreachable(),
    (cause: unknown) => describeDatabaseError(cause, config),
  );
  none.remove();
  expect(error).toBeInstanceOf(CannotStart);
  return (error as Error).message;
};

test('a database that does not exist', async () => {
  expect(await messageFor(configFor(database.config, 'nobody_made_it'))).toContain('CREATE DATABASE "nobody_made_it"');
});

test('a user who does not exist, and one without rights', async () => {
  const user = `guest_${database.name}`;
  const address = new URL(addressOf(database.config));
  if (address.searchParams.has('user')) address.searchParams.set('user', user);
  else address.username = user;
  const password = `of ${user}`;
  if (address.searchParams.has('password')) address.searchParams.set('password', password);
  else address.password = encodeURIComponent(password);
  const asGuest = { connectionString: address.href };
  // A server that wants passwords does not say whether the role exists.
  expect(await messageFor(asGuest)).toMatch(
    new RegExp(`role "${user}" does not exist|refuses the password of ${user}\\.`),
  );
  await withClient(database.config, (client) => client.query(`CREATE ROLE ${user} LOGIN PASSWORD '${password}'`));
  expect(await messageFor(asGuest)).toContain(`OWNER TO "${user}"`);
  await withClient(database.config, (client) => client.query(`DROP ROLE ${user}`));
});

test('something else than PostgreSQL at the address', async () => {
  const deaf = createServer((socket) => socket.end()).listen(0, '127.0.0.1');
  await once(deaf, 'listening');
  const { port } = deaf.address() as AddressInfo;
  expect(await messageFor({ connectionString: `postgresql://jo@127.0.0.1:${port}/portal` })).toContain(
    'Is it PostgreSQL that listens there?',
  );
  deaf.close();
});
