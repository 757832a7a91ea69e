import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import { migrate } from '../src/adapters/postgres/migrate.ts';
import { configFor } from './config-for.ts';
import './database-server.ts'; // types what is provided
import { startTestServer } from './test-server.ts';
import { withClient } from './with-client.ts';

const MIGRATIONS = fileURLToPath(new URL('../migrations', import.meta.url));

/**
 * Runs once before the tests that need a database: one server, one template made by the migrations, which are the
 * only source of tables. The function returned runs at the end, also when tests fail.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { admin, stop } = await startTestServer();
  // On a server of the operator's two runs may meet, so the name is not fixed there.
  const template = admin.connectionString ? `foyer_template_${randomBytes(4).toString('hex')}` : 'foyer_template';
  const teardown = async () => {
    await withClient(admin, (client) => client.query(`drop database if exists ${template} with (force)`));
    await stop();
  };
  try {
    await withClient(admin, (client) => client.query(`create database ${template} template template0`));
    await migrate(configFor(admin, template), MIGRATIONS);
  } catch (error) {
    await teardown().catch(() => {});
    throw error;
  }
  project.provide('databaseServer', { admin, template });
  return teardown;
}
