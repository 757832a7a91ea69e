import { randomBytes } from 'node:crypto';
import { hash } from '@node-rs/argon2';
import type { TestProject } from 'vitest/node';
import { configFor } from './config-for.ts';
import { PASSWORD, passwordCost } from './customers.ts';
import './database-server.ts'; // types what is provided
import { prepareDatabase } from './prepare-database.ts';
import { startTestServer } from './test-server.ts';
import { withClient } from './with-client.ts';

/**
 * Runs once before the tests that need a database: one server, one template made by the migrations, which are the
 * only source of tables. The function returned runs at the end, also when tests fail.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { admin, stop } = await startTestServer();
  // On a server of the administrator's two runs may meet, so the name is not fixed there.
  const template = admin.connectionString ? `foyer_template_${randomBytes(4).toString('hex')}` : 'foyer_template';
  const teardown = async () => {
    await withClient(admin, (client) => client.query(`drop database if exists ${template} with (force)`));
    await stop();
  };
  try {
    await withClient(admin, (client) => client.query(`create database ${template} template template0`));
    await prepareDatabase(configFor(admin, template));
    // A database with a guest cannot be cloned.
    await withClient(admin, (client) =>
      client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [template]),
    );
    project.provide('databaseServer', { admin, template, passwordHash: await hash(PASSWORD, passwordCost) });
  } catch (error) {
    await teardown().catch(() => {});
    throw error;
  }
  return teardown;
}
