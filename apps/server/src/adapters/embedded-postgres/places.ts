import { createHash } from 'node:crypto';
import { chmodSync, existsSync, lstatSync, mkdirSync, realpathSync, rmdirSync, statfsSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { CannotStart } from '../cannot-start.ts';
import { canReach, chooseServerUser, describeConcern, findSystemUser, giveTo, type ServerUser } from './server-user.ts';

/** Folder for data and programs if the server's user cannot reach the project. Root owns it. */
export const SHARED_HOME = '/var/lib/foyer';

export const SOCKET_PORT = 5432;

/**
 * Limit for socket paths. The system allows 103 bytes on macOS and 107 on Linux, with the file name that PostgreSQL appends.
 */
const SOCKET_PATH_BYTES = 100;

const shortHash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);

export const hasDatabase = (dataDir: string): boolean => existsSync(path.join(dataDir, 'PG_VERSION'));

const isRoot = (): boolean => process.getuid?.() === 0;
const elsewhereFor = (wanted: string): string => path.join(SHARED_HOME, shortHash(wanted));

const ownerOf = (dataDir: string): ServerUser => {
  const { uid, gid } = statSync(dataDir);
  return uid === 0 ? null : { uid, gid };
};

/**
 * Existing folder of the database configured for this path, or null. The database of root may be below /var/lib/foyer. It
 * stays in use when the configured path becomes reachable later, so that a changed file mode does not hide all customers.
 * Creates nothing.
 */
const findDatabase = (asked: string): string | null => {
  const wanted = path.resolve(asked);
  const isThere = hasDatabase(wanted);
  if (!isRoot()) return isThere ? wanted : null;
  const parent = path.dirname(wanted);
  const elsewhere = elsewhereFor(wanted);
  const isElsewhere = hasDatabase(elsewhere);
  const isUsable =
    isThere && canReach(ownerOf(wanted), parent) && (!isElsewhere || canReach(ownerOf(elsewhere), parent));
  if (isUsable) return wanted;
  return isElsewhere ? elsewhere : null;
};

/** True if there is a database for this configured path. */
export const holdsDatabase = (asked: string): boolean => findDatabase(asked) !== null;

/** `warning`: what is wrong with the user, and what to do. */
export type Place = { dataDir: string; user: ServerUser; warning: string | null };

/**
 * Decides where the data lies and as which user the server runs. The data lies where it was asked for, unless root starts
 * Foyer and the server's user cannot get there; then below /var/lib/foyer, named by a hash of the place asked for.
 */
export const choosePlace = (asked: string, systemUser: string | null): Place => {
  const wanted = path.resolve(asked);
  if (!isRoot()) return { dataDir: wanted, user: null, warning: null };
  const found = findDatabase(asked);
  const owner = found === null ? null : ownerOf(found);
  const { user, concern } = chooseServerUser({ wanted: systemUser, owner, find: findSystemUser });
  const dataDir = found ?? (canReach(user, path.dirname(wanted)) ? wanted : elsewhereFor(wanted));
  return { dataDir, user, warning: concern && describeConcern(concern, dataDir, systemUser) };
};

/**
 * Creates missing parent folders with mode 0755, regardless of the umask. The user of the database server must enter
 * them.
 */
export const makeParents = (folder: string): void => {
  const missing: string[] = [];
  for (let at = path.dirname(folder); !existsSync(at); at = path.dirname(at)) missing.unshift(at);
  for (const at of missing) {
    mkdirSync(at, { recursive: true });
    chmodSync(at, 0o755);
  }
};

/** Returns the canonical path of a folder, so that two spellings lead to the same socket and lock. */
export const canonicalPath = (dataDir: string): string => {
  makeParents(dataDir);
  return path.join(realpathSync(path.dirname(dataDir)), path.basename(dataDir));
};

const chooseSocketDir = (dataDir: string, user: ServerUser): string => {
  const fits = (dir: string) => Buffer.byteLength(path.join(dir, `.s.PGSQL.${SOCKET_PORT}`)) <= SOCKET_PATH_BYTES;
  const name = `foyer-${shortHash(dataDir)}`;
  const candidates = [`${dataDir}.sock`, path.join(os.tmpdir(), name), path.join('/tmp', name)];
  return candidates.find((dir) => fits(dir) && canReach(user, path.dirname(dir))) ?? path.join('/tmp', name);
};

/**
 * Creates the folder of the socket with mode 0700. Only the user of the database server and root reach the socket, and each
 * role needs its password. Refuses a link, and a folder of another user: an attacker may have prepared it in /tmp.
 */
export const makeSocketDir = (dataDir: string, user: ServerUser): string => {
  const dir = chooseSocketDir(dataDir, user);
  const owner = user?.uid ?? process.getuid?.();
  try {
    mkdirSync(dir, { mode: 0o700 });
    giveTo(user, dir);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const found = lstatSync(dir);
  if (found.isDirectory() && user && found.uid === process.getuid?.())
    giveTo(user, dir); // killed between the two steps
  else if (!found.isDirectory() || found.uid !== owner) {
    throw new CannotStart(
      `The socket folder ${dir} is a link or belongs to another user. Remove it, or choose another folder with FOYER_HOME.`,
    );
  }
  chmodSync(dir, 0o700);
  return dir;
};

/** Size of a write-ahead log file. PostgreSQL does not start without space for one. */
const LEAST_BYTES = 16 * 1024 * 1024;

/** True if the disk is too full for PostgreSQL. Its log may lack the error, because the log needs space too. */
export const isFull = (folder: string): boolean => {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize < LEAST_BYTES;
};

export const fullDisk = (folder: string): string =>
  `The disk that holds ${folder} is full. Make room (a new database takes 100 MB) and start again; what was saved is safe.`;

/** Removes the folder of the socket, which may be in the system's temporary folder. */
export const removeSocketDir = (dir: string): void => {
  try {
    rmdirSync(dir);
  } catch {
    // another server has started meanwhile and uses the folder
  }
};
