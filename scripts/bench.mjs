import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { endWith, ensureInstalled, insideEnvironment, node24, ROOT } from './bootstrap.mjs';

/** `npm run bench`: runs the benchmarks. The libraries compared with are installed in bench/peers, not in the product. */

try {
  ensureInstalled();
  const peers = path.join(ROOT, 'bench/peers');
  ensureInstalled(peers);
  const { status } = spawnSync(node24(), [path.join(ROOT, 'bench/run.ts'), ...process.argv.slice(2)], {
    cwd: ROOT,
    stdio: 'inherit',
    env: insideEnvironment(),
  });
  process.exit(status ?? 1);
} catch (error) {
  endWith(error);
}
