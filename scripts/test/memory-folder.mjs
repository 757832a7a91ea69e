import { readFileSync, statfsSync } from 'node:fs';
import os from 'node:os';

/**
 * Chooses the folder for temporary files of the tests.
 *
 * Each test file has a separate database, which is a copy of about a thousand small files. On a disk a copy takes up to
 * 20 times as long as in memory, and that was a quarter of the time of the integration tests.
 */

const MEMORY_FOLDER = '/dev/shm';
/** Enough for two test runs side by side. */
const ROOM_BYTES = 4 * 2 ** 30;

/** Whether a line of /proc/mounts is the folder in memory, and programs in it may be executed. */
const isUsableMount = (line) => {
  const [, place, type, options] = line.split(' ');
  return place === MEMORY_FOLDER && type === 'tmpfs' && !options.split(',').includes('noexec');
};

const mountLines = () => readFileSync('/proc/mounts', 'utf8').split('\n');

const freeBytes = () => {
  const { bavail, bsize } = statfsSync(MEMORY_FOLDER);
  return Math.min(bavail * bsize, os.freemem());
};

/**
 * Returns the folder for temporary files: the one that `TMPDIR` names, else one in memory if the machine has it with 4 GiB of
 * free memory, else null, which leaves the choice to the system.
 */
export const temporaryFolder = (environment = process.env, machine = { mountLines, freeBytes }) => {
  if (environment.TMPDIR) return environment.TMPDIR;
  try {
    return machine.mountLines().some(isUsableMount) && machine.freeBytes() >= ROOM_BYTES ? MEMORY_FOLDER : null;
  } catch {
    return null; // not Linux, or a machine that hides its mounts
  }
};
