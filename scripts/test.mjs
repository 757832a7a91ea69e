import path from 'node:path';
import { endWith, ROOT } from './bootstrap.mjs';
import { buildWeb } from './build-web.mjs';
import { CHECKS } from './test/checks.mjs';
import { ensureChromium } from './test/ensure-chromium.mjs';
import { describeFailures } from './test/failures.mjs';
import { temporaryFolder } from './test/memory-folder.mjs';
import { runPlaywright, runVitest } from './test/runners.mjs';

/**
 * `npm test [checks|unit|int|web|e2e …] [-- arguments for the runner]`: runs the named stages
 * (all if none is named, fastest first). At the end it lists the failed tests, and prints the counts in the last line.
 */

const one = (succeeded) => ({ passed: succeeded ? 1 : 0, failed: succeeded ? 0 : 1, skipped: 0, failures: [] });

const build = { name: 'build', run: () => one(buildWeb() !== 'failed') };

const STAGES = {
  checks: CHECKS.map(({ name, run }) => ({ name, run: async () => one(await run()) })),
  unit: [{ name: 'unit', run: (args) => runVitest('unit', args) }],
  int: [{ name: 'int', run: (args) => runVitest('int', args) }],
  web: [{ name: 'web', run: (args) => runVitest('web', args) }],
  e2e: [build, { name: 'e2e', run: (args) => (ensureChromium() ? runPlaywright(args) : one(false)) }],
};

/** Splits the arguments: leading stage names, then arguments for the runner. */
const readArguments = (words) => {
  const end = words.findIndex((word) => !(word in STAGES));
  const names = end === -1 ? words : words.slice(0, end);
  const rest = end === -1 ? [] : words.slice(end).filter((word, index) => index > 0 || word !== '--');
  return { names: names.length > 0 ? names : Object.keys(STAGES), rest };
};

const main = async () => {
  const { names, rest } = readArguments(process.argv.slice(2));
  const folder = temporaryFolder();
  if (folder) process.env.TMPDIR = folder; // all that the stages start inherits it
  // Servers and commands that tests start need 40 % less processor time if Node finds their modules compiled.
  process.env.NODE_COMPILE_CACHE ??= path.join(ROOT, 'node_modules', '.cache', 'compiled');
  const total = { passed: 0, failed: 0, skipped: 0 };
  const broken = [];
  const failures = [];
  for (const { name, run } of names.flatMap((name) => STAGES[name])) {
    console.log(`\n── ${name} ${'─'.repeat(Math.max(0, 76 - name.length))}`);
    const startedAt = Date.now();
    const counts = await run(rest);
    for (const key of Object.keys(total)) total[key] += counts[key];
    failures.push(...counts.failures);
    if (counts.failed > 0) broken.push(name);
    console.log(`${counts.failed > 0 ? '✗' : '✓'} ${name} (${((Date.now() - startedAt) / 1000).toFixed(1)} s)`);
  }
  console.log('');
  for (const line of describeFailures(failures)) console.log(line);
  if (broken.length > 0) console.log(`Failed: ${broken.join(', ')}`);
  const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : '';
  console.log(`${total.passed} passed, ${total.failed} failed${skipped}`);
  process.exitCode = total.failed > 0 ? 1 : 0;
};

try {
  await main();
} catch (error) {
  endWith(error);
}
