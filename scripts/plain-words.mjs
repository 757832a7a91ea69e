import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { compareWithBaseline, shrinkBaseline } from './plain-words/baseline.mjs';
import { extractTexts } from './plain-words/extract-texts.mjs';
import { findHabits } from './plain-words/habits.mjs';

/**
 * `npm run plain-words [-- --update]`: checks comments, test titles and messages for words that a new reader has to decode
 * (CONTRIBUTING.md, Plain words). Old findings are counted in plain-words/baseline.json, and only new ones fail.
 * `--update` lowers the counts in that file to those of the code.
 */

const ROOT = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const BASELINE = path.join(ROOT, 'scripts/plain-words/baseline.json');
const FOLDERS = ['apps', 'packages', 'bench', 'scripts', 'e2e', 'drills', 'catalog'];
const SKIPPED = new Set(['node_modules', 'dist', 'coverage', 'test-results']);

const filesIn = (folder) =>
  readdirSync(path.join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const file = folder ? `${folder}/${entry.name}` : entry.name;
    if (entry.isFile()) return [file];
    return entry.isDirectory() && !SKIPPED.has(entry.name) ? filesIn(file) : [];
  });

/** Findings of every checked file; an empty list for a file without findings. */
const readFindings = () => {
  const topLevel = readdirSync(ROOT, { withFileTypes: true }).filter((entry) => entry.isFile());
  const files = [...topLevel.map(({ name }) => name), ...FOLDERS.flatMap(filesIn)].sort();
  const findings = files
    .filter((file) => /\.(?:tsx?|mjs|js|css|sql|ya?ml)$/.test(file))
    .map((file) => [file, extractTexts(file, readFileSync(path.join(ROOT, file), 'utf8')).flatMap(findHabits)]);
  return Object.fromEntries(findings);
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

/** Prints new findings with a plain alternative. Returns true if there are none. */
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
  return grown.length === 0;
};

const updateBaseline = () => {
  const findings = readFindings();
  writeBaseline(shrinkBaseline(findings, existsSync(BASELINE) ? JSON.parse(readFileSync(BASELINE, 'utf8')) : null));
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (process.argv.includes('--update')) updateBaseline();
  process.exitCode = checkPlainWords() ? 0 : 1;
}
