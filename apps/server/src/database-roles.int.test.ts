import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { afterAll, beforeAll, expect, inject as provided, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../test/database.ts';
import { type Harness, startHarness } from '../test/harness.ts';
import { makeOperator } from '../test/operators.ts';
import { makeTempFolder } from '../test/temp-folder.ts';
import { withClient } from '../test/with-client.ts';
import { startEmbeddedPostgres } from './adapters/embedded-postgres/start-embedded-postgres.ts';
import { openDatabase } from './adapters/postgres/database.ts';
import { makeRestoredBackup } from './adapters/postgres/restored-backup.ts';
import { makeJobQueue } from './adapters/queue/job-queue.ts';
import { importAtStart } from './compose/catalogue.ts';
import { type DatabaseRoles, prepareDatabase } from './prepare-database.ts';

const ROLE = `test_server_${randomBytes(4).toString('hex')}`;
const ROLE_PASSWORD = randomBytes(16).toString('hex');
const CATALOGUE = path.join(import.meta.dirname, '../../../catalog');

let own: TestDatabase;
let roles: DatabaseRoles;
let h: Harness;

beforeAll(async () => {
  own = await createTestDatabase('empty');
  await withClient(own.config, (client) => client.query(`create role ${ROLE} login password '${ROLE_PASSWORD}'`));
  roles = { owner: own.config, server: { ...own.config, user: ROLE, password: ROLE_PASSWORD } };
  await Promise.all([prepareDatabase(roles, {}), prepareDatabase(roles, {})]);
  const database = openDatabase(roles.server, () => {});
  await importAtStart(database, CATALOGUE);
  await database.close();
  h = await startHarness({ config: roles.server });
  await makeOperator(h, 'support'); // which leaves a row in the audit trail
  await h.makeCustomer(); // whose sign-in is a security event
});
afterAll(async () => {
  h.log.expectQuiet();
  await h.stop();
  await own.drop();
  await withClient(provided('databaseServer').admin, (client) => client.query(`drop role ${ROLE}`));
});

test('[L7] the server does its work as a role that owns nothing', async () => {
  const customer = await h.makeCustomer({ card: 'tok_visa', clock: '2026-01-15T12:00:00Z' });
  const bought = await customer.client.post(
    '/api/subscription/subscriptions',
    { planId: 'pln_drive_starter' },
    { key: 'as-the-server-role' },
  );
  expect(bought.status, bought.text).toBe(201);
  await h.advance(customer, { until: 'next_renewal' });
  expect(await h.ledgerCheck()).toEqual([]);
  expect(h.lost).toEqual([]);
});

test('[O20, L7] a server that owns nothing raises the sequence of entitlements after a restore', async () => {
  await makeRestoredBackup(h.database).mark(h.wall.now());
  await h.database.query('DELETE FROM restored_backups');
});

test('[O17, L7] a server that owns nothing takes up the jobs of a killed worker', async () => {
  const killed = makeJobQueue(roles.server, () => {}, { ownsTables: false });
  await killed.start();
  await h.database.transaction((sql) => killed.enqueueHooks(sql, ['hook_left']));
  await killed.stop();
  await withClient(own.config, (client) =>
    client.query(`UPDATE pgboss.job SET state = 'active', started_on = now(), heartbeat_on = now() - interval '1 minute'
      WHERE data ->> 'deliveryId' = 'hook_left'`),
  );
  const queue = makeJobQueue(roles.server, () => {}, { ownsTables: false });
  await queue.start();
  const worked: string[] = [];
  await queue.workHooks(async (id) => void worked.push(id));
  await expect.poll(() => worked).toEqual(['hook_left']);
  await queue.stop();
});

test('[L7, INV-26] the job queue works as a role that owns nothing', async () => {
  const faults: Error[] = [];
  const queue = makeJobQueue(roles.server, (error) => faults.push(error), { ownsTables: false });
  await queue.start();
  const worked: string[] = [];
  await queue.workHooks(async (id) => void worked.push(id));
  await h.database.transaction((sql) => queue.enqueueHooks(sql, ['hook_1', 'hook_2']));
  await expect.poll(() => worked.toSorted()).toEqual(['hook_1', 'hook_2']);
  await queue.stop();
  expect(faults).toEqual([]);
});

test.each([
  ['DELETE FROM audit_log', 'append-only'],
  ['UPDATE audit_log SET reason = reason', 'append-only'],
  ['TRUNCATE audit_log', 'permission denied'],
  ['DELETE FROM security_events', 'append-only'],
  ['UPDATE security_events SET type = type', 'append-only'],
  ['UPDATE security_events SET address = NULL, user_agent = NULL', 'append-only'],
  ['TRUNCATE security_events', 'permission denied'],
  ['ALTER TABLE security_events DISABLE TRIGGER ALL', 'must be owner'],
  ['ALTER TABLE audit_log DISABLE TRIGGER ALL', 'must be owner'],
  ['DROP TRIGGER audit_log_append_only ON audit_log', 'must be owner'],
  ['CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE sql AS $$ SELECT 1 $$', 'permission denied'],
  ['DROP TABLE audit_log', 'must be owner'],
  ['SET session_replication_role = replica', 'permission denied'],
  ['UPDATE schema_migrations SET checksum = checksum', 'permission denied'],
  ['CREATE TABLE mine ()', 'permission denied'],
  ['CREATE ROLE mine', 'permission denied'],
  [`ALTER ROLE ${ROLE} SUPERUSER`, 'permission denied'],
  ['COPY audit_log TO PROGRAM $$cat$$', 'permission denied'],
])('[L7] the server’s role cannot: %s', async (statement, words) => {
  const refused = await withClient(roles.server, (client) => client.query(statement)).catch((error: Error) => error);
  expect(refused).toBeInstanceOf(Error);
  expect((refused as Error).message).toContain(words);
});

test('[L7] a folder of an earlier release gets the server’s role at its next start, and keeps what it holds', async () => {
  const folder = makeTempFolder('roles');
  const start = () =>
    startEmbeddedPostgres({
      dataDir: path.join(folder.path, 'db'),
      log: () => {},
      settings: { fsync: 'off' },
      watch: false,
    });
  const before = await start();
  // as an earlier release left it: one role, which made and owns everything
  await withClient(before.config, (client) =>
    client.query('drop role foyer_server; create table kept as select 1 as one'),
  );
  await before.stop();
  const after = await start();
  try {
    const { rows } = await withClient(after.serverConfig, (client) =>
      client.query('select rolsuper, rolcreaterole, rolcreatedb from pg_roles where rolname = current_user'),
    );
    expect(rows).toEqual([{ rolsuper: false, rolcreaterole: false, rolcreatedb: false }]);
    const kept = await withClient(after.config, (client) => client.query('table kept'));
    expect(kept.rows).toEqual([{ one: 1 }]);
    await expect(withClient(after.serverConfig, (client) => client.query('table kept'))).rejects.toThrow('permission');
    await prepareDatabase({ owner: after.config, server: after.serverConfig }, {});
    const read = await withClient(after.serverConfig, (client) => client.query('table kept'));
    expect(read.rows).toEqual([{ one: 1 }]);
  } finally {
    await after.stop();
    folder.remove();
  }
});
