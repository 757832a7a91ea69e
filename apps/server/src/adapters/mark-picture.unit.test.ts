import { inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { makeMarkPicture } from './mark-picture.ts';
import { segmentsOf } from './svg-lines.ts';

const ends = (path: string) =>
  segmentsOf(path).map(([, , x, y]) => [Math.round(x * 100) / 100, Math.round(y * 100) / 100]);

test('[BY-06] lines, relative lines and a closed path', () => {
  expect(ends('M2 3h4v-1L10 10l1 1H0V0z')).toEqual([
    [6, 3],
    [6, 2],
    [10, 10],
    [11, 11],
    [0, 11],
    [0, 0],
    [2, 3],
  ]);
  expect(ends('M1 1 2 2-3.5.5')).toEqual([
    [2, 2],
    [-3.5, 0.5],
  ]);
});

test('[BY-06] curves and arcs end where the path says, and pass where they should', () => {
  expect(ends('M0 0c0 4 8 4 8 0s8-4 8 0').at(-1)).toEqual([16, 0]);
  expect(ends('M0 0q4 8 8 0t8 0').at(-1)).toEqual([16, 0]);
  // the middle of the second half of a wave is below, because its control point is mirrored
  expect(ends('M0 0q4 8 8 0t8 0')[23]).toEqual([12, -4]);
  const arc = ends('M4 18a8 8 0 0 1 16 0');
  expect([arc[7], arc.at(-1)]).toEqual([
    [12, 10],
    [20, 18],
  ]);
  // flags without spaces, and a radius that is too small
  expect(ends('M4 18a8 8 0 0116 0')).toEqual(arc);
  expect(ends('M4 18a1 1 0 0 1 16 0')).toEqual(arc);
});

test('[BY-06] the mark is a small PNG with lines where the path runs; a brand without lines has none', () => {
  const png = makeMarkPicture(['M0 12h24']);
  if (!png) throw new Error('no picture');
  expect(png.length).toBeLessThan(1_000);
  expect(png.subarray(1, 4).toString()).toBe('PNG');
  const length = png.readUInt32BE(33);
  const pixels = inflateSync(png.subarray(41, 41 + length));
  const opacity = (x: number, y: number) => pixels[y * 113 + 1 + 2 * x + 1];
  expect([opacity(28, 28), opacity(28, 10), opacity(2, 28)]).toEqual([255, 0, 0]);
  expect(makeMarkPicture([])).toBeNull();
});
