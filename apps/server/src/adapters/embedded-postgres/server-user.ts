import {
  chownSync,
  closeSync,
  existsSync,
  fchownSync,
  fsyncSync,
  openSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';

/**
 * PostgreSQL refuses to run as root. When we are root the server runs as `nobody` (65534), and what it reads and
 * writes must be reachable for that user: a clone below /root (mode 0700) is not.
 */
export type ServerUser = { uid: number; gid: number } | null;

const NOBODY = 65534;

/** Null: the server runs as the user that we are. */
export const serverUser = (): ServerUser => (process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : null);

/** The server's programs see nothing of our environment: no PGDATA, no locale of the person who starts us. */
export const serverEnvironment = (): NodeJS.ProcessEnv => ({ PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' });

export const giveTo = (user: ServerUser, file: string): void => {
  if (user) chownSync(file, user.uid, user.gid);
};

/**
 * Writes a file that only `user` may read and that is whole on the disk. A file of that name is replaced. A link that another
 * program puts there is refused and not followed, because root writes into folders of `user`.
 */
export const writeAnew = (file: string, text: string, user: ServerUser): void => {
  rmSync(file, { force: true });
  const opened = openSync(file, 'wx', 0o600);
  try {
    if (user) fchownSync(opened, user.uid, user.gid);
    writeFileSync(opened, text);
    fsyncSync(opened);
  } finally {
    closeSync(opened);
  }
};

/** True when `user` may walk to `target`, as far as it exists; what does not exist yet we make ourselves. */
export const canReach = (user: ServerUser, target: string): boolean => {
  if (!user) return true;
  for (let folder = path.resolve(target); ; folder = path.dirname(folder)) {
    if (existsSync(folder)) {
      const { uid, gid, mode } = statSync(folder);
      const walk = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001;
      if ((mode & walk) === 0) return false;
    }
    if (folder === path.dirname(folder)) return true;
  }
};
