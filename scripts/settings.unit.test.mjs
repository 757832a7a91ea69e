import { expect, test } from 'vitest';
import { findFaults } from './settings/find-faults.mjs';
import { makePage } from './settings/make-page.mjs';

const file = (path, text) => ({ path, text });
const reader = file('apps/server/src/config.ts', 'const port = env.PORT;');
const faultsOf = (files, declared = {}) => findFaults({ files, settings: ['PORT'], others: [], ...declared });

test('settings that are read and declared have no fault', () => {
  const main = file('apps/server/src/main.ts', 'readConfig(process.env, folder);');
  expect(faultsOf([reader, main])).toEqual([]);
});

test.each([
  ['member', 'process.env.NEW_ONE'],
  ['text in brackets', "process.env['NEW_ONE']"],
  ['destructured', 'const { NEW_ONE = 1 } = process.env'],
  ['destructured under another name', 'const { NEW_ONE: wanted } = process.env;'],
])('a variable that is read and not declared is a fault: %s', (_, text) => {
  expect(faultsOf([reader, file('scripts/a.mjs', text)])).toEqual([
    expect.stringMatching(/^scripts\/a\.mjs reads NEW_ONE, which is not declared/),
  ]);
  expect(faultsOf([reader, file('scripts/a.mjs', text)], { others: ['NEW_ONE'] })).toEqual([]);
});

test('a setting that the server reads beside readConfig is a fault', () => {
  expect(faultsOf([reader, file('apps/server/src/a.ts', 'process.env.PORT')])).toEqual([
    'apps/server/src/a.ts reads PORT from process.env. Take it from the value of readConfig.',
  ]);
});

test.each(['start(process.env)', 'const env = process.env;', 'process.env[name]'])(
  'server code that uses the whole environment is a fault: %s',
  (text) => {
    expect(faultsOf([reader, file('apps/server/src/a.ts', text)])).toEqual([
      'apps/server/src/a.ts uses process.env as a whole. Only readConfig may.',
    ]);
  },
);

test('a declared variable that nothing reads is a fault', () => {
  expect(faultsOf([reader], { settings: ['PORT', 'OLD_ONE'], others: ['OLD_TEST'] })).toEqual([
    'apps/server/src/settings.ts declares OLD_ONE, which the server does not read. Remove it.',
    'scripts/settings/other-variables.mjs declares OLD_TEST, which no file reads. Remove it.',
  ]);
});

test('the page shows each setting in its group with default and meaning', () => {
  const page = makePage({
    groups: { first: { title: 'First', note: 'All of them.' }, second: { title: 'Second' } },
    settings: {
      B: { group: 'second', default: '', text: 'Text of B.' },
      A: { group: 'first', default: 'x', otherwise: '`y` at night', text: 'This | that.', isSecret: true },
      C: { group: 'second', text: 'Text of C.' },
    },
    testVariables: { SEED: 'Seed of a test.' },
  });
  const table = ['| Name | Default | Meaning |', '|---|---|---|'];
  expect(page).toContain(
    ['## First', '', 'All of them.', '', ...table, '| `A` | `x`; `y` at night | This \\| that. |', ''].join('\n'),
  );
  expect(page).toContain(
    ['## Second', '', ...table, '| `B` | none | Text of B. |', '| `C` | – | Text of C. |'].join('\n'),
  );
  expect(page).toContain('`A_FILE` hold the path');
  expect(page).toContain('| `SEED` | Seed of a test. |');
});
