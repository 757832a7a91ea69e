import { expect, test } from 'vitest';
import { analyseReferences } from './references.mjs';

const row = (id, tests = '') => `| ${id} | Something is true. | ${tests} |`;
const page = (...rows) => ({ path: 'docs/requirements.md', text: `# Requirements\n\n${rows.join('\n')}\n` });
const file = (path, text) => ({ path, text });
const proof = file('apps/a.unit.test.ts', "test('[SH-01] a page', () => {});");
const proved = row('SH-01', '`apps/a.unit.test.ts`');

const analyse = (files) => analyseReferences(files, (path) => !path.includes('gone'));
const faultsOf = (files) => analyse(files).faults;
const unresolvedIn = (...files) => analyse([page(proved), proof, ...files]).unresolved.map(({ id }) => id);

test('a requirement without a test is a fault, also when a comment names it', () => {
  expect(faultsOf([page(proved), proof])).toEqual([]);
  const comment = file('apps/a.ts', '/** Opens a page (SH-01). */');
  expect(faultsOf([page(row('SH-01')), comment])).toEqual(['docs/requirements.md: no test title names SH-01.']);
});

test('a requirement that stands twice is a fault', () => {
  expect(faultsOf([page(proved, proved), proof])).toEqual(['docs/requirements.md: SH-01 is there twice.']);
});

test.each([
  ['line comment', 'apps/a.ts', 'const a = 1; // as SH-99 asks'],
  ['block comment', 'apps/a.tsx', '/**\n * Opens a page\n * (SH-99).\n */'],
  ['JSX comment', 'apps/a.tsx', '<p>\n  {/* SH-99 */}\n</p>'],
  ['SQL comment', 'apps/server/migrations/1.sql', '-- SH-99'],
  ['document', 'docs/other.md', 'See SH-99.'],
  ['title', 'e2e/a.e2e.ts', "test('[SH-99] a page', async () => {});"],
  ['title of a group', 'e2e/a.e2e.ts', "describe('SH-99: a page', () => {});"],
  ['title behind a table', 'apps/b.int.test.ts', "test.each([1])('a page of %s (SH-99)', () => {});"],
  ['row of a table of titles', 'apps/b.int.test.ts', "test.each([\n  ['[SH-99] a page', 1],\n])('%s', () => {});"],
])('an id that the page does not have is a fault: %s', (_name, path, text) => {
  const faults = faultsOf([page(proved), proof, file(path, text)]);
  expect(faults[0]).toMatch(/^requirement .* 1 references do not resolve/);
  expect(faults[1]).toMatch(`    ${path}:`);
});

test('a fault names the line; a value in the code is no reference', () => {
  const text = "const product = 'SH-98';\n\n// as SH-99 asks";
  expect(faultsOf([page(proved), proof, file('apps/a.ts', text)]).slice(1)).toEqual(['    apps/a.ts:3: SH-99']);
});

test('the column has at most three files, those with the most titles first, and is written by the tool', () => {
  const titles = (path, count) => file(path, "test('[SH-01] a page', () => {});\n".repeat(count));
  const tests = [titles('a.unit.test.ts', 1), titles('b.unit.test.ts', 1), titles('c.unit.test.ts', 3)];
  const files = [page(proved), ...tests, titles('e2e/d.e2e.ts', 2)];
  expect(faultsOf(files)).toEqual([
    'docs/requirements.md: the tests of SH-01 are out of date; run `npm run references`.',
  ]);
  const written = analyse(files).page;
  expect(written).toContain(row('SH-01', '`c.unit.test.ts`, `e2e/d.e2e.ts`, `a.unit.test.ts` and 1 more'));
  expect(faultsOf([file('docs/requirements.md', written), ...files.slice(1)])).toEqual([]);
});

test.each([
  ['a section', '// billing.md §2.3', 'billing.md §2.3'],
  ['a section on the next line', '/**\n * Tries again (threats\n * §3).\n */', 'threats\n §3'],
  ['a reading', '// readings b4.20', 'readings b4.20'],
  ['a specification', '// seed 1 §8', 'seed 1 §8'],
  ['an issue', '// issue 6', 'issue 6'],
])('%s of a document that is not in the repository is a fault, except in an applied migration', (_name, text, id) => {
  expect(unresolvedIn(file('apps/a.ts', text))).toContain(id);
  expect(unresolvedIn(file('apps/server/migrations/0001-a.sql', text.replaceAll('//', '--')))).toEqual([]);
});

test('a document that a comment names has to be in the repository', () => {
  const text = '// docs/a.md, a.md, b.md, ./c.md';
  expect(unresolvedIn(file('docs/a.md', ''), file('apps/a.ts', text))).toEqual(['b.md']);
});

test('a path in backticks in a document has to exist; other words in backticks are no paths', () => {
  const text = '`apps/server/src/main.ts`, `apps/server/src/gone.ts`, `npm run check`, apps/gone.ts';
  expect(unresolvedIn(file('docs/other.md', text), file('README.md', '`docs/gone.md`'))).toEqual([
    'apps/server/src/gone.ts',
    'docs/gone.md',
  ]);
});

test('a page in a folder of the documents is checked too', () => {
  const page = file('docs/operations/backup.md', '`apps/server/src/gone.ts`');
  expect(unresolvedIn(page)).toEqual(['apps/server/src/gone.ts']);
});

test('a file name in backticks in a document has to be the end of a path', () => {
  const text = '`a.ts`, `http/a.ts`, `b.ts`, `http/routes/a.ts`, `npm start`, `node.js`';
  expect(unresolvedIn(file('apps/server/src/http/a.ts', ''), file('docs/other.md', text))).toEqual([
    'b.ts',
    'http/routes/a.ts',
  ]);
});

test('a path may have a placeholder, which stands for any name', () => {
  const fault = (text) => analyseReferences([page(), file('docs/a.md', text)]).unresolved.map(({ id }) => id);
  expect(fault('`scripts/<noun>/kinds.mjs`, `scripts/*.mjs`, `scripts/<noun>/gone.mjs`')).toEqual([
    'scripts/<noun>/gone.mjs',
  ]);
});

test.each([
  ['a row', '| I26 | Text |'],
  ['a heading', '### I26 Oldest first'],
  ['a list', '- **I26 oldest first.** Text'],
  ['an anchor', 'Text <a id="i26"></a>'],
])('an id is declared by %s of its document', (_name, text) => {
  const code = file('apps/a.ts', "say('I26', 'wrong'); // I26");
  expect(faultsOf([page(proved), proof, code]).slice(1)).toEqual(['    apps/a.ts:1: I26', '    apps/a.ts:1: I26']);
  expect(faultsOf([page(proved), proof, code, file('docs/domain.md', text)])).toEqual([]);
});

test('words before a section that belong to a published standard are no fault', () => {
  expect(unresolvedIn(file('apps/a.ts', '// RFC 9110 §12.4.2, OpenID Connect Core §3.1.2.1'))).toEqual([]);
});

test('decisions are files, and lists of numbers count each', () => {
  const decision = file('docs/decisions/0012-codes.md', 'Codes');
  const asvs = file('docs/asvs.md', '| 6.5.2 | 2 | met | DUTY-1 |');
  const security = file('docs/security.md', '| DUTY-1 | TLS |');
  const code = file('apps/a.ts', '// decision 12, ASVS 6.5.2 and 9.9.9, decision 13\n// RFC 6238, DUTY-1, DUTY-2, D1');
  expect(unresolvedIn(decision, asvs, security, code)).toEqual(['D1', 'DUTY-2', '13', '9.9.9']);
});

test('a symbol of the glossary that its file does not declare is a fault', () => {
  const entities = file('packages/domain/src/state/entities.ts', 'export interface Card {}');
  const status = file('packages/domain/src/state/status.ts', 'export const isLive = 1;\nexport type Status = 1;');
  const glossaryOf = (...cells) =>
    file(
      'docs/domain.md',
      `# Domain\n\n## Glossary\n\n${cells.map((cell) => `| a | b | – | ${cell} | – |`).join('\n')}\n\n## Ids\n`,
    );
  const glossaryFaults = (...cells) => faultsOf([page(proved), proof, entities, status, glossaryOf(...cells)]);
  const live = '`isLive` in `packages/domain/src/state/status.ts`';
  expect(glossaryFaults('–', '`Card`', "`Card['brand']`", live, '`Status`, same file')).toEqual([]);
  expect(glossaryFaults('`Gone`', live, '`Card`, same file')).toEqual([
    'docs/domain.md: packages/domain/src/state/entities.ts does not declare Gone.',
    'docs/domain.md: packages/domain/src/state/status.ts does not declare Card.',
  ]);
});
