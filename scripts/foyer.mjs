import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { endWith, ensureInstalled, insideEnvironment, node24, ROOT } from './bootstrap.mjs';

/** `npm run foyer -- <command>`: the operator's command line. Without a command it prints the list of commands. */

try {
  ensureInstalled();
  const { status } = spawnSync(node24(), [path.join(ROOT, 'apps/server/src/cli/foyer.ts'), ...process.argv.slice(2)], {
    cwd: ROOT,
    stdio: 'inherit',
    env: insideEnvironment(),
  });
  process.exit(status ?? 1);
} catch (error) {
  endWith(error);
}
