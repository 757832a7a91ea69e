import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { insideEnvironment, node24, ROOT } from '../bootstrap.mjs';
import { checkPlainWords } from '../plain-words.mjs';
import { checkReferences } from '../references.mjs';
import { checkSettings } from '../settings.mjs';
import { runProgram } from './run-program.mjs';

/** Static checks of the code. Each check counts as one test. */

const PROJECTS = [
  'tsconfig.json',
  'packages/contract/tsconfig.json',
  'packages/contract/tsconfig.test.json',
  'packages/domain/tsconfig.json',
  'packages/domain/tsconfig.test.json',
  'apps/server/tsconfig.json',
  'apps/web/tsconfig.json',
];

const checkFormat = () =>
  runProgram('@biomejs/biome/bin/biome', ['ci', '.', `--colors=${process.stdout.isTTY ? 'force' : 'off'}`]);

/**
 * Checks all projects even if one fails, so that one run lists every error. Uses TypeScript 7, which is five times faster
 * than 6. It has no JavaScript API yet, so dependency-cruiser and the build still load `typescript` 6 (decision 42).
 */
const checkTypes = () =>
  PROJECTS.filter((project) => existsSync(path.join(ROOT, project)))
    .map((project) => runProgram('typescript-native/bin/tsc', ['-p', project]))
    .every(Boolean);

const FOLDERS = ['packages', 'apps'];

/**
 * Checks which folder imports which. With an unsupported TypeScript version dependency-cruiser finds no modules and
 * reports no violation, so a run without modules or imports fails.
 */
const checkBoundaries = () => {
  const cruiser = path.join(ROOT, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs');
  const args = [cruiser, '--config', '.dependency-cruiser.mjs', '--output-type', 'json', ...FOLDERS];
  const { stdout, stderr } = spawnSync(node24(), args, {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    env: insideEnvironment(),
  });
  let report;
  try {
    report = JSON.parse(stdout);
  } catch {
    console.log(stderr || stdout);
    return false;
  }
  const seen = report.modules.filter(({ source }) => /^(packages|apps)\/.*\.tsx?$/.test(source));
  const links = seen.reduce((sum, { dependencies }) => sum + dependencies.length, 0);
  for (const { rule, from, to } of report.summary.violations) {
    const comment = report.summary.ruleSetUsed?.forbidden?.find(({ name }) => name === rule.name)?.comment ?? '';
    console.log(`${rule.name}: ${from} → ${to}\n    ${comment}`);
  }
  console.log(`${seen.length} modules and ${links} imports checked.`);
  if (seen.length === 0 || links === 0)
    console.log(
      'dependency-cruiser found no TypeScript modules. Check that it supports the installed TypeScript version.',
    );
  return seen.length > 0 && links > 0 && report.summary.error === 0;
};

const checkDeadCode = () => runProgram('knip/bin/knip.js', ['--no-progress']);

export const CHECKS = [
  { name: 'references', run: checkReferences },
  { name: 'settings', run: checkSettings },
  { name: 'format and lint', run: checkFormat },
  { name: 'plain words', run: checkPlainWords },
  { name: 'types', run: checkTypes },
  { name: 'boundaries', run: checkBoundaries },
  { name: 'dead code', run: checkDeadCode },
];
