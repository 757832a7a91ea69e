import { expect, test } from 'vitest';
import { lookAtReferences } from './references.mjs';

const row = (id, tests = '') => `| ${id} | Something is true. | ${tests} |`;
const page = (...rows) => ({ path: 'docs/requirements.md', text: `# Requirements\n\n${rows.join('\n')}\n` });
const file = (path, text) => ({ path, text });
const proof = file('apps/a.unit.test.ts', "test('[SH-01] a page', () => {});");
const proved = row('SH-01', '`apps/a.unit.test.ts`');

const faultsOf = (files, baseline = {}) => lookAtReferences(files, baseline).faults;

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
  expect(faults[0]).toMatch(/^requirement .* 1 references do not resolve, 0 are allowed/);
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
  const written = lookAtReferences(files, {}).page;
  expect(written).toContain(row('SH-01', '`c.unit.test.ts`, `e2e/d.e2e.ts`, `a.unit.test.ts` and 1 more'));
  expect(faultsOf([file('docs/requirements.md', written), ...files.slice(1)])).toEqual([]);
});

test('references without a document may become fewer and never more', () => {
  const files = [page(proved), proof, file('apps/a.ts', '// readings 1.1\n// issue 6\n// issue 7')];
  expect(faultsOf(files, { issue: 2, reading: 1 })).toEqual([]);
  expect(faultsOf(files, { issue: 1, reading: 1 })[0]).toMatch(/^issue .*: 2 references do not resolve, 1 are allowed/);
  expect(faultsOf(files, { issue: 3, reading: 1 })).toEqual([
    'scripts/references/baseline.json: "issue" is 3, and 2 are left; run `npm run references` to lower it.',
  ]);
  expect(lookAtReferences(files, { issue: 3, reading: 0, WCAG: 1 }).baseline).toEqual({ issue: 2 });
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

test('a file name that ends like a former design document is no reference', () => {
  const link = file('docs/a.md', 'See [decision](0010-a-build-per-language.md).');
  const section = file('docs/b.md', 'See language.md §2');
  expect(lookAtReferences([page(proved), proof, link, section], {}).unresolved.map(({ id }) => id)).toEqual([
    'language.md §2',
  ]);
});

test('decisions are files, lists of numbers count each, and one letter means two things by document', () => {
  const decision = file('docs/decisions/0012-codes.md', 'Codes');
  const asvs = file('docs/asvs.md', '| 6.5.2 | 2 | met | D1 |');
  const security = file('docs/security.md', '| D1 | TLS |');
  const code = file('apps/a.ts', '// decision 12, ASVS 6.5.2 and 9.9.9, decision 13\n// RFC 6238, D1');
  expect(
    lookAtReferences([page(proved), proof, decision, asvs, security, code], {}).unresolved.map(({ id }) => id),
  ).toEqual(['D1', '13', '9.9.9']);
});
