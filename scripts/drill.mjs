import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { endWith, ensureInstalled, insideEnvironment, node24, ROOT } from './bootstrap.mjs';

/**
 * `npm run drill -- roll [nginx|caddy]`: operations on several servers with real programs around them, too slow and too
 * dependent on the machine for `npm test`.
 */

const DRILLS = ['roll'];

try {
  const [name = '', ...args] = process.argv.slice(2);
  if (!DRILLS.includes(name)) throw new Error(`npm run drill -- ${DRILLS.join('|')}`);
  ensureInstalled();
  const { status } = spawnSync(node24(), [path.join(ROOT, 'drills', `${name}.ts`), ...args], {
    cwd: ROOT,
    stdio: 'inherit',
    env: insideEnvironment(),
  });
  process.exit(status ?? 1);
} catch (error) {
  endWith(error);
}
