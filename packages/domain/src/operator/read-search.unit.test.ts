import { describe, expect, test } from 'vitest';
import { readSearch, type SearchWay } from './read-search.ts';

const email = (startsWith: string): SearchWay => ({ by: 'email', startsWith });
const code = (text: string): SearchWay => ({ by: 'code', code: text });

describe('[OP-02] meanings of a search text', () => {
  test.each<[string, SearchWay[]]>([
    ['Ada@Example.com ', [email('ada@example.com')]],
    ['ada', [email('ada')]],
    ['ad', []],
    ['', []],
    ['   ', []],
    ['r-000123', [{ by: 'receipt', number: 'R-000123' }, code('r-000123'), email('r-000123')]],
    ['acc_01J', [{ by: 'id', id: 'acc_01J' }, code('acc_01J'), email('acc_01j')]],
    ['R-1', [{ by: 'receipt', number: 'R-000001' }, email('r-1')]],
    [' r - 123', [{ by: 'receipt', number: 'R-000123' }]],
    ['5', [{ by: 'receipt', number: 'R-000005' }]],
    ['4242', [{ by: 'receipt', number: 'R-004242' }, { by: 'card', last4: '4242' }, code('4242'), email('4242')]],
    ['•••• 4242', [{ by: 'card', last4: '4242' }]],
    ['**** **** 1005', [{ by: 'card', last4: '1005' }]],
    ['42424242', [{ by: 'receipt', number: 'R-42424242' }, code('42424242'), email('42424242')]],
    ['b7_AbCd-1234', [code('b7_AbCd-1234'), email('b7_abcd-1234')]],
    ['ada byron', []],
    ["o'hara@example.com", [email("o'hara@example.com")]],
  ])('%j', (typed, ways) => {
    expect(readSearch(typed)).toEqual(ways);
  });

  test('a whole card number is not searched as a card', () => {
    expect(readSearch('4242 4242 4242 4242')).toEqual([]);
  });
});
