import { spawn } from 'node:child_process';
import os from 'node:os';
import path from 'node:path';
import { endWith, ensureInstalled, insideEnvironment, node24, ROOT } from './bootstrap.mjs';
import { buildWeb } from './build-web.mjs';

/** `npm start`: installs packages and builds pages if needed, then runs the server until it exits or gets a signal. */

const runServer = () => {
  const server = spawn(node24(), [path.join(ROOT, 'apps', 'server', 'src', 'main.ts'), ...process.argv.slice(2)], {
    cwd: ROOT,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'], // if this process dies, the IPC channel closes and the server stops
    env: insideEnvironment(),
  });
  let isStopping = false;
  const stopServer = (signal) => {
    if (!isStopping) server.kill(signal);
    isStopping = true;
  };
  // One Ctrl-C can arrive several times: the terminal signals the process group, and npm forwards it. Forward only one.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stopServer(signal));
  // npm sends SIGTERM to its shell, which dies without forwarding it. A changed parent id shows that this has happened.
  if (process.env.npm_lifecycle_event) {
    const parent = process.ppid;
    setInterval(() => process.ppid !== parent && stopServer('SIGTERM'), 500).unref();
  }
  server.on('error', endWith);
  server.on('exit', (code, signal) => process.exit(signal ? 128 + os.constants.signals[signal] : code));
};

try {
  ensureInstalled();
  const web = buildWeb();
  if (web === 'absent') console.log('apps/web/vite.config.ts is missing: the server starts without pages.');
  if (web === 'failed') throw new Error('Building the pages (apps/web) failed; see above.');
  runServer();
} catch (error) {
  endWith(error);
}
