import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { settingGroups, settings } from '../apps/server/src/settings.ts';
import { ROOT } from './bootstrap.mjs';
import { findFaults } from './settings/find-faults.mjs';
import { makePage } from './settings/make-page.mjs';
import { machineVariables, testVariables } from './settings/other-variables.mjs';
import { readSourceFiles } from './source-files.mjs';

/**
 * `npm run settings` writes docs/settings.md from apps/server/src/settings.ts.
 * `npm run check` calls `checkSettings`, which writes nothing.
 */

const PAGE = path.join(ROOT, 'docs/settings.md');
const FOLDERS = ['packages', 'apps', 'scripts', 'e2e', 'bench', 'drills'];

const writtenPage = () => makePage({ groups: settingGroups, settings, testVariables });

/** Prints how docs/settings.md, the declared settings and the code differ. Returns true if they agree. */
export const checkSettings = () => {
  const faults = findFaults({
    files: readSourceFiles({ folders: FOLDERS, isRead: /\.(?:tsx?|mjs)$/, skipped: ['data', 'migrations'] }),
    settings: Object.keys(settings),
    others: [...Object.keys(testVariables), ...machineVariables],
  });
  if (!existsSync(PAGE) || readFileSync(PAGE, 'utf8') !== writtenPage())
    faults.push('docs/settings.md differs from apps/server/src/settings.ts. Write it: npm run settings');
  for (const fault of faults) console.log(fault);
  return faults.length === 0;
};

if (import.meta.main) writeFileSync(PAGE, writtenPage());
