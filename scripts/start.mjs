import path from 'node:path';
import { endWith, ensureInstalled, ROOT, runProgram } from './bootstrap.mjs';
import { buildWeb } from './build-web.mjs';

/** `npm start`: installs packages and builds pages if needed, then runs the server until it exits or gets a signal. */

try {
  ensureInstalled();
  const web = buildWeb();
  if (web === 'absent') console.log('apps/web/vite.config.ts is missing: the server starts without pages.');
  if (web === 'failed') throw new Error('Building the pages (apps/web) failed; see above.');
  runProgram([path.join(ROOT, 'apps', 'server', 'src', 'main.ts'), ...process.argv.slice(2)]);
} catch (error) {
  endWith(error);
}
