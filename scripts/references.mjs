import { existsSync, globSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './bootstrap.mjs';
import { KINDS } from './references/kinds.mjs';
import { readSourceFiles } from './source-files.mjs';

/**
 * References to requirements, invariants, decisions and other ids in comments, test titles and documents.
 *
 * `npm run references` writes the column of tests in docs/requirements.md. `npm run references -- count` prints how often
 * each kind is used. `npm run check` calls `checkReferences`, which writes nothing.
 */

const PAGE = 'docs/requirements.md';
const HOW = 'run `npm run references`';
const MOST_TESTS_IN_A_ROW = 3;
const MOST_PLACES = 20;

const FOLDERS = ['packages', 'apps', 'scripts', 'e2e', 'bench', 'drills', 'catalog', 'deploy', 'docs'];
const READ = /\.(?:tsx?|mjs|css|sql|ya?ml|md)$/;
const TEST = /\.(?:test\.tsx?|test\.mjs|e2e\.ts)$/;

/** Examples in these files are no references. */
const NOT_READ = new Set([
  'scripts/references.mjs',
  'scripts/references/kinds.mjs',
  'scripts/references.unit.test.mjs',
  'scripts/plain-words/plain-words.unit.test.mjs',
]);

/** Each file that can hold a reference. */
const readFiles = () =>
  readSourceFiles({ folders: FOLDERS, isRead: READ, skipped: ['locales', 'data'] }).filter(
    (file) => !NOT_READ.has(file.path),
  );

const LINE_COMMENTS = { sql: '--', yaml: '#', yml: '#' };

/** Comments of a source file, each on the line that it has in the file; the other lines are empty. */
const commentsOf = (text, extension) => {
  const mark = LINE_COMMENTS[extension] ?? '//';
  let isInBlock = false;
  return text
    .split('\n')
    .map((line) => {
      const trimmed = line.trimStart();
      if (isInBlock || trimmed.startsWith('/*') || trimmed.startsWith('{/*')) {
        const end = line.lastIndexOf('*/');
        isInBlock = end === -1;
        return trimmed.replace(/^\{?\/?\*+/, '');
      }
      if (trimmed.startsWith(mark)) return trimmed;
      const trailing = line.indexOf(` ${mark} `);
      return trailing === -1 ? (line.match(/\s\/\*.*\*\//)?.[0] ?? '') : line.slice(trailing);
    })
    .join('\n');
};

/** First argument of test(), describe() and test.each()(); and any text that begins with a tag, such as a row of a table. */
const TITLES =
  /(?:\b(?:test|describe|it)[\w.]*|\))\(\s*(?:'((?:\\.|[^'\\\n])*)'|"((?:\\.|[^"\\\n])*)"|`((?:\\.|[^`\\])*)`)|['"`](\[[A-Z][^'"`\n]*)/g;

const titlesOf = (text) =>
  [...text.matchAll(TITLES)].map(({ index, 1: single, 2: double, 3: template, 4: tagged }) => ({
    index,
    title: single ?? double ?? template ?? tagged,
  }));

const lineAt = (text, index) => text.slice(0, index).split('\n').length;

const referencesIn = (kind, text, pattern = kind.pattern) =>
  [...text.matchAll(pattern)].flatMap((match) => {
    const group = match[1] ?? match[0];
    const ids = kind.id ? (group.match(kind.id) ?? []) : [group];
    return ids.map((id) => ({ kind, id, index: match.index }));
  });

const isWhere = (kind, file) => !kind.except?.test(file) && (kind.only?.test(file) ?? true);

/** References of one file: `{ kind, id, path, line, isTitle }`. */
const referencesOf = ({ path: file, text }) => {
  const kinds = KINDS.filter((kind) => isWhere(kind, file));
  const extension = file.slice(file.lastIndexOf('.') + 1);
  const prose = extension === 'md' ? text : commentsOf(text, extension);
  const inProse = kinds.flatMap((kind) =>
    referencesIn(kind, prose).map(({ id, index }) => ({
      ...{ kind, id, path: file, isTitle: false },
      line: lineAt(prose, index),
    })),
  );
  if (!TEST.test(file)) {
    const inStrings = kinds
      .filter(({ strings }) => strings && extension !== 'md')
      .flatMap((kind) => referencesIn(kind, text, kind.strings))
      .map(({ kind, id, index }) => ({ kind, id, path: file, line: lineAt(text, index), isTitle: false }));
    return [...inProse, ...inStrings];
  }
  const inTitles = titlesOf(text).flatMap(({ title, index }) =>
    kinds.flatMap((kind) =>
      referencesIn(kind, title).map(({ id }) => ({
        ...{ kind, id, path: file, isTitle: true },
        line: lineAt(text, index),
      })),
    ),
  );
  return [...inProse, ...inTitles];
};

/** First cell of a table row, start of a heading, bold start of a list item, id of an anchor. */
const declaredIn = (text) =>
  [...text.matchAll(/^(?:\| *|#+ +|[-*] +(?=\*\*))[*`]*([A-Za-z]*-?\d[\d.]*)\b|<a id="([^"]+)"/gm)].map(
    ([, id, anchor]) => id ?? anchor.toUpperCase(),
  );

/** Whether a file or folder has the path. `<noun>` and `*` stand for any name. */
const isInRepository = (file) =>
  /[<*]/.test(file)
    ? globSync(file.replaceAll(/<[^>]+>/g, '*'), { cwd: ROOT }).length > 0
    : existsSync(path.join(ROOT, file));

/** Returns a function that tells whether a reference resolves. */
const makeResolver = (files, hasPath) => {
  const paths = files.map((file) => file.path);
  const declared = new Map(
    KINDS.map((kind) => {
      const documents = files.filter((file) => kind.documents?.includes(file.path));
      return [kind, new Set(kind.declared?.({ paths }) ?? documents.flatMap((file) => declaredIn(file.text)))];
    }),
  );
  return ({ kind, id }) => {
    if (kind.outside) return true;
    return kind.isPath ? hasPath(id) : declared.get(kind).has(id);
  };
};

/** Test files of each requirement, those with the most titles that name it first. */
const testsByRequirement = (references) => {
  const titles = new Map();
  for (const { kind, id, path: file, isTitle } of references) {
    if (!isTitle || kind.name !== 'requirement') continue;
    const counts = titles.get(id) ?? new Map();
    titles.set(id, counts.set(file, (counts.get(file) ?? 0) + 1));
  }
  const byCount = ([fileA, a], [fileB, b]) => b - a || (fileA < fileB ? -1 : 1);
  return new Map([...titles].map(([id, counts]) => [id, [...counts].sort(byCount).map(([file]) => file)]));
};

const columnOf = (tests) => {
  const named = tests.slice(0, MOST_TESTS_IN_A_ROW).map((file) => `\`${file}\``);
  const more = tests.length - named.length;
  return more > 0 ? `${named.join(', ')} and ${more} more` : named.join(', ');
};

const ROW = /^\| ([A-Z]{2}-\d{2}) \| (.*) \| ([^|]*?) *\|$/gm;

/** The page of requirements with the column of tests as it has to be. */
const writeTests = (page, tests) =>
  page.replace(ROW, (_, id, text) => `| ${id} | ${text} | ${columnOf(tests.get(id) ?? [])} |`);

const checkPage = (page, tests) => {
  const rows = [...page.matchAll(ROW)].map(([, id, , column]) => ({ id, column }));
  const ids = rows.map(({ id }) => id);
  return [
    ...ids.filter((id, place) => ids.indexOf(id) !== place).map((id) => `${PAGE}: ${id} is there twice.`),
    ...ids.filter((id) => !tests.has(id)).map((id) => `${PAGE}: no test title names ${id}.`),
    ...rows
      .filter(({ id, column }) => tests.has(id) && column !== columnOf(tests.get(id)))
      .map(({ id }) => `${PAGE}: the tests of ${id} are out of date; ${HOW}.`),
  ];
};

const GLOSSARY_PAGE = 'docs/domain.md';
const GLOSSARY_ROW = /^\|(?: [^|]+ \|){3} ([^|]+) \| [^|]+ \|$/gm;
const SYMBOL = /`(\w+)(?:\['\w+'\])?`(?: in `([^`]+)`|(, same file))?/g;
const ENTITIES = 'packages/domain/src/state/entities.ts';

/** Symbols of the glossary's column *TypeScript* that their file does not declare. */
const checkGlossary = (files) => {
  const texts = new Map(files.map((file) => [file.path, file.text]));
  const [glossary = ''] = texts.get(GLOSSARY_PAGE)?.match(/^## Glossary\n[\s\S]*?(?=^## )/m) ?? [];
  let file = ENTITIES;
  return [...glossary.matchAll(GLOSSARY_ROW)]
    .flatMap(([, column]) => [...column.matchAll(SYMBOL)])
    .flatMap(([, symbol, named, isSameFile]) => {
      if (!isSameFile) file = named ?? ENTITIES;
      const declaration = new RegExp(`\\b(?:type|interface|const|function|class) ${symbol}\\b`);
      return declaration.test(texts.get(file) ?? '') ? [] : [`${GLOSSARY_PAGE}: ${file} does not declare ${symbol}.`];
    });
};

const countByKind = (references) => {
  const counts = {};
  for (const { kind } of references) counts[kind.name] = (counts[kind.name] ?? 0) + 1;
  return counts;
};

const describeUnresolved = (kind, places) => [
  `${kind.name} (as in ${kind.example}): ${places.length} references do not resolve. Write ${kind.instead ?? `an id that ${kind.documents.join(' or ')} declares`}.`,
  ...places.slice(0, MOST_PLACES).map(({ id, path: file, line }) => `    ${file}:${line}: ${id}`),
  ...(places.length > MOST_PLACES ? [`    and ${places.length - MOST_PLACES} more`] : []),
];

const checkResolved = (unresolved) =>
  KINDS.flatMap((kind) => {
    const places = unresolved.filter((reference) => reference.kind === kind);
    return places.length > 0 ? describeUnresolved(kind, places) : [];
  });

/**
 * Checks all references of some files.
 * `files`: `{ path, text }[]`. `hasPath` tells whether a path exists.
 * Returns `faults` (lines to print, empty when all is well), the page as it has to be, and all references.
 */
export const analyseReferences = (files, hasPath = isInRepository) => {
  const references = files.flatMap(referencesOf);
  const resolves = makeResolver(files, hasPath);
  const unresolved = references.filter((reference) => !resolves(reference));
  const tests = testsByRequirement(references);
  const page = files.find((file) => file.path === PAGE)?.text ?? '';
  return {
    faults: [...checkPage(page, tests), ...checkGlossary(files), ...checkResolved(unresolved)],
    page: writeTests(page, tests),
    references,
    unresolved,
  };
};

/** Prints what is wrong with the references. Returns whether nothing is. */
export const checkReferences = () => {
  const { faults, references } = analyseReferences(readFiles());
  for (const fault of faults) console.log(fault);
  console.log(`${references.length} references checked.`);
  return faults.length === 0;
};

const printCounts = () => {
  const { references, unresolved } = analyseReferences(readFiles());
  const [all, open] = [countByKind(references), countByKind(unresolved)];
  for (const { name, example, documents, outside, instead } of KINDS) {
    const counts = `${all[name] ?? 0}`.padStart(6) + `${open[name] ?? 0}`.padStart(6);
    console.log(`${counts}  ${name} (${example}): ${outside ?? documents?.join(', ') ?? instead}`);
  }
  console.log('  used, and of these unresolved');
};

const main = () => {
  if (process.argv[2] === 'count') return printCounts();
  writeFileSync(path.join(ROOT, PAGE), analyseReferences(readFiles()).page);
  process.exitCode = checkReferences() ? 0 : 1;
};

if (import.meta.main) main();
