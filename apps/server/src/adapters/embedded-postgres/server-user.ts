import { chownSync, existsSync, statSync } from 'node:fs';
import path from 'node:path';

/**
 * PostgreSQL refuses to run as root. When we are root the server runs as `nobody` (65534), and what it reads and
 * writes must be reachable for that user: a clone below /root (mode 0700) is not.
 */
export type ServerUser = { uid: number; gid: number } | null;

const NOBODY = 65534;

/** Null: the server runs as the user that we are. */
export const serverUser = (): ServerUser => (process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : null);

export const giveTo = (user: ServerUser, file: string): void => {
  if (user) chownSync(file, user.uid, user.gid);
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
