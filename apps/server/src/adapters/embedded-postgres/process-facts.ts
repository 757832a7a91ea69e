import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';

/**
 * Facts of the operating system about a process id. An id alone is not enough: ids are reused after a reboot or in a
 * restarted container, and a killed process stays listed as a zombie. Both would make a start wait for, or signal, a
 * process that is not our server.
 */

/** Linux: content of a file below /proc/<pid>; null without such a process or without /proc. */
const procFile = (pid: number, name: string): string | null => {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return null;
  }
};

const ps = (pid: number, column: string): string | null => {
  const { status, stdout } = spawnSync('ps', ['-ww', '-o', `${column}=`, '-p', String(pid)], { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : null;
};

const exists = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'; // the process exists and belongs to another user
  }
};

/** Returns whether the process is running. A zombie is not. */
export const isAlive = (pid: number): boolean => {
  if (!Number.isInteger(pid) || pid <= 0 || !exists(pid)) return false;
  if (process.platform !== 'linux') return !(ps(pid, 'stat') ?? 'Z').startsWith('Z');
  const stat = procFile(pid, 'stat');
  return stat !== null && !/^\s*[ZX]/.test(stat.slice(stat.lastIndexOf(')') + 1));
};

/** Text that identifies a process, also if its id is reused later; null if it has ended. */
export const processIdentity = (pid: number): string | null => {
  if (!isAlive(pid)) return null;
  if (process.platform !== 'linux') return `${pid} ${ps(pid, 'lstart')}`;
  const stat = procFile(pid, 'stat');
  if (stat === null) return null;
  const startedAtTicks = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  return `${pid} ${startedAtTicks}`;
};

/**
 * Returns whether the working directory of the process is `folder`. Linux compares the folders, so that another
 * spelling of the path is recognised. Elsewhere the command line must contain the folder.
 */
export const hasWorkingDirectory = (pid: number, folder: string): boolean => {
  if (process.platform !== 'linux') return ps(pid, 'command')?.includes(folder) ?? false;
  try {
    const [ofProcess, ofFolder] = [statSync(`/proc/${pid}/cwd`), statSync(folder)];
    return ofProcess.dev === ofFolder.dev && ofProcess.ino === ofFolder.ino;
  } catch {
    return false;
  }
};
