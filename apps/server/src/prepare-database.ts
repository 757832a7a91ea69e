import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { grantToServer } from './adapters/postgres/grant-to-server.ts';
import { migrate } from './adapters/postgres/migrate.ts';
import { makeJobQueue } from './adapters/queue/job-queue.ts';

const MIGRATIONS = fileURLToPath(new URL('../migrations', import.meta.url));

/** How to reach one database as two roles, which may be the same. */
export interface DatabaseRoles {
  /** Owns the tables, and changes them. */
  readonly owner: pg.PoolConfig;
  /** Works with their rows. */
  readonly server: pg.PoolConfig;
}

export const hasTwoRoles = ({ owner, server }: DatabaseRoles): boolean =>
  new pg.Client(owner).user !== new pg.Client(server).user;

/** Brings the tables to the shape that this program knows, as their owner, and lets the server's role use them. */
export const prepareDatabase = async (roles: DatabaseRoles, options: Parameters<typeof migrate>[2]): Promise<void> => {
  await migrate(roles.owner, MIGRATIONS, options);
  if (!hasTwoRoles(roles)) return;
  const queue = makeJobQueue(roles.owner, () => {}); // what it cannot do its start says
  await queue.start();
  await queue.stop();
  await grantToServer(roles.owner, new pg.Client(roles.server).user ?? '');
};
