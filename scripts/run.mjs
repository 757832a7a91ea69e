import { endWith, ensureInstalled, runProgram } from './bootstrap.mjs';

/**
 * `node scripts/run.mjs <file> [arguments]`: installs packages if needed, then runs the file on the pinned Node.
 * The commands of package.json begin here, so their files may use packages and any feature of Node 24.
 */

try {
  ensureInstalled();
  runProgram(process.argv.slice(2));
} catch (error) {
  endWith(error);
}
