import { resolve } from 'node:path';
import pg from 'pg';
import packageJson from '../../../../package.json' with { type: 'json' };
import { openBackup, refuse } from '../adapters/backup/read-backup.ts';
import { restoreBackup } from '../adapters/backup/restore-backup.ts';
import { removePartial, writeBackup } from '../adapters/backup/write-backup.ts';
import { CannotStart } from '../adapters/cannot-start.ts';
import { checkBooks } from '../adapters/postgres/check-books.ts';
import { describeDatabaseError } from '../adapters/postgres/describe-database-error.ts';
import { followAuditLog } from '../adapters/postgres/follow-audit-log.ts';
import { grantToServer } from '../adapters/postgres/grant-to-server.ts';
import { readOpenMigrations, requireKnown, requireMigrated, requireTables } from '../adapters/postgres/migrate.ts';
import { readSnapshot, withOwnConnection } from '../adapters/postgres/read-snapshot.ts';
import { type Config, secretCheckOf } from '../config.ts';
import { type DatabaseRoles, hasTwoRoles, MIGRATIONS, prepareDatabase } from '../prepare-database.ts';
import type { DatabaseTools } from './command.ts';

/** `interrupt` ends the work, and the process ends when it is over. */
export type StopOnSignal = (describe: (signal: string) => string, interrupt?: () => Promise<unknown>) => () => void;

interface Needs {
  /** Reads the settings. `passphraseFile` replaces BACKUP_PASSPHRASE. */
  readonly readSettings: (options: { passphraseFile?: string | undefined; mayCreate: boolean }) => Config;
  /** Finds the database, or starts the embedded one. */
  readonly reach: (config: Config) => Promise<DatabaseRoles>;
  /** Ends the process on a signal, once, with a line. Returns a function that ends this. */
  readonly stopOnSignal: StopOnSignal;
  readonly warn: (line: string) => void;
}

/** Pause between two reads of the audit log. */
const FOLLOW_PAUSE_MS = 2_000;

/** Rejects with a description. `left` says what the command left behind. */
const inWords = (config: DatabaseRoles['owner'], left?: string) => (error: unknown) =>
  Promise.reject(describeDatabaseError(error, config, left));

const GOES_ON = 'Run it again: it goes on with the migrations that are open.';

/** Makes the tools of commands about the database as a whole. */
export const makeDatabaseTools = ({ readSettings, reach, stopOnSignal, warn }: Needs): DatabaseTools => ({
  checkBooks: async () => {
    const { server } = await reach(readSettings({ mayCreate: false }));
    return readSnapshot(server, 'foyer check-books', async (client) => {
      await requireMigrated(client, MIGRATIONS);
      return checkBooks({ query: async (text) => (await client.query(text)).rows }, { isSettled: false });
    }).catch(inWords(server));
  },

  backup: async (name, passphraseFile) => {
    const file = resolve(name);
    const config = readSettings({ passphraseFile, mayCreate: false });
    const { server } = await reach(config);
    process.once('exit', () => removePartial(file));
    const done = stopOnSignal(
      (signal) => `backup ${file}: ${signal} stopped it before its end. The unfinished file was removed.`,
    );
    const written = await readSnapshot(server, 'foyer backup', async (client) => {
      await requireTables(client);
      return writeBackup(client, { file, release: packageJson.version, passphrase: config.backupPassphrase });
    }).catch(inWords(server, 'No backup was written.'));
    done();
    return { file, isEncrypted: config.backupPassphrase !== null, ...written };
  },

  restore: async (name, passphraseFile) => {
    const file = resolve(name);
    const config = readSettings({ passphraseFile, mayCreate: true });
    const backup = await openBackup(file, config.backupPassphrase);
    try {
      const { header } = backup;
      requireKnownMigrations(file, header);
      const { current, earlier, isLost } = secretCheckOf(config);
      if (header.secret !== null && !isLost && ![...current, ...earlier].includes(header.secret))
        throw refuse(
          file,
          'the backup belongs to another FOYER_SECRET, without which nothing that it encrypts can be read. Set that secret (docs/keys.md says what to do if it is lost).',
        );
      const roles = await reach(config);
      const { owner } = roles;
      const done = stopOnSignal(
        (signal) => `restore ${file}: ${signal} stopped it before its end. Nothing was restored.`,
      );
      const restored = await withOwnConnection(owner, 'foyer restore', (client) =>
        restoreBackup(client, backup, { migrations: MIGRATIONS, beforeCommit: done, onWait: warn }),
      ).catch(inWords(owner, 'Run it again: it restores all or nothing, and refuses a database with rows.'));
      // So that the other commands work before the first start of a server, which grants the same.
      if (hasTwoRoles(roles)) await grantToServer(owner, new pg.Client(roles.server).user ?? '');
      return { file, header, ...restored };
    } finally {
      backup.close();
    }
  },

  followAudit: async (since) => {
    const { server } = await reach(readSettings({ mayCreate: false }));
    const stop = new AbortController();
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => stop.abort());
    await withOwnConnection(server, 'foyer audit follow', async (client) => {
      await requireMigrated(client, MIGRATIONS);
      await followAuditLog(client, {
        since: since === undefined ? new Date() : new Date(since),
        write: (record) => void process.stdout.write(`${JSON.stringify(record)}\n`),
        signal: stop.signal,
        pauseMs: FOLLOW_PAUSE_MS,
      });
    }).catch(inWords(server, 'Start it again with --since and the time of the last line.'));
  },

  openMigrations: async () => {
    const { owner } = await reach(readSettings({ mayCreate: false }));
    return readOpenMigrations(owner, MIGRATIONS).catch(inWords(owner));
  },

  migrate: async () => {
    const config = readSettings({ mayCreate: false });
    const roles = await reach(config);
    const interruption = new AbortController();
    const applied = prepareDatabase(roles, {
      mayCreate: false,
      lockTimeoutMs: config.migrationLockTimeoutMs,
      signal: interruption.signal,
      onWait: warn,
    });
    const done = stopOnSignal(
      (signal) => `migrate: ${signal} stopped it before its end. ${GOES_ON}`,
      () => {
        interruption.abort();
        return applied.catch(() => {}); // it was stopped
      },
    );
    return applied.catch(inWords(roles.owner, GOES_ON)).finally(done);
  },
});

/** Refuses a backup of a newer schema, and one whose migrations are not those of Foyer. */
const requireKnownMigrations = (
  file: string,
  { release, migrations }: { release: string; migrations: Parameters<typeof requireKnown>[0] },
): void => {
  try {
    requireKnown(migrations, MIGRATIONS);
  } catch (error) {
    if (!(error instanceof CannotStart)) throw error;
    throw refuse(
      file,
      `release ${release} wrote the backup, and its tables are not those of an earlier state of this release (${packageJson.version}). ${error.message} Restore it with release ${release} or a later one.`,
    );
  }
};
