import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const ROOT = new URL('../', import.meta.url);
const readPage = (file) => readFileSync(new URL(file, ROOT), 'utf8');
const page = readPage('docs/asvs.md');
const security = readPage('docs/security.md');

/** Cells of each table row whose first cell matches. */
const rowsOf = (text, firstCell) =>
  text
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) =>
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim()),
    )
    .filter(([first]) => firstCell.test(first));

const requirements = rowsOf(page, /^\d+\.\d+\.\d+$/).map(([id, level, text, state, proof]) => ({
  id,
  level,
  text,
  state,
  proof,
}));

/** Repository paths in backticks. */
const filesIn = (text) =>
  [...text.matchAll(/`((?:apps|packages|docs|scripts|e2e)\/[^`]+|[\w.-]+\.(?:md|json))`/g)].map(([, file]) => file);

const missingFiles = (text) => filesIn(text).filter((file) => !existsSync(new URL(file, ROOT)));

test('[ASVS] each of the 70 requirements of level 1 and the 183 of level 2 is listed once', () => {
  const ids = requirements.map(({ id }) => id);
  expect(ids.filter((id, place) => ids.indexOf(id) !== place)).toEqual([]);
  const levels = requirements.map(({ level }) => level);
  expect([levels.filter((level) => level === '1').length, levels.filter((level) => level === '2').length]).toEqual([
    70, 183,
  ]);
  expect(levels.length).toBe(253);
});

test('[ASVS] the counts in the introduction equal the counts of the tables', () => {
  const countsOf = (levels) => {
    const rows = requirements.filter(({ level }) => levels.includes(level));
    const [met, open, none] = ['met', 'open', 'not applicable'].map(
      (state) => rows.filter((row) => row.state === state).length,
    );
    return [rows.length, met, open, none, `${((100 * met) / (met + open)).toFixed(1)} %`].map(String);
  };
  expect(rowsOf(page, /^(?:1|2|both)$/)).toEqual([
    ['1', ...countsOf(['1'])],
    ['2', ...countsOf(['2'])],
    ['both', ...countsOf(['1', '2'])],
  ]);
  // A row with any other state would be missing from every count.
  expect(requirements.filter(({ state }) => !['met', 'open', 'not applicable'].includes(state))).toEqual([]);
});

test('[ASVS] each file that docs/asvs.md and docs/security.md name exists', () => {
  expect(filesIn(page).length).toBeGreaterThan(200);
  expect(missingFiles(page)).toEqual([]);
  expect(missingFiles(security)).toEqual([]);
});

test('[ASVS] a met requirement names its proof, any other requirement its reason', () => {
  const isProved = ({ proof }) => filesIn(proof).length > 0;
  expect(requirements.filter((row) => row.state === 'met' && !isProved(row)).map(({ id }) => id)).toEqual([]);
  expect(requirements.filter(({ proof }) => proof === '').map(({ id }) => id)).toEqual([]);
});

test('[ASVS] a test file contains the id given in brackets after its name', () => {
  const wrong = requirements.flatMap(({ id, proof }) =>
    [...proof.matchAll(/`([^`]+\.(?:test\.tsx?|test\.mjs|e2e\.ts))`((?: \[[^\]]+\])*)/g)].flatMap(([, file, named]) => {
      const text = readPage(file);
      const ids = [...named.matchAll(/\[([^\]]+)\]/g)].flatMap(([, inside]) => inside.split(', '));
      return ids.filter((name) => !text.includes(name)).map((name) => `${id}: ${file} has no ${name}`);
    }),
  );
  expect(wrong).toEqual([]);
});

test('[ASVS] docs/security.md lists each duty of the installation that a requirement names', () => {
  const duties = rowsOf(security, /^DUTY-\d+$/).map(([duty]) => duty);
  const named = new Set(requirements.flatMap(({ proof }) => proof.match(/\bDUTY-\d+\b/g) ?? []));
  expect([...named].filter((duty) => !duties.includes(duty))).toEqual([]);
});
