import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { endWith, ensureInstalled, insideEnvironment, node24, ROOT } from './bootstrap.mjs';

/**
 * `npm run drill -- roll|upgrade [nginx|caddy]`, `apache`, `failover [kills]`, `faults [name]`, `openapi` or `citus [renewals]`: runs operations
 * with real proxies, databases and other tools. The file of each drill says what it does. Not part of `npm test`, because
 * drills are slow and need programs that are not npm packages.
 */

const DRILLS = ['roll', 'upgrade', 'apache', 'faults', 'failover', 'openapi', 'citus'];

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
