import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { CannotStart } from '../cannot-start.ts';
import { processIdentity } from './process-facts.ts';

/**
 * Serializes two programs that start on one data folder at the same time. It only avoids retries and does not protect data.
 * initdb ends with a rename that only one program can win, and PostgreSQL refuses a second server on a folder.
 */

const read = (file: string): string | null => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
};

const isStale = (content: string): boolean => processIdentity(Number.parseInt(content, 10)) !== content;

/** Creates the lock file with its content in one step, so that no process reads an incomplete owner. */
const tryTake = (file: string, identity: string): boolean => {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, identity, { mode: 0o600 });
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
};

/** Moves the lock of a dead owner away. If that moved a new lock of another program, puts it back. */
const removeStale = (file: string, seen: string): void => {
  const moved = `${file}.${process.pid}.stale`;
  try {
    renameSync(file, moved);
  } catch {
    return; // another process removed it
  }
  if (read(moved) !== seen) {
    try {
      linkSync(moved, file);
    } catch {
      // a third program has taken the lock meanwhile
    }
  }
  rmSync(moved, { force: true });
};

/**
 * Waits until this process owns `file`, then returns how to give it back.
 * A lock whose owner no longer runs is taken over at once.
 */
export const takeStartLock = async (file: string, timeoutMs: number): Promise<() => void> => {
  const identity = processIdentity(process.pid) ?? String(process.pid);
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    if (tryTake(file, identity)) return () => rmSync(file, { force: true });
    const owner = read(file);
    if (owner !== null && isStale(owner)) removeStale(file, owner);
    else if (performance.now() > deadline) {
      throw new CannotStart(
        `Another program (process ${owner}) has held the lock ${file} for too long while it starts the database. End that program, then start again.`,
      );
    } else await sleep(30);
  }
};
