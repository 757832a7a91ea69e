import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/**
 * Lock that lets only one command install packages at a time: a second `npm ci` would delete what the first has installed.
 * The lock is a folder next to node_modules that contains the process id of its owner.
 * Like bootstrap.mjs, this file uses only features of Node 20.19 and no package.
 */

const RETRY_MS = 300;
/** Longer than an install over a slow network takes. */
const WAIT_TIMEOUT_MS = 20 * 60_000;

const lockOf = (folder) => path.join(folder, '.foyer-installing');

const sleep = (ms) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

const isAlive = (pid) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM'; // alive, but owned by another user
  }
};

/**
 * Process id of the lock's owner; null if there is no lock or its owner has ended.
 * Process ids are reused after a reboot or a restart of the container. A lock older than the boot, or one with our own id,
 * is therefore stale.
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

/**
 * Waits until no other command installs in `folder`, and prints one line before it waits. Needs no write permission.
 * Throws after 20 minutes.
 */
export const waitForInstall = (folder) => {
  const lock = lockOf(folder);
  const deadline = Date.now() + WAIT_TIMEOUT_MS;
  for (let pid = ownerOf(lock), isAnnounced = false; pid !== null; pid = ownerOf(lock)) {
    if (!isAnnounced) console.log(`Another command (process ${pid}) is installing the packages; waiting for it …`);
    isAnnounced = true;
    if (Date.now() > deadline)
      throw new Error(
        `Process ${pid} has been installing packages for more than ${WAIT_TIMEOUT_MS / 60_000} minutes. Stop it or remove ${lock}, then run the command again.`,
      );
    sleep(RETRY_MS);
  }
};

/** Takes the lock in one step: renaming a prepared folder fails if the target exists and is not empty. */
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

/**
 * Removes a lock whose owner has ended. If another command replaced it with a valid lock in the meantime, that one is
 * moved back.
 */
const removeStale = (lock) => {
  const moved = `${lock}.${process.pid}.stale`;
  try {
    renameSync(lock, moved);
  } catch {
    return; // another command removed it
  }
  try {
    if (ownerOf(moved) !== null) renameSync(moved, lock);
  } catch {
    // A third command has taken the lock in the meantime.
  }
  rmSync(moved, { recursive: true, force: true });
};

/** Runs `work` while it holds the install lock of `folder`; waits for the lock first. Returns the result of `work`. */
export const withInstallLock = (folder, work) => {
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
