import { describe, expect, test } from 'vitest';
import { readPromotionText } from './decode.ts';

const base64 = (text: string): string => btoa(String.fromCharCode(...new TextEncoder().encode(text)));
const urlAlphabet = (text: string): string => text.replaceAll('+', '-').replaceAll('/', '_');
const unpadded = (text: string): string => text.replace(/=+$/, '');

/** Decoded meaning of a text if there is one, else the plain meaning. */
const meaningOf = (text: string) => {
  const last = readPromotionText(text).at(-1);
  return last === undefined ? null : last.kind === 'coded' ? [last.name, last.code] : last.word;
};

/** Its encoding has the characters in which the two alphabets differ, and needs padding. */
const tricky = '2-series:K7~~>?ü';

describe('[PR-02] the name is before the colon, the code after it', () => {
  test.each([
    ['plain text', '2-series:K7QM', ['2-series', 'K7QM']],
    ['a name alone', '2-series', '2-series'],
    ['a name and an empty code', '2-series:', '2-series'],
    ['outer spaces', '  2-series : K7QM ', ['2-series', 'K7QM']],
    ['a code with a colon', 'tbs1k:A:B', ['tbs1k', 'A:B']],
    ['base64 of a name alone', base64('lexington'), 'lexington'],
    ['base64 of name and code', base64('2-series:K7QM'), ['2-series', 'K7QM']],
    ['percent-encoded text', '2-series%3AK7QM', ['2-series', 'K7QM']],
    ['nothing before the colon', ':K7QM', null],
    ['nothing', '', null],
    ['spaces', '  ', null],
  ])('%s', (_what, text, meaning) => {
    expect(meaningOf(text)).toEqual(meaning);
  });
});

describe('[PR-02] base64 in every alphabet and padding', () => {
  const standard = base64(tricky);
  test.each([
    ['the standard alphabet', standard],
    ['without padding', unpadded(standard)],
    ['the URL alphabet', urlAlphabet(standard)],
    ['the URL alphabet without padding', unpadded(urlAlphabet(standard))],
    ['percent-encoded', encodeURIComponent(standard)],
    ['a plus that a query string turned into a space', standard.replaceAll('+', ' ')],
  ])('%s', (_what, text) => {
    expect(standard).toMatch(/[+].*[/]|[/].*[+]/);
    expect(standard).toMatch(/=$/);
    expect(meaningOf(text)).toEqual(['2-series', 'K7~~>?ü']);
  });

  test('every length, byte by byte', () => {
    for (let length = 1; length <= 60; length += 1) {
      const code = 'x'.repeat(length);
      expect(meaningOf(unpadded(base64(`tbs1k:${code}`)))).toEqual(['tbs1k', code]);
    }
  });
});

describe('[PR-02] bytes that are not text are no code', () => {
  test.each([
    ['half a letter of UTF-8', unpadded(btoa('2-series:\xc3'))],
    ['an overlong form', btoa('2-series:\xc0\xaf')],
    ['a lone surrogate in UTF-8', btoa('2-series:\xed\xa0\x80')],
    ['a control character inside', base64('2-series:K7\u0000')],
    ['a line break inside', base64('2-series:\nK7')],
    ['one character too many', `${base64('tbs1k:abc')}A`],
  ])('%s is not decoded', (_what, text) => {
    // Only the plain text remains, which is no known code.
    expect(readPromotionText(text)).toEqual([{ kind: 'bare', word: text }]);
  });

  test.each([
    ['a control character', '2-series:K7\u0007'],
    ['a bad percent sign', '2-series%'],
    ['a lone surrogate', '2-series\ud800'],
    ['513 bytes', `2-series:${'x'.repeat(504)}`],
    ['two-byte letters, 514 bytes', 'ü'.repeat(257)],
  ])('%s: no meaning', (_what, text) => {
    expect(readPromotionText(text)).toEqual([]);
  });

  test('512 bytes are read', () => {
    expect(readPromotionText(`2-series:${'x'.repeat(503)}`)).toHaveLength(1);
  });
});
