import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Native } from './native-files.ts';
import { SOCKET_PORT } from './places.ts';
import { hasWorkingDirectory, isAlive } from './process-facts.ts';
import type { ServerUser } from './server-user.ts';
import { serverEnvironment } from './server-user.ts';

/** Finds, starts and stops the server process. */

export type Settings = Readonly<Record<string, string>>;

const logFileOf = (dataDir: string): string => `${dataDir}.log`;

const LOG_LIMIT_BYTES = 5 * 1024 * 1024;

const DEFAULT_SETTINGS: Settings = {
  listen_addresses: '',
  max_connections: '100',
  shared_buffers: '128MB',
  fsync: 'on',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_line_prefix: '%m [%p] ',
};

const pidFileOf = (dataDir: string): string => path.join(dataDir, 'postmaster.pid');

const recordedPid = (dataDir: string): number | null => {
  try {
    const pid = Number.parseInt(readFileSync(pidFileOf(dataDir), 'utf8'), 10);
    return pid > 0 ? pid : null;
  } catch {
    return null;
  }
};

/** Process id of the server that runs on this folder, or null. A pid file alone is no proof. */
export const runningPostmaster = (dataDir: string): number | null => {
  const pid = recordedPid(dataDir);
  return pid !== null && isAlive(pid) && hasWorkingDirectory(pid, dataDir) ? pid : null;
};

/**
 * Removes a pid file that names no server of this folder. PostgreSQL removes the file itself when the process has ended. It
 * does not when the process is a zombie, or when another process of the same user got the id after a restart. Removing is safe
 * while old backends run: a new server does not start while their shared memory is in use, and Foyer tries again.
 */
const removeMisleadingPidFile = (dataDir: string): void => {
  if (recordedPid(dataDir) !== null && runningPostmaster(dataDir) === null) rmSync(pidFileOf(dataDir), { force: true });
};

/** One older log is kept; the file is only moved while no server writes to it. */
const openLog = (dataDir: string): number => {
  const file = logFileOf(dataDir);
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size > LOG_LIMIT_BYTES) renameSync(file, `${file}.1`);
  return openSync(file, 'a', 0o600);
};

export const lastLogLines = (dataDir: string): string => {
  try {
    return readFileSync(logFileOf(dataDir), 'utf8').trimEnd().split('\n').slice(-8).join('\n');
  } catch {
    return '(no log)';
  }
};

export type Launch = { dataDir: string; socketDir: string; native: Native; user: ServerUser; settings: Settings };

/**
 * Starts the server in a separate session, so that Ctrl-C in the terminal of Foyer does not end it first. Resolves when the pid
 * file exists or the server has ended. The server may not answer yet.
 */
export const launchPostmaster = async ({ dataDir, socketDir, native, user, settings }: Launch): Promise<void> => {
  removeMisleadingPidFile(dataDir);
  const options = Object.entries({ ...DEFAULT_SETTINGS, ...settings, port: String(SOCKET_PORT) });
  const log = openLog(dataDir);
  const server = spawn(
    path.join(native.dir, 'bin/postgres'),
    ['-D', dataDir, '-k', socketDir, ...options.flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    { ...user, cwd: '/', env: serverEnvironment(), detached: true, stdio: ['ignore', log, log] },
  );
  closeSync(log);
  let ended = false;
  server.on('exit', () => {
    ended = true;
  });
  server.on('error', () => {
    ended = true; // the program could not be run at all
  });
  server.unref();
  while (!ended && runningPostmaster(dataDir) === null) await sleep(5);
};

const waitUntilGone = async (pid: number, timeoutMs: number): Promise<boolean> => {
  const deadline = performance.now() + timeoutMs;
  while (performance.now() < deadline) {
    if (!isAlive(pid)) return true;
    await sleep(20);
  }
  return false;
};

const FAST_SHUTDOWN_MS = 20_000;
const QUIT_MS = 10_000;

/**
 * Stops the server and returns when it is gone. Fast shutdown first (sessions are ended, data is flushed); after 20 s
 * an immediate one, from which the next start recovers.
 */
export const stopPostmaster = async (dataDir: string): Promise<void> => {
  const pid = runningPostmaster(dataDir);
  if (pid === null) return;
  for (const [signal, timeoutMs] of [
    ['SIGINT', FAST_SHUTDOWN_MS],
    ['SIGQUIT', QUIT_MS],
  ] as const) {
    try {
      process.kill(pid, signal);
    } catch {
      // the process ended before the signal
    }
    if (await waitUntilGone(pid, timeoutMs)) return;
  }
  throw new Error(
    `The database server on ${dataDir} (process ${pid}) did not stop after SIGINT and SIGQUIT. Look into its log in that folder.`,
  );
};
