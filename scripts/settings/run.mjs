import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { settingGroups, settings } from '../../apps/server/src/settings.ts';
import { findFaults } from './find-faults.mjs';
import { makePage } from './make-page.mjs';
import { machineVariables, testVariables } from './other-variables.mjs';

/** Program behind scripts/settings.mjs: writes docs/settings.md, or with `--check` only compares it with the code. */

const ROOT = path.resolve(import.meta.dirname, '../..');
const PAGE = path.join(ROOT, 'docs/settings.md');
const FOLDERS = ['packages', 'apps', 'scripts', 'e2e', 'bench', 'drills'];
const SKIPPED = new Set(['node_modules', 'dist', 'data', 'migrations']);

const isSource = (name) => /\.(?:tsx?|mjs)$/.test(name);

/** Path, relative to the root, and text of every source file. */
const readFiles = () => {
  const found = [];
  const visit = (folder) => {
    for (const entry of readdirSync(path.join(ROOT, folder), { withFileTypes: true })) {
      const file = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) {
        if (!SKIPPED.has(entry.name) && (folder !== '' || FOLDERS.includes(entry.name))) visit(file);
      } else if (isSource(entry.name)) found.push({ path: file, text: readFileSync(path.join(ROOT, file), 'utf8') });
    }
  };
  visit('');
  return found;
};

const page = makePage({ groups: settingGroups, settings, testVariables });
if (process.argv.includes('--check')) {
  const faults = findFaults({
    files: readFiles(),
    settings: Object.keys(settings),
    others: [...Object.keys(testVariables), ...machineVariables],
  });
  if (!existsSync(PAGE) || readFileSync(PAGE, 'utf8') !== page)
    faults.push('docs/settings.md differs from apps/server/src/settings.ts. Write it: npm run settings');
  for (const fault of faults) console.log(fault);
  process.exitCode = faults.length === 0 ? 0 : 1;
} else writeFileSync(PAGE, page);
