import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { freePort } from '../apps/server/test/free-port.ts';

const READY_WITHIN_MS = 180_000;
const STOP_WITHIN_MS = 30_000;

/** Longest time to start and stop a server. */
export const SERVER_TIMEOUT_MS = READY_WITHIN_MS + STOP_WITHIN_MS;

export interface RunningServer {
  readonly url: string;
  /** FOYER_HOME of the server. The command line needs it to reach the same database. */
  readonly home: string;
  /** Stops the server and removes its folder. Throws if the server logged an error. */
  stop(): Promise<void>;
}

const isReady = async (url: string): Promise<boolean> => {
  try {
    // Keeps no connection: a command that a test runs next may block this process until the server has closed it.
    return (await fetch(`${url}/readyz`, { headers: { connection: 'close' } })).ok;
  } catch {
    return false;
  }
};

const untilReady = async (url: string, server: ChildProcess, output: () => string): Promise<void> => {
  const deadline = Date.now() + READY_WITHIN_MS;
  while (!(await isReady(url))) {
    if (server.exitCode !== null)
      throw new Error(`the server exited with code ${server.exitCode} before it was ready:\n${output()}`);
    if (Date.now() > deadline)
      throw new Error(`the server was not ready at ${url} within ${READY_WITHIN_MS / 1000} s:\n${output()}`);
    await new Promise((wait) => setTimeout(wait, 200));
  }
};

/**
 * Starts the product as `npm start` does: production build and embedded database. Uses a new temporary folder and a free
 * port. Request limits are raised, because all tests share one client address. The limits of the event loop and of the
 * database are raised, because a busy machine may stop a process for seconds.
 */
export const startServer = async (settings: NodeJS.ProcessEnv = {}): Promise<RunningServer> => {
  const root = resolve(import.meta.dirname, '..');
  const folder = mkdtempSync(join(tmpdir(), 'foyer-e2e-'));
  const home = join(folder, 'foyer');
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const { npm_lifecycle_event: _npm, ...environment } = process.env;
  const server = spawn(process.execPath, [join(root, 'scripts/start.mjs')], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...environment,
      PORT: String(port),
      FOYER_HOME: home,
      LOG_LEVEL: 'warn',
      LIMIT_REQUESTS_PER_ADDRESS: '1000000',
      LIMIT_REQUESTS_PER_ACCOUNT: '1000000',
      LIMIT_WRITES_PER_ACCOUNT: '1000000',
      LIMIT_EVENT_LOOP_DELAY_MS: '60000',
      LIMIT_DATABASE_WAIT_MS: '40000',
      ...(process.env.E2E_DELAYS && { NODE_OPTIONS: `--import ${import.meta.resolve('./delay-answers.mjs')}` }),
      ...settings,
    },
  });
  let output = '';
  for (const stream of [server.stdout, server.stderr])
    stream?.on('data', (chunk: Buffer) => (output += chunk.toString()));

  const stop = async (): Promise<void> => {
    const ended = new Promise<void>((done) => server.once('exit', () => done()));
    server.kill('SIGTERM');
    const hung = setTimeout(() => server.kill('SIGKILL'), STOP_WITHIN_MS);
    if (server.exitCode === null) await ended;
    clearTimeout(hung);
    rmSync(folder, { recursive: true, force: true });
    const complaints = output.split('\n').filter((line) => /"level":"(error|fatal)"/.test(line));
    if (complaints.length > 0) throw new Error(`the server logged errors:\n${complaints.join('\n')}`);
  };
  try {
    await untilReady(url, server, () => output);
  } catch (error) {
    await stop().catch(() => undefined); // report the first error, not this one
    throw error;
  }
  return { url, home, stop };
};
