import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/**
 * Two commands in a fresh clone install the packages one after the other: `npm ci` takes away what another one puts there.
 * The lock is a folder beside node_modules with its owner's number in it. Like bootstrap.mjs this needs no package and
 * no more than Node 20.19.
 */

const RETRY_MS = 300;
/** Longer than an install over a slow line takes. */
const PATIENCE_MS = 20 * 60_000;

const lockOf = (folder) => path.join(folder, '.foyer-installing');

const sleep = (ms) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

const isAlive = (pid) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM'; // it lives, and belongs to someone else
  }
};

/**
 * Whose the lock is; null when it is nobody's: there is none, or its owner has ended. Numbers are given again after a
 * start of the machine or of a container, so one from before it, or our own, says nothing.
 */
const ownerOf = (lock) => {
  try {
    const pid = Number.parseInt(readFileSync(path.join(lock, 'pid'), 'utf8'), 10);
    const isOfThisRun = statSync(lock).mtimeMs > Date.now() - os.uptime() * 1000;
    return pid > 0 && pid !== process.pid && isOfThisRun && isAlive(pid) ? pid : null;
  } catch {
    return null;
  }
};

/** Waits where another command installs in `folder`, in a line that says so; also for who may not install there. */
export const waitForInstall = (folder) => {
  const lock = lockOf(folder);
  const deadline = Date.now() + PATIENCE_MS;
  for (let pid = ownerOf(lock), said = false; pid !== null; pid = ownerOf(lock)) {
    if (!said) console.log(`Another command (process ${pid}) is installing the packages; waiting for it …`);
    said = true;
    if (Date.now() > deadline)
      throw new Error(
        `Process ${pid} has been installing packages for too long. Stop it, or remove ${lock}, and start again.`,
      );
    sleep(RETRY_MS);
  }
};

/** Appears with its owner in one step: a rename onto a folder that has something in it is refused. */
const tryTake = (lock) => {
  const draft = `${lock}.${process.pid}`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft);
  writeFileSync(path.join(draft, 'pid'), `${process.pid}\n`);
  try {
    renameSync(draft, lock);
    return true;
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    if (error.code === 'ENOTEMPTY' || error.code === 'EEXIST') return false;
    throw error;
  }
};

/** Moves a lock away whose owner has ended; if another command was faster and its living one was moved, puts that back. */
const removeStale = (lock) => {
  const moved = `${lock}.${process.pid}.stale`;
  try {
    renameSync(lock, moved);
  } catch {
    return; // somebody else removed it
  }
  try {
    if (ownerOf(moved) !== null) renameSync(moved, lock);
  } catch {
    // a third command has taken the lock meanwhile
  }
  rmSync(moved, { recursive: true, force: true });
};

/** Does `work` while no other command does the same in `folder`; waits for one that is at it. */
export const oneAfterTheOther = (folder, work) => {
  const lock = lockOf(folder);
  for (;;) {
    waitForInstall(folder);
    if (tryTake(lock)) break;
    if (ownerOf(lock) === null) removeStale(lock);
  }
  try {
    return work();
  } finally {
    rmSync(lock, { recursive: true, force: true });
  }
};
