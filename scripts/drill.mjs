import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { endWith, ensureInstalled, insideEnvironment, node24, ROOT } from './bootstrap.mjs';

/**
 * `npm run drill -- roll|upgrade [nginx|caddy]`: runs operations on several servers with real proxies. `npm run drill -- apache`:
 * signs in at a page of Apache through the portal. `npm run drill -- faults [name]`: breaks what servers need, and compares
 * the alerts that fire. Not part of `npm test`,
 * because drills are slow and need programs that are not npm packages.
 */

const DRILLS = ['roll', 'upgrade', 'apache', 'faults'];

try {
  const [name = '', ...args] = process.argv.slice(2);
  if (!DRILLS.includes(name)) throw new Error(`Usage: npm run drill -- ${DRILLS.join('|')} [arguments of the drill]`);
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
