import { expect, test } from 'vitest';
import { axisValues } from './axis-values.ts';

test('an axis has round values from 0 to at least the largest one', () => {
  expect(axisValues(1, 1)).toEqual([0, 1]);
  expect(axisValues(3, 1)).toEqual([0, 1, 2, 3]);
  expect(axisValues(4, 1)).toEqual([0, 2, 4]);
  expect(axisValues(1_200, 1)).toEqual([0, 500, 1_000, 1_500]);
  expect(axisValues(3_000_000, 1)).toEqual([0, 1_000_000, 2_000_000, 3_000_000]);
});

test('an axis of money has whole dollars', () => {
  expect(axisValues(21_758, 100)).toEqual([0, 10_000, 20_000, 30_000]);
  expect(axisValues(50, 100)).toEqual([0, 100]);
});

test('an axis without a positive value has one step', () => {
  expect(axisValues(0, 1)).toEqual([0, 1]);
  expect(axisValues(-500, 100)).toEqual([0, 100]);
});
