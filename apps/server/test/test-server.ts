import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { ClientConfig } from 'pg';
import { stopPostmaster } from '../src/adapters/embedded-postgres/postmaster.ts';
import { isAlive } from '../src/adapters/embedded-postgres/process-facts.ts';
import { startEmbeddedPostgres } from '../src/adapters/embedded-postgres/start-embedded-postgres.ts';
import { makeTempFolder, temporaryPlace } from './temp-folder.ts';

/**
 * Database server of one test run: `DATABASE_URL_TEST`, or an embedded one in a temporary folder. The name of the
 * folder has the id of the process, so that the next run can remove it after a kill.
 */
export type TestServer = { admin: ClientConfig; stop(): Promise<void> };

const FOLDER = /^foyer-test-(\d+)-/;

/** Nothing here outlives the run, so speed may cost durability. */
const FAST_AND_FORGETFUL = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200' };

const removeAbandoned = async (): Promise<void> => {
  for (const name of readdirSync(temporaryPlace())) {
    const owner = Number(FOLDER.exec(name)?.[1]);
    if (!owner || isAlive(owner)) continue;
    const folder = path.join(temporaryPlace(), name);
    try {
      await stopPostmaster(path.join(folder, 'db'));
      rmSync(folder, { recursive: true, force: true });
    } catch {
      // another user's run; not ours to clear up
    }
  }
};

export const startTestServer = async (): Promise<TestServer> => {
  const url = process.env.DATABASE_URL_TEST;
  if (url) return { admin: { connectionString: url }, stop: async () => {} };
  await removeAbandoned();
  const folder = makeTempFolder(`test-${process.pid}`);
  try {
    const server = await startEmbeddedPostgres({
      dataDir: path.join(folder.path, 'db'),
      log: () => {},
      settings: FAST_AND_FORGETFUL,
      watch: false,
    });
    return {
      admin: server.config,
      stop: async () => {
        await server.stop();
        folder.remove();
      },
    };
  } catch (error) {
    folder.remove();
    throw error;
  }
};
