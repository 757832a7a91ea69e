import { expect, test } from 'vitest';
import { compareWithBaseline, shrinkBaseline } from './baseline.mjs';
import { extractTexts } from './extract-texts.mjs';
import { findHabits, KINDS } from './habits.mjs';

/** Habit, a text with it and the phrase to report, and a plain text that must pass. */
const EXAMPLES = [
  ['relative-subject', 'What a refund needs.', 'What a', 'Data that a refund needs.'],
  ['relative-subject', 'Reads the row. Whoever asks waits.', 'Whoever asks', 'Reads the row. The caller waits.'],
  ['relative-subject', 'paid by whoever owns it', 'whoever', 'paid by the customer who owns it'],
  ['unnamed-actor', 'Nobody has signed in.', 'Nobody', 'No user has signed in.'],
  ['unnamed-actor', "someone else's order", 'someone', "another customer's order"],
  ['metaphor', 'Guesses counted at the door.', 'door', 'Failed attempts counted at sign-in.'],
  ['metaphor', 'a second press pays nothing', 'second press', 'a second click pays nothing'],
  ['idiom', 'The page reloads by itself.', 'by itself', 'The page reloads automatically.'],
  ['idiom', 'Each part has a queue\nof its own.', 'of its own', 'Each part has a separate queue.'],
  ['object-first', 'Of a refund the operator decides.', 'Of a', 'The operator decides about a refund.'],
  ['object-first', 'Reads the key. Without it nothing is sent.', 'Without it', 'Sends nothing if the key is missing.'],
  ['docblock-start', 'Where the log goes.', 'Where the', 'File of the log.'],
  ['because-for', 'It waits, for it cannot charge.', ', for it cannot', 'It waits because it cannot charge.'],
  ['vague-verb', 'The customer is told later.', 'is told', 'The customer gets a mail later.'],
  ['empty-message', 'There is no such refund.', 'no such refund', 'refund re_1: no payment at the gateway'],
  [
    'empty-message',
    'There is nothing of that name.',
    'There is nothing of',
    'refund R-9: not found. Check the number.',
  ],
  ['nameless-error', 'the attempt is gone', 'the attempt is gone', 'payment …: its row is missing'],
  ['nameless-error', 'not this card.', 'not this card.', 'DEMO=1 needs a catalogue'],
  ['summary-start', 'One receipt, by its id', 'One receipt,', 'Get a receipt by its id'],
  ['summary-start', 'The same as a PDF', 'The same', 'Download a receipt as a PDF'],
  ['long-docblock', 'One. Two. Three. Four. `five` too.', '5 sentences', 'One. Two. See e.g. Stripe. Four, 1.5 of it.'],
  ['long-sentence', `Reads ${'it '.repeat(35)}`, 'Reads it it it it … (36 words)', `[DR-04] Reads ${'it '.repeat(34)}`],
  [
    'long-sentence',
    `Ends. Reads${'\nit'.repeat(35)}`,
    'Reads it it it it … (36 words)',
    `One${'\n- it two'.repeat(35)}`,
  ],
];

const KIND_OF_TEXT = {
  'docblock-start': 'docblock',
  'long-docblock': 'docblock',
  'empty-message': 'message',
  'nameless-error': 'error',
  'summary-start': 'summary',
};

test.each(EXAMPLES)('%s: reports "%s", and accepts the plain text', (name, bad, phrase, good) => {
  const kind = KIND_OF_TEXT[name] ?? 'comment';
  expect(findHabits({ kind, line: 1, text: bad })).toMatchObject([{ kind: name, phrase }]);
  expect(findHabits({ kind, line: 1, text: good })).toEqual([]);
});

test('every habit has an example', () => {
  expect(KINDS.toSorted()).toEqual([...new Set(EXAMPLES.map(([name]) => name))].toSorted());
});

test('code, quoted words and questions are not reported', () => {
  for (const text of ['Runs as `nobody`.', 'Shows "Nobody is signed in".', 'What does a refund need?'])
    expect(findHabits({ kind: 'comment', line: 1, text })).toEqual([]);
});

test('a finding has the line of its phrase, also in a text of several lines and after ids in brackets', () => {
  expect(
    findHabits({ kind: 'comment', line: 7, text: 'Reads the row.\nWhat is missing\nis for nobody.' }),
  ).toMatchObject([
    { line: 8, phrase: 'What is' },
    { line: 9, phrase: 'nobody' },
  ]);
  const [found] = findHabits({ kind: 'title', line: 3, text: '[DR-04] [INV-12] what is held is shown' });
  expect(found).toMatchObject({ line: 3, phrase: 'what is' });
});

const SOURCE = `import a from 'a';
/**
 * First.
 * Second.
 */
const b = 'a string'; // at the end
// one
// two
const c = /[\`]/.test(b) ? <p>Don't</p> : a('no message');
throw new Error(\`order \${c.id('x')} failed\`);
log.warn({ b: 'no message' }, 'charge ' + b);
test('[DR-04] a title', () => expect('no title').toBe('no title'));
test.each([['no title']])('a title for %s', () => {});
`;

test('comments, titles and messages are found with their lines, and no other strings', () => {
  expect(extractTexts('a.unit.test.ts', SOURCE).map(({ text, ...rest }) => ({ ...rest, text: text.trim() }))).toEqual([
    { kind: 'docblock', line: 2, text: 'First.\n Second.' },
    { kind: 'comment', line: 6, text: 'at the end' },
    { kind: 'comment', line: 7, text: 'one\n two' },
    { kind: 'message', line: 10, text: 'order … failed' },
    { kind: 'message', line: 11, text: 'charge' },
    { kind: 'title', line: 12, text: '[DR-04] a title' },
    { kind: 'title', line: 13, text: 'a title for %s' },
  ]);
  expect(extractTexts('a.ts', SOURCE).filter(({ kind }) => kind === 'title')).toEqual([]);
});

test('a thrown message is an error outside of tests, a code is no text; members and problems of the configuration are found', () => {
  const source = `throw new Refused('NOT_FOUND', { message: 'Not here.' }, new Error('gone'));
const a = { summary: 'List the receipts', other: 'no text' };
const b = {
  message:
    'Too long.',
};
problems.push('PORT must be a number');
`;
  const texts = (file) => extractTexts(file, source).map(({ kind, line, text }) => [kind, line, text]);
  expect(texts('a.ts')).toEqual([
    ['message', 1, 'Not here.'],
    ['error', 1, 'gone'],
    ['summary', 2, 'List the receipts'],
    ['message', 5, 'Too long.'],
    ['message', 7, 'PORT must be a number'],
  ]);
  expect(texts('a.unit.test.ts').map(([kind, line]) => [kind, line])).toEqual([
    ['message', 1],
    ['message', 7],
  ]);
});

test('comments of YAML, SQL and CSS are found, and no marks inside quotes', () => {
  const texts = (file, source) => extractTexts(file, source).map(({ line, text }) => [line, text.trim()]);
  expect(texts('a.yaml', "# one\n# two\na: '# no' # three")).toEqual([
    [1, 'one\ntwo'],
    [3, 'three'],
  ]);
  expect(texts('a.sql', "SELECT '-- no'; -- one")).toEqual([[1, 'one']]);
  expect(texts('a.css', "/* it's one */\na { content: '/'; }")).toEqual([[1, 'it s one']]);
});

test('paragraphs, list items and cells of a document are found, without code blocks and targets of links', () => {
  const source =
    '# Title\nOne\ntwo.\n- item of\n  two lines\n\n```sh\nno text\n```\n| a | b [c](by-itself.md) |\n|---|---|';
  expect(extractTexts('docs/a.md', source).map(({ kind, line, text }) => [kind, line, text.trim()])).toEqual([
    ['prose', 1, '# Title'],
    ['prose', 2, 'One\ntwo.'],
    ['prose', 4, '- item of\n  two lines'],
    ['prose', 10, 'a'],
    ['prose', 10, 'b [c]'],
  ]);
});

const finding = (kind) => ({ kind, line: 1, phrase: 'nobody', advice: 'name the actor' });

test('a count above the baseline has grown, a count below it has shrunk, and a new file is allowed none', () => {
  const baseline = { 'a.ts': { idiom: 1, metaphor: 2 }, 'gone.ts': { idiom: 1 } };
  const findings = { 'a.ts': [finding('idiom'), finding('idiom'), finding('metaphor')], 'new.ts': [finding('idiom')] };
  const { grown, shrunk } = compareWithBaseline(findings, baseline);
  expect(grown).toMatchObject([
    { file: 'a.ts', kind: 'idiom', count: 2, allowed: 1 },
    { file: 'new.ts', kind: 'idiom', count: 1, allowed: 0 },
  ]);
  expect(shrunk).toBe(2);
});

test('an update lowers counts and never raises the total of a kind; counts of a removed file go to new files', () => {
  const baseline = { 'a.ts': { idiom: 1, metaphor: 2 }, 'gone.ts': { idiom: 1, metaphor: 1 } };
  const findings = {
    'a.ts': [finding('idiom'), finding('idiom'), finding('metaphor')],
    'b.ts': [finding('idiom'), finding('metaphor')],
    'c.ts': [finding('idiom')],
    'd.ts': [],
  };
  expect(shrinkBaseline(findings, baseline)).toEqual({
    'a.ts': { idiom: 1, metaphor: 1 },
    'b.ts': { idiom: 1, metaphor: 1 },
  });
  expect(shrinkBaseline(findings, null)).toEqual({
    'a.ts': { idiom: 2, metaphor: 1 },
    'b.ts': { idiom: 1, metaphor: 1 },
    'c.ts': { idiom: 1 },
  });
});
