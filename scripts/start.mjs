import { spawn } from 'node:child_process';
import os from 'node:os';
import path from 'node:path';
import { endWith, ensureInstalled, insideEnvironment, node24, ROOT } from './bootstrap.mjs';
import { buildWeb } from './build-web.mjs';

/** `npm start`: installs and builds what is missing, then runs the server until it ends or is told to. */

const runServer = () => {
  const server = spawn(node24(), [path.join(ROOT, 'apps', 'server', 'src', 'main.ts'), ...process.argv.slice(2)], {
    cwd: ROOT,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'], // the channel ends with us, and the server with the channel
    env: insideEnvironment(),
  });
  let told = false;
  const tell = (signal) => {
    if (!told) server.kill(signal);
    told = true;
  };
  // Ctrl-C reaches the whole group and npm passes signals on too, so several may come for one wish: we pass on one.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => tell(signal));
  // npm hands SIGTERM to a shell between us, which dies of it and tells nobody: an orphan of npm ends like its parent.
  if (process.env.npm_lifecycle_event) {
    const parent = process.ppid;
    setInterval(() => process.ppid !== parent && tell('SIGTERM'), 500).unref();
  }
  server.on('error', endWith);
  server.on('exit', (code, signal) => process.exit(signal ? 128 + os.constants.signals[signal] : code));
};

try {
  ensureInstalled();
  const web = buildWeb();
  if (web === 'absent') console.log('There are no pages yet (apps/web/vite.config.ts is missing).');
  if (web === 'failed') throw new Error('The pages could not be built; see above.');
  runServer();
} catch (error) {
  endWith(error);
}
