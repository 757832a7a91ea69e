import { expect, test } from 'vitest';
import { destinationOf, intakeAddress, markIn } from './destination.ts';

test.each([
  ['/payments?active=receipts', undefined, '/payments?active=receipts'],
  [undefined, 'https://account.example/#/signin?to=%2Fsecurity', '/security'],
  [undefined, 'https://account.example/#/signin', '/'],
  [undefined, 'no address', '/'],
  [undefined, undefined, '/'],
  ['/a', 'https://account.example/#/signin?to=%2Fb', '/a'],
  ['//evil.example', undefined, '/'],
  ['/\\evil.example', undefined, '/'],
  ['https://evil.example', undefined, '/'],
  ['javascript:alert(1)', undefined, '/'],
  ['/a\nb', undefined, '/'],
  ['/a\\b', undefined, '/'],
  ['', undefined, '/'],
  [`/${'a'.repeat(2000)}`, undefined, '/'],
  [undefined, 'https://evil.example/#/signin?to=//evil.example', '/'],
])('[SE-11] [SE-04] to %j, back %j leads to %s', (to, back, destination) => {
  expect(destinationOf({ to, back })).toBe(destination);
});

test('[INV-17] the token stands behind the # and a destination cannot add a parameter', () => {
  const url = new URL(intakeAddress('https://account.example', '/a?b=c&token=other', 'fr_1', ''));
  expect(url.search).toBe('');
  const query = new URLSearchParams(url.hash.split('?', 2)[1]);
  expect(query.getAll('token')).toEqual(['fr_1']);
  expect(query.get('to')).toBe('/a?b=c&token=other');
});

const MARK = '0123456789abcdef0123456789abcdef';

test.each<[string | undefined, string]>([
  [MARK, MARK],
  [undefined, ''],
  [MARK.toUpperCase(), ''],
  [`${MARK}0`, ''],
  ['null', ''],
  ['a;b', ''],
])('[M2] the mark %s counts as %s', (text, mark) => {
  expect(markIn(text)).toBe(mark);
});

test('[M2] the token brings the mark of the tab back, and none where none was left', () => {
  const tokenFor = (mark: string) =>
    new URLSearchParams(new URL(intakeAddress('https://account.example', '/', 'fr_1', mark)).hash.split('?')[1]).get(
      'token',
    );
  expect(tokenFor(MARK)).toBe(`fr_1~${MARK}`);
  expect(tokenFor('')).toBe('fr_1');
});
