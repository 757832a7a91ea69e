import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Cleanup } from './cleanup.ts';

const READY_WITHIN_MS = 120_000;
const STOP_WITHIN_MS = 30_000;
const LOG_TAIL_CHARS = 4_000;

/** Sends SIGTERM, and SIGKILL if the process has not ended after 30 s. */
export const stopProcess = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise<void>((done) => child.once('exit', () => done()));
  child.kill('SIGTERM');
  const hung = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS);
  await ended;
  clearTimeout(hung);
};

const answers = async (url: string): Promise<boolean> => {
  try {
    return (await fetch(url)).ok;
  } catch {
    return false;
  }
};

export interface ServerProcess {
  readonly name: string;
  /** Arguments for node: its options, the file, and the arguments of the file. */
  readonly args: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  /** Address that responds with 200 once the server is ready. */
  readonly readyUrl: string;
  /** File for its output. A pipe would cost time in the measuring process. */
  readonly logFile: string;
}

/** Starts a server in a new process, waits until it is ready, and returns its process id. Throws after 120 s. */
export const startServer = async (cleanup: Cleanup, server: ServerProcess): Promise<number> => {
  const log = openSync(server.logFile, 'a');
  const child = spawn(process.execPath, server.args, {
    stdio: ['ignore', log, log],
    env: { ...process.env, ...server.env },
  });
  closeSync(log);
  cleanup.add(server.name, () => stopProcess(child));
  const deadline = performance.now() + READY_WITHIN_MS;
  while (!(await answers(server.readyUrl))) {
    if (child.exitCode !== null || performance.now() > deadline) {
      throw new Error(
        `${server.name} is not ready at ${server.readyUrl}. End of its log:\n${readFileSync(server.logFile, 'utf8').slice(-LOG_TAIL_CHARS)}`,
      );
    }
    await sleep(100);
  }
  return child.pid ?? 0;
};
