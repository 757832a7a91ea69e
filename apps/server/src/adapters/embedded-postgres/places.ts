import { createHash } from 'node:crypto';
import { chmodSync, existsSync, lstatSync, mkdirSync, realpathSync, rmdirSync, statfsSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { CannotStart } from '../cannot-start.ts';
import { canReach, giveTo, type ServerUser, serverUser } from './server-user.ts';

/** Where things lie that must be reachable for the server's user when the project is not. Belongs to root. */
export const SHARED_HOME = '/var/lib/foyer';

export const SOCKET_PORT = 5432;

/** Sockets end at 103 bytes on macOS and 107 on Linux, the file name that PostgreSQL appends included. */
const SOCKET_PATH_BYTES = 100;

const shortHash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);

export const hasDatabase = (dataDir: string): boolean => existsSync(path.join(dataDir, 'PG_VERSION'));

/**
 * Decides where the data lies: where it was asked for, unless the server's user cannot get there; then below
 * /var/lib/foyer, named by a hash of the place asked for.
 * Data that already lies there stays in use when the asked place becomes reachable later: customers must not vanish
 * because somebody changed a mode.
 */
export const chooseDataDir = (asked: string, user: ServerUser): string => {
  const wanted = path.resolve(asked);
  const elsewhere = path.join(SHARED_HOME, shortHash(wanted));
  if (!canReach(user, path.dirname(wanted))) return elsewhere;
  return user && !hasDatabase(wanted) && hasDatabase(elsewhere) ? elsewhere : wanted;
};

/** Whether a database lies where this folder was asked for; nothing is made to find out. */
export const holdsDatabase = (asked: string): boolean => hasDatabase(chooseDataDir(asked, serverUser()));

/** Makes missing parents with 0755 whatever the umask is: the server's user has to walk through them. */
export const makeParents = (folder: string): void => {
  const missing: string[] = [];
  for (let at = path.dirname(folder); !existsSync(at); at = path.dirname(at)) missing.unshift(at);
  for (const at of missing) {
    mkdirSync(at, { recursive: true });
    chmodSync(at, 0o755);
  }
};

/** One spelling per folder, so that two ways to write its path lead to one socket and one lock. */
export const settle = (dataDir: string): string => {
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
 * The folder of the socket has mode 0700, so only the server's user and root reach the socket, which wants a password besides.
 * A folder of that name that belongs to somebody else, or a link, is refused: it may be laid out for us in /tmp.
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
    throw new CannotStart(`The socket folder ${dir} belongs to somebody else. Remove it, or choose another folder.`);
  }
  chmodSync(dir, 0o700);
  return dir;
};

/** PostgreSQL writes ahead in files of this size, and without room for one it does not start. */
const LEAST_BYTES = 16 * 1024 * 1024;

/** What it says itself may be missing then: there was no room for its log either. */
export const isFull = (folder: string): boolean => {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize < LEAST_BYTES;
};

export const fullDisk = (folder: string): string =>
  `The disk that holds ${folder} is full. Make room (a new database takes 100 MB) and start again; what was saved is safe.`;

/** It may lie in the system's temporary folder, where nobody would ever look for it again. */
export const removeSocketDir = (dir: string): void => {
  try {
    rmdirSync(dir);
  } catch {
    // a server that was started meanwhile uses it
  }
};
