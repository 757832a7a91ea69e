import { fileURLToPath } from 'node:url';
import type { ClientConfig } from 'pg';
import { openDatabase } from '../src/adapters/postgres/database.ts';
import { migrate } from '../src/adapters/postgres/migrate.ts';
import { makeJobQueue } from '../src/adapters/queue/job-queue.ts';
import { importAtStart } from '../src/compose/catalogue.ts';

const MIGRATIONS = fileURLToPath(new URL('../migrations', import.meta.url));
const CATALOGUE = fileURLToPath(new URL('../../../catalog', import.meta.url));

/** Prepares an empty database as a server does at its start: tables, tables of the job queue, demo catalogue. */
export const prepareDatabase = async (config: ClientConfig): Promise<void> => {
  await migrate(config, MIGRATIONS);
  const queue = makeJobQueue(config, (error) => {
    throw error;
  });
  await queue.start();
  await queue.stop();
  const database = openDatabase(config, () => {});
  try {
    await importAtStart(database, CATALOGUE);
  } finally {
    await database.close();
  }
};
