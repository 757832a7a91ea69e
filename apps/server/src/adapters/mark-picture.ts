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

/** Longest path, in units of the square of 24. With a mistyped value, a path is so long that drawing it fails. */
const LONGEST = 1_000;

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

/** True for a path of SVG that can be drawn: it begins with a move, its commands have their values, and it is not too long. */
export const isPath = (text: string): boolean => {
  try {
    return areCommands(text) && new svgPathProperties(text).getTotalLength() <= LONGEST;
  } catch {
    return false;
  }
};

/**
 * Draws the mark of a brand in white on nothing, as PNG, for mails: mail programs draw no SVG. The lines are paths of SVG in
 * a square of 24, with round ends. Null for a brand without lines.
 */
export const makeMarkPicture = (lines: readonly string[]): Uint8Array | null => {
  if (lines.length === 0) return null;
  const segments = lines.flatMap(segmentsOf);
  const data = new Uint8Array(2 * SIDE * SIDE).fill(255);
  for (let pixel = 0; pixel < SIDE * SIDE; pixel++) {
    const [x, y] = [(pixel % SIDE) + 0.5, Math.floor(pixel / SIDE) + 0.5];
    const nearest = Math.min(...segments.map((segment) => distance(x, y, segment)));
    const opacity = Math.min(1, Math.max(0, HALF_WIDTH - nearest + 0.5));
    data[2 * pixel + 1] = (Math.round(STEPS * opacity) / STEPS) * 255;
  }
  // two channels: grey and opacity
  return encode({ width: SIDE, height: SIDE, channels: 2, data }, { zlib: { level: 9 } });
};
