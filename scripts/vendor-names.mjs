import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './bootstrap.mjs';
import { compareWithBaseline, shrinkBaseline } from './plain-words/baseline.mjs';
import { readSourceFiles } from './source-files.mjs';
import { findNames, wordsOf } from './vendor-names/find-names.mjs';

/**
 * `npm run vendor-names [-- --update]`: finds names of products and brands of the default catalogue in the code of apps and
 * packages. Tests, the demo, migrations and translated texts may have them. vendor-names/allowed.json counts those that
 * remain in a file, and only new ones fail. `--update` lowers the counts to those of the code.
 */

const ALLOWED = path.join(ROOT, 'scripts/vendor-names/allowed.json');
const NOT_READ = /\.test\.tsx?$|(?:^|\/)(?:test|testing|demo|migrations|locales|data)\//;

const readCatalogue = (name) => readFileSync(path.join(ROOT, 'catalog', name), 'utf8');
const matchesOf = (text, pattern) => [...text.matchAll(pattern)].map(([, found]) => found);

/** Keys and names of the families and brands of the default catalogue. */
const readNames = () => {
  const families = readCatalogue('families.yaml');
  const [, brands = ''] = /^brands:\n([\s\S]*?)\n(?=\S)/m.exec(readCatalogue('brands.yaml')) ?? [];
  return [
    ...matchesOf(families, /^- key: (\S+)/gm),
    ...matchesOf(families, /(?:name: \{|,) ?[a-z]{2}: ([^,}]+?) ?(?=[,}])/g),
    ...matchesOf(brands, /^ {2}([a-z][\w-]*):/gm),
    ...matchesOf(brands, /^ {4}(?:name|vendor|product): ([^#\n]+?) *(?:#.*)?$/gm),
  ];
};

/** Findings of every checked file; an empty list for a file without findings. */
const readFindings = () => {
  const words = wordsOf(readNames());
  const files = readSourceFiles({ folders: ['apps', 'packages'], isRead: /\.(?:tsx?|css|html)$/ }).filter(
    (file) => file.path.includes('/') && !NOT_READ.test(file.path),
  );
  return Object.fromEntries(files.map((file) => [file.path, findNames(file, words)]));
};

/** Allowed counts by file, in the form of a baseline. */
const readAllowed = () =>
  Object.fromEntries(
    Object.entries(JSON.parse(readFileSync(ALLOWED, 'utf8'))).map(([file, count]) => [file, { 'vendor-name': count }]),
  );

/** Prints new names. Returns false if there are any, or if the list allows more than there are. */
export const checkVendorNames = () => {
  const findings = readFindings();
  const allowed = readAllowed();
  const { grown, shrunk } = compareWithBaseline(findings, allowed);
  for (const { file, count, allowed: most, found } of grown) {
    console.log(`${file}: ${count} names of products or brands, ${most} allowed by scripts/vendor-names/allowed.json`);
    for (const { line, phrase } of found) console.log(`  ${file}:${line}  "${phrase}"`);
    console.log(`  instead: ${found[0].advice}`);
  }
  if (shrunk > 0) console.log(`${shrunk} allowed counts are too high. Lower them: npm run vendor-names -- --update`);
  const total = Object.values(allowed).reduce((sum, counts) => sum + counts['vendor-name'], 0);
  console.log(`${Object.keys(allowed).length} files may still have ${total} names of products or brands.`);
  return grown.length === 0 && shrunk === 0;
};

const updateAllowed = () => {
  const lowered = shrinkBaseline(readFindings(), readAllowed());
  const counts = Object.fromEntries(Object.entries(lowered).map(([file, kinds]) => [file, kinds['vendor-name']]));
  writeFileSync(ALLOWED, `${JSON.stringify(counts, null, 2)}\n`);
};

if (import.meta.main) {
  if (process.argv.includes('--update')) updateAllowed();
  process.exitCode = checkVendorNames() ? 0 : 1;
}
