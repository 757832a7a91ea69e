import { spawnSync } from 'node:child_process';
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
import { CannotStart } from '../cannot-start.ts';
import { shellWord } from './shell-word.ts';

type SystemUser = { uid: number; gid: number };

/**
 * User that PostgreSQL runs as; null for the user of this process. PostgreSQL refuses to run as root, so a start by root
 * chooses another user. That user must reach the files of the database, which excludes a clone below /root (mode 0700).
 */
export type ServerUser = SystemUser | null;

/**
 * Users for PostgreSQL when root starts it. The first that exists is used: one only for Foyer, then that of PostgreSQL
 * packages.
 */
const USUAL_NAMES = ['foyer', 'postgres'];
const NOBODY: SystemUser = { uid: 65534, gid: 65534 };

export type UserFacts = {
  /** The setting DATABASE_SYSTEM_USER; null where it is not set. */
  wanted: string | null;
  /** Owner of the data; null where there is none yet, or root owns it. */
  owner: ServerUser;
  /** A user of this machine by name; null when there is none. */
  find: (name: string) => ServerUser;
};

/** `shared`: other programs run as this user too. `not-as-set`: the data belongs to another user than the setting names. */
export type UserConcern = 'shared' | 'not-as-set' | null;

/** Chooses the user for a start by root. Data keeps its owner. Throws `CannotStart` for a setting that names no usable user. */
export const chooseServerUser = ({ wanted, owner, find }: UserFacts): { user: SystemUser; concern: UserConcern } => {
  const named = wanted === null ? null : find(wanted);
  if (wanted !== null && (named === null || named.uid === 0))
    throw new CannotStart(
      `DATABASE_SYSTEM_USER is ${wanted}, which is ${named ? 'root, and PostgreSQL refuses to run as root' : 'no user of this machine'}. ` +
        `Name another one, or make one: useradd --system ${named ? 'foyer' : wanted}`,
    );
  const concernOf = ({ uid }: SystemUser): UserConcern => (uid === NOBODY.uid ? 'shared' : null);
  if (owner) return { user: owner, concern: named && named.uid !== owner.uid ? 'not-as-set' : concernOf(owner) };
  const usual = () => USUAL_NAMES.map(find).find((user) => user !== null && user.uid !== 0);
  const user = named ?? usual() ?? NOBODY;
  return { user, concern: concernOf(user) };
};

/** Message for a concern, with what to do. */
export const describeConcern = (concern: NonNullable<UserConcern>, dataDir: string, wanted: string | null): string => {
  const name = wanted ?? 'foyer';
  const giveAway = `stop Foyer, give the data to that user (chown -R ${name}: ${shellWord(dataDir)}), and start again`;
  return concern === 'shared'
    ? `the database runs as nobody (${NOBODY.uid}), as other programs of this machine do: each of them can read its data. ` +
        `Make a user for it alone (useradd --system foyer) where there is none, ${giveAway}`
    : `the data in ${dataDir} belongs to another user than DATABASE_SYSTEM_USER (${name}), and the database runs as its owner. To change that: ${giveAway}`;
};

/** Looks a user up in the system, which may have users that are not in /etc/passwd. */
export const findSystemUser = (name: string): ServerUser => {
  const [uid, gid] = ['-u', '-g'].map((option) => {
    const { status, stdout } = spawnSync('id', [option, name], { encoding: 'utf8' });
    return status === 0 ? Number(stdout) : Number.NaN;
  });
  return Number.isInteger(uid) && Number.isInteger(gid) ? ({ uid, gid } as SystemUser) : null;
};

/** Environment of the server programs. It has no PGDATA and no locale of the administrator. */
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

/** True if `user` can reach the existing part of `target`. Foyer creates the rest. */
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
