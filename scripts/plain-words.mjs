import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './bootstrap.mjs';
import { compareWithBaseline, shrinkBaseline } from './plain-words/baseline.mjs';
import { extractTexts } from './plain-words/extract-texts.mjs';
import { findHabits } from './plain-words/habits.mjs';
import { readSourceFiles } from './source-files.mjs';

/**
 * `npm run plain-words [-- --update]`: checks comments, test titles, messages and documents for words that a new reader has to decode
 * (CONTRIBUTING.md, Plain words). Old findings are counted in plain-words/baseline.json, and only new ones fail.
 * `--update` lowers the counts in that file to those of the code.
 */

const BASELINE = path.join(ROOT, 'scripts/plain-words/baseline.json');
const FOLDERS = ['apps', 'packages', 'bench', 'scripts', 'e2e', 'drills', 'catalog', 'deploy', 'docs'];
/** Entries of past releases in CHANGELOG.md stay as they are. */
const NOT_READ = ['CHANGELOG.md'];

/** Findings of every checked file; an empty list for a file without findings. */
const readFindings = () => {
  const files = readSourceFiles({ folders: FOLDERS, isRead: /\.(?:tsx?|mjs|js|css|sql|ya?ml|md)$/ }).filter(
    (file) => !NOT_READ.includes(file.path),
  );
  const byPath = files.sort((a, b) => (a.path < b.path ? -1 : 1));
  return Object.fromEntries(byPath.map((file) => [file.path, extractTexts(file.path, file.text).flatMap(findHabits)]));
};

/** Line width of the formatter, which also checks the baseline. */
const LINE_WIDTH = 120;

/** Writes one line per file where it fits, so that changes to different files merge without a conflict. */
const writeBaseline = (baseline) => {
  const entries = Object.entries(baseline).map(([file, counts]) => {
    const pairs = Object.entries(counts).map(([kind, count]) => `${JSON.stringify(kind)}: ${count}`);
    const line = `  ${JSON.stringify(file)}: { ${pairs.join(', ')} }`;
    return line.length < LINE_WIDTH ? line : `  ${JSON.stringify(file)}: {\n    ${pairs.join(',\n    ')}\n  }`;
  });
  writeFileSync(BASELINE, `{\n${entries.join(',\n')}\n}\n`);
};

/** Prints new findings with a plain alternative. Returns false if there are any, or if the baseline allows more than there are. */
export const checkPlainWords = () => {
  const findings = readFindings();
  const { grown, shrunk } = compareWithBaseline(findings, JSON.parse(readFileSync(BASELINE, 'utf8')));
  for (const { file, kind, count, allowed, found } of grown) {
    console.log(`${file}: ${count} × ${kind}, ${allowed} allowed by scripts/plain-words/baseline.json`);
    for (const { line, phrase } of found) console.log(`  ${file}:${line}  ${kind}  "${phrase}"`);
    console.log(`  instead: ${found[0].advice}`);
  }
  if (grown.length > 0) console.log('If a file was moved or split, run: npm run plain-words -- --update');
  else if (shrunk > 0)
    console.log(`${shrunk} allowed counts are higher than the findings. Lower them: npm run plain-words -- --update`);
  return grown.length === 0 && shrunk === 0;
};

const updateBaseline = () => {
  const findings = readFindings();
  writeBaseline(shrinkBaseline(findings, existsSync(BASELINE) ? JSON.parse(readFileSync(BASELINE, 'utf8')) : null));
};

if (import.meta.main) {
  if (process.argv.includes('--update')) updateBaseline();
  process.exitCode = checkPlainWords() ? 0 : 1;
}
