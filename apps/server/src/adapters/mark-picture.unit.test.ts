import { decode } from 'fast-png';
import { expect, test, vi } from 'vitest';
import { demoVendor } from '../../test/demo-vendor.ts';
import { isPath, isSmallMark, makeMarkPicture } from './mark-picture.ts';

/** Opacity of the picture at a point of the square of 24: 0 to 255. */
const drawn = (...lines: string[]) => {
  const { width, channels, data } = decode(makeMarkPicture(lines) ?? new Uint8Array());
  expect([width, channels, data[0]]).toEqual([56, 2, 255]);
  return (x: number, y: number) =>
    data[2 * (Math.floor(8 + (y * 40) / 24) * width + Math.floor(8 + (x * 40) / 24)) + 1];
};

test('[BY-06] lines are drawn where the path runs, with round ends', () => {
  const at = drawn('M4 12h8');
  expect([at(4, 12), at(8, 12), at(12, 12)]).toEqual([255, 255, 255]);
  expect([at(8, 10), at(8, 14), at(2, 12), at(14, 12)]).toEqual([0, 0, 0, 0]);
});

test('[BY-06] relative lines, curves, arcs and a closed path pass where they should, and a move draws nothing', () => {
  const closed = drawn('M2 2h20v20z');
  expect([closed(12, 12), closed(22, 12), closed(8, 16)]).toEqual([255, 255, 0]);
  // the middle of the second half of a wave is below, because its control point is mirrored
  const wave = drawn('M4 12q4-8 8 0t8 0');
  expect([wave(8, 8), wave(16, 16), wave(16, 8)]).toEqual([255, 255, 0]);
  const curve = drawn('M4 12c0-8 8-8 8 0s8 8 8 0');
  expect([curve(8, 6), curve(16, 18), curve(16, 6)]).toEqual([255, 255, 0]);
  // flags of an arc without spaces, and a radius that is too small
  for (const path of ['M4 18a8 8 0 0 1 16 0', 'M4 18a8 8 0 0116 0', 'M4 18a1 1 0 0 1 16 0']) {
    const arc = drawn(path);
    expect([path, arc(12, 10), arc(20, 18), arc(12, 18)]).toEqual([path, 255, 255, 0]);
  }
  const two = drawn('M4 4h4m8 16h4', 'M4 20h4');
  expect([two(6, 4), two(18, 20), two(6, 20), two(12, 12)]).toEqual([255, 255, 255, 0]);
});

test('[BY-06] the picture of each brand has at most 640 bytes; a brand without lines has none', () => {
  for (const { key, mark } of Object.values(demoVendor.brands))
    expect([key, (makeMarkPicture(mark)?.length ?? Number.NaN) <= 640]).toEqual([key, true]);
  expect(makeMarkPicture([])).toBeNull();
});

test.each([
  ['one long path', ['M0 0h1000']],
  ['two', ['M0 0h500', 'M0 0v500']],
  ['sixty', Array(60).fill('M0 0h16')],
  ['many points', [`M0 0h${'0 '.repeat(1_990)}`]],
])('[BY-06] a mark at its limits compares points with lines at most 200,000 times: %s', (_, lines) => {
  expect([lines.every(isPath), isSmallMark(lines)]).toEqual([true, true]);
  let compared = 0;
  const { hypot } = Math;
  vi.spyOn(Math, 'hypot').mockImplementation((...values) => {
    compared++;
    return hypot(...values);
  });
  try {
    makeMarkPicture(lines);
  } finally {
    vi.restoreAllMocks();
  }
  expect(compared).toBeGreaterThan(100);
  expect(compared).toBeLessThan(200_000);
});

test('lines far outside the picture draw nothing', () => {
  const far = drawn('M99999 12h9M12-9h2M33 4v4', 'M4 12h8');
  expect([far(4, 12), far(12, 2), far(22, 6), far(22, 12)]).toEqual([255, 0, 0, 0]);
});

test.each([
  ['too many paths', Array(61).fill('M0 0h1')],
  ['too long together', Array(2).fill('M0 0h501')],
  ['too many letters', Array(3).fill(`M0 0h${'0 '.repeat(700)}`)],
])('a mark is refused: %s', (_, lines) => {
  expect([lines.every(isPath), isSmallMark(lines)]).toEqual([true, false]);
});

test('a path begins with a move, and its commands have their values', () => {
  expect(['M3 12h3.2l2.6-6.5', 'm1 1 2 2z', 'M12 17h.01'].map(isPath)).toEqual([true, true, true]);
  const wrong = ['L1 2', 'M1', 'M1 1h', 'M1 1c1 2 3 4 5', '3 4', 'M3 12h1821621'];
  expect(wrong.filter(isPath)).toEqual([]);
});

test.each([
  'M4 18a8 8 0 0 1',
  'M4 18a8 8 0 0 1 16',
  'M4 18a8 8 0 2 1 16 0',
  'M4 18a8 8 0 0 1 16 0 3',
  'M1 1z 3',
  'M1 1z-3 4',
  'M1 1h3,',
  'M1 1h,3',
  'M1,,2h3',
  'M1 1h3-',
  'M1 1h1..2',
  'M1 1x3',
  '',
])('a mistyped path is refused, and the check ends: "%s"', (path) => {
  expect(isPath(path)).toBe(false);
});

test.each(['M1 1h 2 3', 'M4 18a8 8 0 0116 0', 'M 3,12 H 5 m 6,6 l 1 1 2-2.5', 'M2 2a1 1 0 011 1Z'])(
  'a path with repeated values or without separators can be drawn: %s',
  (path) => {
    expect(isPath(path)).toBe(true);
  },
);
