import { describe, expect, test } from 'vitest';
import { callerBlocks, isWithinRanges, parseNetworkRanges } from './network-range.ts';

describe('ranges as typed', () => {
  test.each<[string, readonly string[] | null]>([
    ['', []],
    [' , \n ', []],
    ['192.0.2.0/24', ['192.0.2.0/24']],
    ['192.0.2.77/24', ['192.0.2.0/24']],
    ['192.0.2.7', ['192.0.2.7/32']],
    ['192.0.2.0/24, 198.51.100.7\n2001:DB8::/32', ['192.0.2.0/24', '198.51.100.7/32', '2001:db8::/32']],
    ['10.0.0.0/8 10.1.2.3/8', ['10.0.0.0/8']],
    ['0.0.0.0/0', ['0.0.0.0/0']],
    ['2001:db8::1', ['2001:db8::1/128']],
    ['192.0.2.0/33', null],
    ['192.0.2.0/-1', null],
    ['192.0.2.0/024', null],
    ['192.0.2.0/', null],
    ['192.0.2', null],
    ['0x7f.1', null],
    ['017.0.0.1', null],
    ['2001:db8::/129', null],
    ['fe80::1%eth0/64', null],
    ['::ffff:192.0.2.0/120', null],
    ['office', null],
    ['192.0.2.0/24, office', null],
  ])('%j', (typed, ranges) => {
    expect(parseNetworkRanges(typed)).toEqual(ranges);
  });
});

describe('addresses within a restriction', () => {
  test.each<[string | null, string | null, boolean]>([
    [null, '203.0.113.9', true],
    [null, null, true],
    ['', '203.0.113.9', true],
    ['192.0.2.0/24', '192.0.2.0', true],
    ['192.0.2.0/24', '192.0.2.255', true],
    ['192.0.2.0/24', '192.0.3.0', false],
    ['192.0.2.0/24', '::ffff:192.0.2.9', true],
    ['192.0.2.0/24', '2001:db8::1', false],
    ['192.0.2.0/24,2001:db8::/32', '2001:db8:ffff::1', true],
    ['192.0.2.0/24', null, false],
    ['192.0.2.0/24', 'nonsense', false],
    ['not a range', '192.0.2.1', false],
  ])('restricted to %j, from %j: %s', (restriction, address, within) => {
    expect(isWithinRanges(restriction, address)).toBe(within);
  });
});

test.each([
  ['192.0.2.9', ['192.0.2.9']],
  ['::ffff:192.0.2.9', ['192.0.2.9']],
  ['2001:db8:1:2:3:4:5:6', ['2001:db8:1:2::/64', '2001:db8:1::/48 x10']],
  ['2001:db8:1:2::1', ['2001:db8:1:2::/64', '2001:db8:1::/48 x10']],
  ['nonsense', ['unknown']],
  [null, ['unknown']],
])('[L15] %j is counted as %j', (address, blocks) => {
  const shown = callerBlocks(address).map(({ block, times }) => (times === 1 ? block : `${block} x${times}`));
  expect(shown).toEqual(blocks);
});
