import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { grantToServer } from './adapters/postgres/grant-to-server.ts';
import { type MigrateOptions, migrate } from './adapters/postgres/migrate.ts';
import { makeJobQueue } from './adapters/queue/job-queue.ts';

/** Folder of the migrations of this release. */
export const MIGRATIONS = fileURLToPath(new URL('../migrations', import.meta.url));

/** Connections to one database with two roles, which may be the same. */
export interface DatabaseRoles {
  /** Role that owns and migrates the tables. */
  readonly owner: pg.PoolConfig;
  /** Role that reads and writes rows. */
  readonly server: pg.PoolConfig;
}

export const hasTwoRoles = ({ owner, server }: DatabaseRoles): boolean =>
  new pg.Client(owner).user !== new pg.Client(server).user;

/** Migrates the tables with the owner role, and grants the server role access. Returns the migrations that were applied. */
export const prepareDatabase = async (roles: DatabaseRoles, options: MigrateOptions): Promise<string[]> => {
  const applied = await migrate(roles.owner, MIGRATIONS, options);
  if (!hasTwoRoles(roles)) return applied;
  const queue = makeJobQueue(roles.owner, () => {}); // its start reports errors
  await queue.start();
  await queue.stop();
  await grantToServer(roles.owner, new pg.Client(roles.server).user ?? '');
  return applied;
};
