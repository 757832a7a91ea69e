import { join } from 'node:path';
import type { ClientConfig } from 'pg';
import { openBackup } from '../src/adapters/backup/read-backup.ts';
import { fillTables } from '../src/adapters/backup/restore-backup.ts';
import { writeBackup } from '../src/adapters/backup/write-backup.ts';
import { readSnapshot } from '../src/adapters/postgres/read-snapshot.ts';
import { markRestored } from '../src/adapters/postgres/restored-backup.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { makeTempFolder } from './temp-folder.ts';
import { withClient } from './with-client.ts';

/** Tables of the sandbox gateway, in an order that their foreign keys allow. */
const SANDBOX = ['customers', 'tokens', 'cards', 'charges', 'answers', 'intents', 'refunds', 'events'];

/** Gives a restored database what the sandbox gateway has now: a real gateway is not restored. */
const keepGateway = (from: ClientConfig, to: ClientConfig): Promise<void> =>
  withClient(from, (source) =>
    withClient(to, async (target) => {
      await target.query(`TRUNCATE ${SANDBOX.map((table) => `sandbox.${table}`).join(', ')}`);
      for (const table of SANDBOX) {
        const { rows } = await source.query(`SELECT json_agg(t) AS all FROM sandbox.${table} t`);
        await target.query(
          `INSERT INTO sandbox.${table} SELECT * FROM json_populate_recordset(NULL::sandbox.${table}, $1)`,
          [JSON.stringify(rows[0]?.all ?? [])],
        );
      }
    }),
  );

/**
 * Backs a database up. The returned function restores that state into another database, while the gateway keeps its own.
 * The other database is a clone of the migrated one, because 60 migrations per restore take longer than the test.
 */
export const backUp = async (config: ClientConfig): Promise<() => Promise<TestDatabase>> => {
  const folder = makeTempFolder('restored');
  const file = join(folder.path, 'then.backup');
  await readSnapshot(config, 'test backup', (client) =>
    writeBackup(client, { file, release: '0.0.0', passphrase: null }),
  );
  return async () => {
    const target = await createTestDatabase();
    const backup = await openBackup(file, null);
    await withClient(target.config, async (client) => {
      await client.query('BEGIN');
      await fillTables(client, backup);
      await markRestored((text, values) => client.query(text, values), backup.header.takenAt);
      await client.query('COMMIT');
    });
    backup.close();
    folder.remove();
    await keepGateway(config, target.config);
    return target;
  };
};
