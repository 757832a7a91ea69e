import { expect, test } from 'vitest';
import { readCode } from './typed-code.ts';

test.each([
  ['ppd_7KQ2M9XD4HWT8BNC', 'ppd', '7KQ2M9XD4HWT8BNC'],
  ['  7KQ2M9XD4HWT8BNC\u00a0', null, '7KQ2M9XD4HWT8BNC'],
  ['ppd_A_B', 'ppd', 'A_B'],
  ['DEMO-20-OFF', null, 'DEMO-20-OFF'],
  ['7kq2', null, '7kq2'],
  ['_X', '', 'X'],
  ['😀', null, '😀'],
])('[CD-03] %j: outer spaces are ignored, letters and hyphens are not', (typed, batch, display) => {
  expect(readCode(typed)).toEqual({ ok: true, value: { batch, display } });
});

test.each([
  ['ppd-7k2xm_7KQ2M9XD4HWT8BNC7KQ2M9XD4HWT', '7KQ2-M9XD-4HWT-8BNC-7KQ2-M9XD-4HWT'],
  ['7KQ2-M9XD-4HWT-8BNC-7KQ2-M9XD-4HWT', '7KQ2-M9XD-4HWT-8BNC-7KQ2-M9XD-4HWT'],
  ['7KQ2M9XD4HWT8BNC7KQ2M9XD4HWTA', '7KQ2M9XD4HWT8BNC7KQ2M9XD4HWTA'],
  ['7kq2m9xd4hwt8bnc7kq2m9xd4hwt', '7kq2m9xd4hwt8bnc7kq2m9xd4hwt'],
  ['0KQ2M9XD4HWT8BNC7KQ2M9XD4HWT', '0KQ2M9XD4HWT8BNC7KQ2M9XD4HWT'],
])('[CD-03] %j: 28 characters of a new code are read with hyphens, others as typed', (typed, display) => {
  expect(readCode(typed)).toMatchObject({ ok: true, value: { display } });
});

test.each([
  ['nothing', ''],
  ['spaces', ' \t '],
  ['no display part', 'ppd_'],
  ['NUL', 'AB\0CD'],
  ['a line break inside', 'AB\nCD'],
  ['half a surrogate pair', 'AB\ud800'],
])('[CD-03] %s is no code', (_title, typed) => {
  expect(readCode(typed)).toMatchObject({ ok: false, type: 'INVALID_COUPON' });
});

test('[CD-03] longer than any code: refused as a wrong code, not as an empty one', () => {
  expect(readCode('A'.repeat(64)).ok).toBe(true);
  expect(readCode('A'.repeat(65))).toMatchObject({ ok: false, type: 'NOT_FOUND' });
});
