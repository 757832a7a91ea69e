import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';

const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url));
/** Limit for one step of a server that starts or stops on a busy machine. */
export const MAIN_TIMEOUT_MS = 60_000;

export interface StartedMain {
  readonly child: ChildProcess;
  readonly output: { out: string; err: string };
  readonly ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  /** Fields of the log lines with this message, once there is one. */
  logged(message: string): Promise<Record<string, unknown>[]>;
  /** Port of the server, once it says that it is ready. */
  port(): Promise<number>;
}

/** Starts the server as an administrator does, with a separate database and the IPC channel of `npm start`. */
export const startMain = (
  databaseUrl: string,
  settings: NodeJS.ProcessEnv = {},
  /** Another standard output and error than pipes that are read here. */
  stream: 'pipe' | number = 'pipe',
): StartedMain => {
  const child = spawn(process.execPath, [MAIN], {
    stdio: ['ignore', stream, stream, 'ipc'],
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      DATABASE_URL: databaseUrl,
      DATABASE_TLS: 'off', // DATABASE_URL_TEST may name a database of another machine
      FOYER_SECRET: 'a secret of the tests, long enough for it',
      PORT: '0',
      LOG_LEVEL: 'warn',
      ...settings,
    },
  });
  const output = { out: '', err: '' };
  child.stdout?.on('data', (part: Buffer) => (output.out += part));
  child.stderr?.on('data', (part: Buffer) => (output.err += part));
  // not 'close', which never comes when this end of the channel was closed
  const ended = Promise.all([
    once(child, 'exit'),
    ...[child.stdout, child.stderr].map((out) => out && once(out, 'close')),
  ]).then(([[code, signal]]) => ({ code, signal }));
  const linesWith = (message: string) =>
    output.out
      .split('\n')
      .filter((line) => line.startsWith('{') && line.endsWith('}'))
      .map((line): Record<string, unknown> => JSON.parse(line))
      .filter((line) => line.msg === message);
  const polling = { interval: 5, timeout: MAIN_TIMEOUT_MS };
  return {
    child,
    output,
    ended,
    logged: async (message) => {
      // a comparison of texts, because a failure then shows the actual output
      const actual = () => (linesWith(message).length > 0 ? message : output.out + output.err);
      await expect.poll(actual, polling).toBe(message);
      return linesWith(message);
    },
    port: async () => {
      await expect.poll(() => output.out + output.err, polling).toContain('is ready.');
      return Number(/localhost:(\d+)\//.exec(output.out)?.[1]);
    },
  };
};
