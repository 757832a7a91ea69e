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

const filled = (command: string) => `M0 0${command.repeat(Math.floor(3_990 / command.length))}`;

test.each([
  ['s0 0 0 0', true],
  ['s1 1 0 0', true],
  ['S0 0 0 0', true],
  ['t0 0', true],
  ['q0 0 0 0', true],
  ['q1 1 0 0', true],
  ['c0 0 0 0 0 0', true],
  ['c1 1 1-1 0 0', true],
  ['a0 0 0 0 1 0 0', true],
  ['a1 1 0 010 0', true],
  ['a1 .0001 45 11.1.1', true],
  ['a999999 999999 0 01.1 0', true],
  ['zm0 0', true],
  ['q9 0 0 0', false],
  ['c9 9-9 9 0 0', false],
  ['t1 1t-1-1', false],
])('a path of 4,000 letters is refused or drawn in a second of the processor: %s', (command, isAccepted) => {
  const before = process.cpuUsage();
  const path = filled(command);
  expect([isPath(path), isSmallMark([path])]).toEqual([isAccepted, true]);
  if (isAccepted) {
    const at = drawn(path);
    expect(at(0, 0)).toBe(255);
  }
  const { user, system } = process.cpuUsage(before);
  // About 0.1 s. One with 500 steps for each point took 5 s.
  expect(user + system).toBeLessThan(1_000_000);
});

test.each([
  ['an endless line', `M0 0h${'9'.repeat(400)}`],
  ['an endless begin', `M${'9'.repeat(400)} 0h1`],
  ['an endless control point', `M0 0c${'9'.repeat(400)} 1 0 0 0 0`],
  ['a long line', 'M0 0h9999999999999999999999'],
  ['a long arc', 'M0 0a1 1 0 1 1 9999999 0'],
])('numbers that are too large are refused: %s', (_, path) => {
  expect(isPath(path)).toBe(false);
});

test('a curve or arc without a length is a dot, and so is an arc to its own begin', () => {
  for (const path of ['M12 12s0 0 0 0', 'M12 12q0 0 0 0t0 0', 'M12 12a4 4 0 1 1 0 0', 'M4 4m8 8z']) {
    const at = drawn(path);
    expect([path, at(12, 12), at(12, 8), at(12, 16)]).toEqual([path, 255, 0, 0]);
  }
});

test('the long and the turned arc pass where a browser draws them; an arc without a radius is a line', () => {
  const long = drawn('M12 4a8 8 0 1 1-8 8');
  expect([long(20, 12), long(12, 20), long(6, 6)]).toEqual([255, 255, 0]);
  const turned = drawn('M12 4a8 4 90 0 1 0 16');
  expect([turned(16, 12), turned(8, 12), turned(12, 12)]).toEqual([255, 0, 0]);
  const line = drawn('M4 12a0 8 0 0 1 16 0');
  expect([line(12, 12), line(12, 4)]).toEqual([255, 0]);
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
