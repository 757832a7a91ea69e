import { expect, test } from 'vitest';
import { compareWithExceptions, dropUnused } from './exceptions.mjs';

const exceptions = {
  keys: { 'It is a number.': ['t.number', 't.gone'] },
  statements: { 'It lists all.': { 'a.ts': ['all: t', 'all: t'], 'b.ts': ['gone: t'] } },
};
const all = { file: 'a.ts', entry: 'all: t' };

test('listed findings pass, and what is listed without need is named', () => {
  expect(compareWithExceptions({ keys: ['t.number'], crossing: [all] }, exceptions)).toEqual({
    newKeys: [],
    newStatements: [],
    unused: ['t.gone', 'a.ts all: t', 'b.ts gone: t'],
  });
});

test('a statement more than listed is new, also with the same name', () => {
  const crossing = [all, all, all, { file: 'b.ts', entry: 'all: t' }];
  const { newKeys, newStatements } = compareWithExceptions({ keys: ['t.new'], crossing }, exceptions);
  expect(newKeys).toEqual(['t.new']);
  expect(newStatements).toEqual([all, { file: 'b.ts', entry: 'all: t' }]);
});

test('an update removes what is not found, and adds nothing', () => {
  const crossing = [all, { file: 'c.ts', entry: 'new: t' }];
  expect(dropUnused({ keys: ['t.number', 't.new'], crossing }, exceptions)).toEqual({
    keys: { 'It is a number.': ['t.number'] },
    statements: { 'It lists all.': { 'a.ts': ['all: t'] } },
  });
});
