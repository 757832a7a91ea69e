import { expect, test } from 'vitest';
import { findNames, wordsOf } from './find-names.mjs';

const words = wordsOf(['drive', 'Drive', 'scope', 'Arcwave', 'Arcwave Drive']);
const phrases = (text, path = 'apps/web/src/a.tsx') => findNames({ path, text }, words).map(({ phrase }) => phrase);

test.each([
  ['a string', "const a = 'drive';", ['drive']],
  ['a type', "type A = 'drive' | 'scope';", ['drive', 'scope']],
  ['a template', 'const a = `/subscriptions/scope`;', ['scope']],
  ['JSX text', 'const a = <p>Open Drive</p>;', ['Drive']],
  ['an id', "const a = 'pln_drive_free';", ['drive']],
  ['a longer word', "const a = 'driver of telescopes';", []],
  ['a comment', '// the drive brand\n/* scope */', []],
  ['an identifier', 'const scope = { drive: 1 };', []],
  ['a module', "import { a } from './drive/a.ts';\nexport { b } from './scope.ts';", []],
])('names in %s', (_where, text, expected) => {
  expect(phrases(text)).toEqual(expected);
});

test('names in a style sheet and a page, without comments, on their lines', () => {
  expect(phrases("/* drive */\n[data-brand='drive'] {}", 'a.css')).toEqual(['drive']);
  expect(phrases('<!-- scope --><title>Arcwave</title>', 'a.html')).toEqual(['Arcwave']);
  expect(findNames({ path: 'a.css', text: "a {}\n\n[data-brand='drive'] {}" }, words)[0].line).toBe(3);
  expect(findNames({ path: 'a.ts', text: "\nconst a =\n  'drive';" }, words)[0].line).toBe(3);
});
