import { encode } from 'fast-png';
import { type Line, linesOfPath } from './path-lines.ts';

/** Side of the picture in pixels. A mail shows it at half that size, so that it is sharp on screens of high density. */
const SIDE = 56;
/** Empty edge around the lines, in pixels. */
const EDGE = 8;
/** Pixels per unit of the lines, which are drawn in a square of 24. */
const SCALE = (SIDE - 2 * EDGE) / 24;
const HALF_WIDTH = (2.25 * SCALE) / 2;
/** Steps of opacity. The eye sees no more in a line, and the picture is a fifth smaller than with 255. */
const STEPS = 15;

/** Line in pixels. */
const inPixels = ([x1, y1, x2, y2]: Line): Line => [
  EDGE + x1 * SCALE,
  EDGE + y1 * SCALE,
  EDGE + x2 * SCALE,
  EDGE + y2 * SCALE,
];

const distance = (x: number, y: number, [x1, y1, x2, y2]: Line): number => {
  const [dx, dy] = [x2 - x1, y2 - y1];
  const length = dx * dx + dy * dy;
  const part = length === 0 ? 0 : Math.min(1, Math.max(0, ((x - x1) * dx + (y - y1) * dy) / length));
  return Math.hypot(x - x1 - part * dx, y - y1 - part * dy);
};

/** Limits of a mark: the number of its lines, and the sums of their lengths (units of the square of 24) and letters. */
const MOST = { lines: 60, length: 1_000, letters: 4_000 };

const readPath = (path: string): ReturnType<typeof linesOfPath> =>
  path.length <= MOST.letters ? linesOfPath(path, MOST.length) : null;

/** True for a path of SVG that can be drawn: it begins with a move, its commands have their values, and it is not too long. */
export const isPath = (text: string): boolean => readPath(text) !== null;

/** Limits of a mark in words. */
export const markLimits = `must have at most ${MOST.lines} paths, which together have at most ${MOST.letters} letters and are at most ${MOST.length} long, where the square of 24 is 24 wide`;

/** True if the paths can be read in little time. */
export const isShortMark = (lines: readonly string[]): boolean =>
  lines.length <= MOST.lines && lines.reduce((sum, { length }) => sum + length, 0) <= MOST.letters;

/** True if the lines take little time to draw, because the server answers no calls meanwhile. Broken paths count as short. */
export const isSmallMark = (lines: readonly string[]): boolean =>
  isShortMark(lines) && lines.reduce((sum, line) => sum + (readPath(line)?.length ?? 0), 0) <= MOST.length;

/** Opacity of a pixel whose middle is so far from a line. */
const opacityAt = (away: number): number => Math.min(1, Math.max(0, HALF_WIDTH - away + 0.5));

/** First and last pixel of a row or column that a line between two values reaches. They are outside the picture for none. */
const reach = (from: number, to: number): readonly [number, number] => [
  Math.max(0, Math.floor(Math.min(from, to) - HALF_WIDTH - 1)),
  Math.min(SIDE - 1, Math.ceil(Math.max(from, to) + HALF_WIDTH + 1)),
];

/** Draws a straight line. It touches only pixels near the line, so that long marks are drawn fast. */
const drawSegment = (opacities: Float64Array, segment: Line): void => {
  const [x1, y1, x2, y2] = segment;
  const [left, right] = reach(x1, x2);
  const [top, bottom] = reach(y1, y2);
  for (let row = top; row <= bottom; row++)
    for (let column = left; column <= right; column++) {
      const pixel = row * SIDE + column;
      const opacity = opacityAt(distance(column + 0.5, row + 0.5, segment));
      opacities[pixel] = Math.max(opacities[pixel] ?? 0, opacity);
    }
};

/**
 * Draws the mark of a brand in white on nothing, as PNG, for mails: mail programs draw no SVG. The lines are paths of SVG in
 * a square of 24, with round ends. Null for a brand without lines.
 */
export const makeMarkPicture = (lines: readonly string[]): Uint8Array | null => {
  if (lines.length === 0) return null;
  const opacities = new Float64Array(SIDE * SIDE);
  for (const segment of lines.flatMap((path) => readPath(path)?.lines ?? [])) drawSegment(opacities, inPixels(segment));
  const data = new Uint8Array(2 * SIDE * SIDE).fill(255);
  opacities.forEach((opacity, pixel) => {
    data[2 * pixel + 1] = (Math.round(STEPS * opacity) / STEPS) * 255;
  });
  // two channels: grey and opacity
  return encode({ width: SIDE, height: SIDE, channels: 2, data }, { zlib: { level: 9 } });
};
