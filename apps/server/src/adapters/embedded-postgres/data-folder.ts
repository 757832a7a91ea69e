import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { CannotStart } from '../cannot-start.ts';
import type { Native } from './native-files.ts';
import { fullDisk, hasDatabase, makeParents } from './places.ts';
import { loadOrCreatePasswords } from './role-passwords.ts';
import { DATABASE_OWNER } from './roles.ts';
import { giveTo, type ServerUser, serverEnvironment, writeAnew } from './server-user.ts';

const INITDB_ARGUMENTS = [
  ...['-U', DATABASE_OWNER, '-A', 'scram-sha-256', '-E', 'UTF8'],
  ...['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'],
];

/** Refuses a folder of another major version. PostgreSQL itself would report it in its log only. */
const checkVersion = (dataDir: string, native: Native): void => {
  const written = readFileSync(path.join(dataDir, 'PG_VERSION'), 'utf8').trim();
  if (written === native.major) return;
  throw new CannotStart(
    `The data in ${dataDir} was written by PostgreSQL ${written}, but this version of Foyer brings PostgreSQL ${native.major}. ` +
      'Dump the database with pg_dump of the old version, and load it into a new folder (FOYER_HOME).',
  );
};

/** Message for a failed initdb: what to do for known causes, else the output of initdb. */
const describeInitdbError = (dataDir: string, output: string, user: ServerUser): string => {
  if (output.includes('could not look up effective user ID'))
    return (
      `PostgreSQL runs only as a user with a name, and user ${user?.uid ?? process.getuid?.()} has no entry in /etc/passwd. ` +
      'Add one, start Foyer as another user, or set DATABASE_URL to a PostgreSQL server of your own.'
    );
  if (output.includes('No space left on device')) return fullDisk(dataDir);
  return `The database could not be created in ${dataDir}: ${output}`;
};

/**
 * Creates the data folder if it is missing, and returns whether it did. initdb writes to a draft folder, which is
 * renamed when it is complete. So a power cut leaves no incomplete database, unless `isSynced` is false, as in tests.
 */
export const ensureDataFolder = (dataDir: string, native: Native, user: ServerUser, isSynced = true): boolean => {
  if (hasDatabase(dataDir)) {
    checkVersion(dataDir, native);
    return false;
  }
  if (existsSync(dataDir) && readdirSync(dataDir).length > 0) {
    throw new CannotStart(`${dataDir} is not empty and holds no database. Choose another folder with FOYER_HOME.`);
  }
  makeParents(dataDir);
  const draft = `${dataDir}.init`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { mode: 0o700 });
  giveTo(user, draft);
  const passwordFile = `${draft}.password`;
  writeAnew(passwordFile, loadOrCreatePasswords(dataDir).owner, user);
  const made = spawnSync(
    path.join(native.dir, 'bin/initdb'),
    ['-D', draft, `--pwfile=${passwordFile}`, ...INITDB_ARGUMENTS, ...(isSynced ? [] : ['--no-sync'])],
    { ...user, cwd: '/', env: serverEnvironment(), encoding: 'utf8' },
  );
  rmSync(passwordFile, { force: true });
  if (made.status !== 0) {
    const reason = describeInitdbError(dataDir, made.stderr || String(made.error?.message), user);
    rmSync(draft, { recursive: true, force: true });
    throw new CannotStart(reason);
  }
  renameSync(draft, dataDir); // dataDir is missing or empty here
  return true;
};
