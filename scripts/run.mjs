import { spawnSync } from 'node:child_process';
import { endWith, ensureInstalled, insideEnvironment, node24, ROOT } from './bootstrap.mjs';

/**
 * `node scripts/run.mjs <file> [arguments]`: installs packages if needed, then runs the file on the pinned Node.
 * The commands of package.json begin here, so their files may use packages and any feature of Node 24.
 */

try {
  ensureInstalled();
  const { status } = spawnSync(node24(), process.argv.slice(2), {
    cwd: ROOT,
    stdio: 'inherit',
    env: insideEnvironment(),
  });
  process.exitCode = status ?? 1;
} catch (error) {
  endWith(error);
}
