import { checkBooks } from '../adapters/postgres/check-books.ts';
import { describeDatabaseError } from '../adapters/postgres/describe-database-error.ts';
import { requireMigrated } from '../adapters/postgres/migrate.ts';
import { readSnapshot } from '../adapters/postgres/read-snapshot.ts';
import { type DatabaseRoles, MIGRATIONS } from '../prepare-database.ts';
import type { DatabaseTools } from './command.ts';

/** Makes the tools of commands about the database as a whole. `reach` finds or starts the database. */
export const makeDatabaseTools = (reach: () => Promise<DatabaseRoles>): DatabaseTools => ({
  checkBooks: async () => {
    const { server } = await reach();
    return readSnapshot(server, 'foyer check-books', async (client) => {
      await requireMigrated(client, MIGRATIONS);
      return checkBooks({ query: async (text) => (await client.query(text)).rows }, { isSettled: false });
    }).catch((error: unknown) => Promise.reject(describeDatabaseError(error, server)));
  },
});
