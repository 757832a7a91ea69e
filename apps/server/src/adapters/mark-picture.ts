import { encode } from 'fast-png';
import { svgPathProperties } from 'svg-path-properties';

/** Side of the picture in pixels. A mail shows it at half that size, so that it is sharp on screens of high density. */
const SIDE = 56;
/** Empty edge around the lines, in pixels. */
const EDGE = 8;
/** Pixels per unit of the lines, which are drawn in a square of 24. */
const SCALE = (SIDE - 2 * EDGE) / 24;
const HALF_WIDTH = (2.25 * SCALE) / 2;
/** Steps of opacity. The eye sees no more in a line, and the picture is a fifth smaller than with 255. */
const STEPS = 15;

/** Straight line from one point to another, in pixels: x, y, x, y. */
type Segment = readonly [number, number, number, number];

/** Straight lines of half a unit that follow a path of SVG. */
const segmentsOf = (path: string): Segment[] =>
  new svgPathProperties(path).getParts().flatMap(({ length, getPointAtLength }) => {
    const pieces = Math.max(1, Math.ceil(length * 2));
    const points = Array.from({ length: pieces + 1 }, (_, index) => {
      const { x, y } = getPointAtLength((length * index) / pieces);
      return [EDGE + x * SCALE, EDGE + y * SCALE] as const;
    });
    return points.slice(1).map(([x, y], index): Segment => [...(points[index] ?? [x, y]), x, y]);
  });

const distance = (x: number, y: number, [x1, y1, x2, y2]: Segment): number => {
  const [dx, dy] = [x2 - x1, y2 - y1];
  const length = dx * dx + dy * dy;
  const part = length === 0 ? 0 : Math.min(1, Math.max(0, ((x - x1) * dx + (y - y1) * dy) / length));
  return Math.hypot(x - x1 - part * dx, y - y1 - part * dy);
};

/** Limits of a mark: the number of its lines, and the sums of their lengths (units of the square of 24) and letters. */
const MOST = { lines: 60, length: 1_000, letters: 4_000 };

/** Values of each command of a path: n is a number, f a flag of an arc. A command may repeat its values. */
const VALUES: Readonly<Record<string, string>> = {
  m: 'nn',
  l: 'nn',
  h: 'n',
  v: 'n',
  c: 'nnnnnn',
  s: 'nnnn',
  q: 'nnnn',
  t: 'nn',
  a: 'nnnffnn',
  z: '',
};

/** True if the values of a command are whole, and nothing else follows. */
const areValues = (text: string, kinds: string): boolean => {
  let rest = text.trim();
  if (kinds === '') return rest === '';
  let count = 0;
  for (; rest !== ''; count += 1) {
    const kind = kinds[count % kinds.length];
    const value = (kind === 'f' ? /^[01]/ : /^-?(?:\d+(?:\.\d+)?|\.\d+)/).exec(rest);
    if (!value) return false;
    const [separator = ''] = /^\s*,?\s*/.exec(rest.slice(value[0].length)) ?? [];
    rest = rest.slice(value[0].length + separator.length);
    if (rest === '' && separator.includes(',')) return false;
  }
  return count > 0 && count % kinds.length === 0;
};

/** The library drops the rest of some arcs, and reads a number after `z` without end, so the commands are checked first. */
const areCommands = (text: string): boolean =>
  /^\s*m/i.test(text) &&
  (text.match(/[a-z][^a-z]*/gi) ?? []).every((command) => {
    const kinds = VALUES[command.charAt(0).toLowerCase()];
    return kinds !== undefined && areValues(command.slice(1), kinds);
  });

const lengthOf = (path: string): number => new svgPathProperties(path).getTotalLength();

/** True for a path of SVG that can be drawn: it begins with a move, its commands have their values, and it is not too long. */
export const isPath = (text: string): boolean => {
  try {
    return text.length <= MOST.letters && areCommands(text) && lengthOf(text) <= MOST.length;
  } catch {
    return false;
  }
};

/** Limits of a mark in words. */
export const markLimits = `must have at most ${MOST.lines} paths, which together have at most ${MOST.letters} letters and are at most ${MOST.length} long, where the square of 24 is 24 wide`;

/** True if the lines take little time to draw, because the server answers no calls meanwhile. Broken paths count as short. */
export const isSmallMark = (lines: readonly string[]): boolean =>
  lines.length <= MOST.lines &&
  lines.join('').length <= MOST.letters &&
  lines.reduce((sum, line) => sum + (isPath(line) ? lengthOf(line) : 0), 0) <= MOST.length;

/** Opacity of a pixel whose middle is so far from a line. */
const opacityAt = (away: number): number => Math.min(1, Math.max(0, HALF_WIDTH - away + 0.5));

/** First and last pixel of a row or column that a line between two values reaches. They are outside the picture for none. */
const reach = (from: number, to: number): readonly [number, number] => [
  Math.max(0, Math.floor(Math.min(from, to) - HALF_WIDTH - 1)),
  Math.min(SIDE - 1, Math.ceil(Math.max(from, to) + HALF_WIDTH + 1)),
];

/** Draws a straight line. It touches only pixels near the line, so that long marks are drawn fast. */
const drawSegment = (opacities: Float64Array, segment: Segment): void => {
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
  for (const segment of lines.flatMap(segmentsOf)) drawSegment(opacities, segment);
  const data = new Uint8Array(2 * SIDE * SIDE).fill(255);
  opacities.forEach((opacity, pixel) => {
    data[2 * pixel + 1] = (Math.round(STEPS * opacity) / STEPS) * 255;
  });
  // two channels: grey and opacity
  return encode({ width: SIDE, height: SIDE, channels: 2, data }, { zlib: { level: 9 } });
};
