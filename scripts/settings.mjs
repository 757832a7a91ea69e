import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { insideEnvironment, node24, ROOT } from './bootstrap.mjs';

/**
 * `npm run settings` writes docs/settings.md from apps/server/src/settings.ts.
 * `npm run check` calls `checkSettings`, which writes nothing.
 */

/** Runs on the pinned Node, because the machine's own Node may be too old to load TypeScript. */
const runOnNode24 = (args) => {
  const { status } = spawnSync(node24(), [path.join(ROOT, 'scripts/settings/run.mjs'), ...args], {
    cwd: ROOT,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: insideEnvironment(),
  });
  return status === 0;
};

/** Prints how docs/settings.md, the declared settings and the code differ. Returns true if they agree. */
export const checkSettings = () => runOnNode24(['--check']);

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = runOnNode24([]) ? 0 : 1;
