import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { checkedYaml } from './checked-yaml.ts';
import { describeReadError } from './describe-read-error.ts';

const file = z.strictObject({ name: z.string(), days: z.int(), on: z.boolean(), list: z.array(z.string()) });
const GOOD = 'name: Scope\ndays: 30\non: true\nlist: [a]\n';
const problemsIn = (text: string | Uint8Array) =>
  checkedYaml(typeof text === 'string' ? new TextEncoder().encode(text) : text, file).problems;

test('what is right is taken, also behind a byte order mark', () => {
  expect(problemsIn(GOOD)).toBeUndefined();
  expect(problemsIn(`\uFEFF${GOOD}`)).toBeUndefined();
});

test.each<[string, string | Uint8Array, string]>([
  ['nothing', '', 'The file is empty.'],
  ['only a comment', '# to be written', 'The file is empty.'],
  ['a picture', new Uint8Array([0x89, 0x50, 0x4e, 0x47]), 'This is not a text file in UTF-8.'],
  ['a text of an old editor', new Uint8Array([0x6e, 0x3a, 0x20, 0xe4]), 'This is not a text file in UTF-8.'],
  ['a list where names are wanted', '- name: Scope', 'the file: must be names with values (name: value), not a list'],
  ['a word where names are wanted', 'Scope', 'the file: must be names with values (name: value), not "Scope"'],
  ['no list', GOOD.replace('[a]', 'a'), 'list: must be a list (- value), not "a"'],
  ['names where a text is wanted', GOOD.replace('Scope', '{ a: b }'), 'name: must be a text, not names with values'],
  ['a name without a value', GOOD.replace('Scope', ''), 'name: must be a text, not nothing'],
  ['half a day', GOOD.replace('30', '1.5'), 'days: must be a whole number, not 1.5'],
  ['neither true nor false', GOOD.replace('true', 'yes'), 'on: must be true or false, not "yes"'],
  ['one left out', GOOD.replace('on: true\n', ''), 'on: is missing'],
])('%s is named, with what is wanted', (_title, text, problem) => {
  expect(problemsIn(text)).toEqual([problem]);
});

const bounds = z.strictObject({
  cents: z.int().check(z.nonnegative()),
  days: z.int().check(z.positive(), z.maximum(366)),
  text: z.string().check(z.minLength(1), z.maxLength(3)),
  list: z.array(z.string()).check(z.minLength(2)),
  word: z.enum(['monthly', 'yearly']),
  prices: z.partialRecord(z.enum(['monthly', 'yearly']), z.int()),
});
const IN_BOUNDS = 'cents: 0\ndays: 1\ntext: abc\nlist: [a, b]\nword: yearly\nprices: { monthly: 1 }\n';

test.each([
  ['less than nothing', ['cents: 0', 'cents: -5'], 'cents: must be 0 or more, not -5'],
  ['nothing where there must be something', ['days: 1', 'days: 0'], 'days: must be more than 0, not 0'],
  ['too many', ['days: 1', 'days: 400'], 'days: must be 366 or less, not 400'],
  ['a text of nothing', ['text: abc', 'text: ""'], 'text: must not be empty'],
  ['a long text', ['text: abc', 'text: abcd'], 'text: must have at most 3 letters'],
  ['a short list', ['[a, b]', '[a]'], 'list: must have at least 2 entries'],
  ['none of the words', ['word: yearly', 'word: weekly'], 'word: must be one of monthly, yearly, not "weekly"'],
  ['a name of nothing', ['word: yearly', 'wrod: x\nword: yearly'], 'the file: "wrod": this name is not known here'],
  ['a name of no price', ['monthly: 1', 'weekly: 1'], 'prices: "weekly": this name is not known here'],
])('%s is said in plain words', (_title, [from = '', to = ''], problem) => {
  expect(checkedYaml(new TextEncoder().encode(IN_BOUNDS), bounds).problems).toBeUndefined();
  const text = IN_BOUNDS.replace(from, to);
  expect(checkedYaml(new TextEncoder().encode(text), bounds).problems).toEqual([problem]);
});

const failed = (code: string) => Object.assign(new Error(code), { code });

test.each([
  ['ENOENT', 'There is no such file: correct the path, or create the file.'],
  ['ENOTDIR', 'a folder of its path is a file'],
  ['EISDIR', 'This is a folder, not a file.'],
  ['EACCES', 'may not read it.'],
])('%s is said in words', (code, words) => {
  expect(describeReadError(failed(code))).toContain(words);
});

test.each(['EIO', 'toString'])('%s is for whoever mends it', (code) => {
  expect(() => describeReadError(failed(code))).toThrow(code);
});
