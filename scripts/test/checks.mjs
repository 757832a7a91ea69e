import { spawnSync } from 'node:child_process';
import os from 'node:os';
import path from 'node:path';
import { insideEnvironment, node24, ROOT } from '../bootstrap.mjs';
import { checkMigrations } from '../migrations.mjs';
import { checkPlainWords } from '../plain-words.mjs';
import { checkReferences } from '../references.mjs';
import { checkSettings } from '../settings.mjs';
import { checkStatements } from '../statements.mjs';
import { checkTexts } from '../texts.mjs';
import { checkVendorNames } from '../vendor-names.mjs';
import { collectProgram, runProgram } from './run-program.mjs';

/** Static checks of the code. Each check counts as one test. */

/** Largest first, so that the cores finish at about the same time. */
const PROJECTS = [
  'apps/server/tsconfig.json',
  'apps/web/tsconfig.json',
  'tsconfig.json',
  'packages/domain/tsconfig.test.json',
  'packages/contract/tsconfig.test.json',
  'packages/contract/tsconfig.json',
  'packages/domain/tsconfig.json',
  'packages/client/tsconfig.test.json',
  'packages/client/tsconfig.json',
];

const checkFormat = () =>
  runProgram('@biomejs/biome/bin/biome', ['ci', '.', `--colors=${process.stdout.isTTY ? 'force' : 'off'}`]);

/**
 * Checks all projects even if one fails, so that one run lists every error. Each core checks one project at a time with a
 * single checker. The default of four checkers per project takes nearly twice the processor time, because each of them
 * resolves the shared types. TypeScript 7 has no JavaScript API yet, so dependency-cruiser and the build still load
 * `typescript` 6 (decision 42).
 */
const checkTypes = async () => {
  const waiting = [...PROJECTS];
  const failed = [];
  const checkOneAfterTheOther = async () => {
    for (let project = waiting.shift(); project; project = waiting.shift()) {
      const args = ['-p', project, '--checkers', '1', '--pretty', String(Boolean(process.stdout.isTTY))];
      const { succeeded, output } = await collectProgram('typescript-native/bin/tsc', args);
      if (output) console.log(output.trimEnd());
      if (!succeeded) failed.push(project);
    }
  };
  await Promise.all(Array.from({ length: os.availableParallelism() }, checkOneAfterTheOther));
  return failed.length === 0;
};

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
  { name: 'migrations', run: checkMigrations },
  { name: 'statements', run: checkStatements },
  { name: 'format and lint', run: checkFormat },
  { name: 'plain words', run: checkPlainWords },
  { name: 'vendor names', run: checkVendorNames },
  { name: 'texts', run: checkTexts },
  { name: 'types', run: checkTypes },
  { name: 'boundaries', run: checkBoundaries },
  { name: 'dead code', run: checkDeadCode },
];
