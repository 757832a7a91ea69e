import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';

/**
 * What the operating system says about a process, beyond "does this number exist".
 * Numbers are reused (after a reboot, in a restarted container) and a killed process whose parent never asks stays
 * listed as a zombie; both would make us wait for, or signal, something that is not our server.
 */

/** Linux: the text of one file below /proc/<pid>; null when there is no such process (or no /proc). */
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
    return (error as NodeJS.ErrnoException).code === 'EPERM'; // it lives, and belongs to someone else
  }
};

/** True while the process can still do something; a zombie cannot. */
export const isAlive = (pid: number): boolean => {
  if (!Number.isInteger(pid) || pid <= 0 || !exists(pid)) return false;
  if (process.platform !== 'linux') return !(ps(pid, 'stat') ?? 'Z').startsWith('Z');
  const stat = procFile(pid, 'stat');
  return stat !== null && !/^\s*[ZX]/.test(stat.slice(stat.lastIndexOf(')') + 1));
};

/** A text that differs between two processes which had the same number one after the other; null when it is gone. */
export const processIdentity = (pid: number): string | null => {
  if (!isAlive(pid)) return null;
  if (process.platform !== 'linux') return `${pid} ${ps(pid, 'lstart')}`;
  const stat = procFile(pid, 'stat');
  if (stat === null) return null;
  const startedAtTicks = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  return `${pid} ${startedAtTicks}`;
};

/**
 * True when the process works in `folder`. Linux compares the folders themselves, so another spelling of the path
 * does not hide a server; elsewhere its command line has to name the folder.
 */
export const worksIn = (pid: number, folder: string): boolean => {
  if (process.platform !== 'linux') return ps(pid, 'command')?.includes(folder) ?? false;
  try {
    const [there, here] = [statSync(`/proc/${pid}/cwd`), statSync(folder)];
    return there.dev === here.dev && there.ino === here.ino;
  } catch {
    return false;
  }
};
