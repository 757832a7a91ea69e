import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { settingGroups, settings } from '../../apps/server/src/settings.ts';
import { ROOT } from '../bootstrap.mjs';
import { readSourceFiles } from '../source-files.mjs';
import { findFaults } from './find-faults.mjs';
import { makePage } from './make-page.mjs';
import { machineVariables, testVariables } from './other-variables.mjs';

/** Program behind scripts/settings.mjs: writes docs/settings.md, or with `--check` only compares it with the code. */

const PAGE = path.join(ROOT, 'docs/settings.md');
const FOLDERS = ['packages', 'apps', 'scripts', 'e2e', 'bench', 'drills'];

const page = makePage({ groups: settingGroups, settings, testVariables });
if (process.argv.includes('--check')) {
  const faults = findFaults({
    files: readSourceFiles({ folders: FOLDERS, isRead: /\.(?:tsx?|mjs)$/, skipped: ['data', 'migrations'] }),
    settings: Object.keys(settings),
    others: [...Object.keys(testVariables), ...machineVariables],
  });
  if (!existsSync(PAGE) || readFileSync(PAGE, 'utf8') !== page)
    faults.push('docs/settings.md differs from apps/server/src/settings.ts. Write it: npm run settings');
  for (const fault of faults) console.log(fault);
  process.exitCode = faults.length === 0 ? 0 : 1;
} else writeFileSync(PAGE, page);
