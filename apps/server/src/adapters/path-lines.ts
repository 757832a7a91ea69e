/** Straight line from one point to another: x, y, x, y. */
export type Line = readonly [number, number, number, number];

type Point = readonly [number, number];

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

/** Reads the values of a command. Null if they are not whole, or something else follows. */
const readValues = (text: string, kinds: string): number[] | null => {
  let rest = text.trim();
  if (kinds === '') return rest === '' ? [] : null;
  const values: number[] = [];
  while (rest !== '') {
    const kind = kinds[values.length % kinds.length];
    const value = (kind === 'f' ? /^[01]/ : /^-?(?:\d+(?:\.\d+)?|\.\d+)/).exec(rest);
    if (!value) return null;
    const [separator = ''] = /^\s*,?\s*/.exec(rest.slice(value[0].length)) ?? [];
    rest = rest.slice(value[0].length + separator.length);
    if (rest === '' && separator.includes(',')) return null;
    values.push(Number(value[0]));
  }
  return values.length > 0 && values.length % kinds.length === 0 ? values : null;
};

interface Command {
  /** Small letter. A move that repeats its values draws lines. */
  readonly kind: string;
  readonly isRelative: boolean;
  readonly values: readonly number[];
}

/** Reads a path as single commands. Null if it does not begin with a move, or a command lacks a value. */
const readCommands = (path: string): Command[] | null => {
  if (!/^\s*m/i.test(path)) return null;
  const commands: Command[] = [];
  for (const text of path.match(/[a-z][^a-z]*/gi) ?? []) {
    const letter = text.charAt(0).toLowerCase();
    const kinds = VALUES[letter];
    const values = kinds === undefined ? null : readValues(text.slice(1), kinds);
    if (kinds === undefined || values === null) return null;
    const isRelative = letter === text.charAt(0);
    if (kinds === '') commands.push({ kind: letter, isRelative, values });
    for (let at = 0; at < values.length; at += kinds.length) {
      const kind = letter === 'm' && at > 0 ? 'l' : letter;
      commands.push({ kind, isRelative, values: values.slice(at, at + kinds.length) });
    }
  }
  return commands;
};

/** Most pieces of one curve. A curve of more pieces is longer than a mark may be, or its control points lie far away. */
const MOST_PIECES = 256;

/** Points on a curve, in pieces of about half a unit. Each costs the same, also on a curve without a length. */
const pointsOn = (length: number, at: (part: number) => Point): Point[] => {
  const pieces = Math.min(MOST_PIECES, Math.max(1, Math.ceil(length * 2) || 1));
  return Array.from({ length: pieces }, (_, index) => at((index + 1) / pieces));
};

/** Point of a straight line or a curve with these control points (de Casteljau). */
const bezierPoint = (controls: readonly Point[], part: number): Point => {
  const [first = [0, 0], ...more] = controls;
  if (more.length === 0) return first;
  const between = more.map(([x, y], index): Point => {
    const [fromX, fromY] = controls[index] ?? [x, y];
    return [fromX + (x - fromX) * part, fromY + (y - fromY) * part];
  });
  return bezierPoint(between, part);
};

const bezier = (controls: readonly Point[]): Point[] => {
  const length = controls.reduce((sum, [x, y], index) => {
    const [fromX, fromY] = controls[index - 1] ?? [x, y];
    return sum + Math.hypot(x - fromX, y - fromY);
  }, 0);
  return pointsOn(length, (part) => bezierPoint(controls, part));
};

/** Points on an arc of an ellipse: SVG 2, implementation notes, "conversion from endpoint to center parameterization". */
const arc = (from: Point, to: Point, values: readonly number[]): Point[] => {
  const [radiusX = 0, radiusY = 0, rotation = 0, isLarge = 0, isClockwise = 0] = values;
  const [[x1, y1], [x2, y2]] = [from, to];
  if (radiusX === 0 || radiusY === 0 || (x1 === x2 && y1 === y2)) return bezier([from, to]);
  const angle = (rotation * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const halfX = (cos * (x1 - x2) + sin * (y1 - y2)) / 2;
  const halfY = (cos * (y1 - y2) - sin * (x1 - x2)) / 2;
  const reach = Math.hypot(halfX / radiusX, halfY / radiusY);
  // Radii that are too small for the distance grow.
  const [rx, ry] = [Math.abs(radiusX) * Math.max(1, reach), Math.abs(radiusY) * Math.max(1, reach)];
  const away = (isLarge === isClockwise ? -1 : 1) * Math.sqrt(Math.max(0, 1 / reach ** 2 - 1));
  const [centreX, centreY] = reach >= 1 ? [0, 0] : [(away * rx * halfY) / ry, (-away * ry * halfX) / rx];
  const begin = Math.atan2((halfY - centreY) / ry, (halfX - centreX) / rx);
  const end = Math.atan2((-halfY - centreY) / ry, (-halfX - centreX) / rx);
  const turn = (end - begin + (isClockwise ? 4 : -4) * Math.PI) % (2 * Math.PI);
  return pointsOn(Math.max(rx, ry) * Math.abs(turn), (part) => {
    if (part === 1) return to;
    const x = centreX + rx * Math.cos(begin + turn * part);
    const y = centreY + ry * Math.sin(begin + turn * part);
    return [(x1 + x2) / 2 + cos * x - sin * y, (y1 + y2) / 2 + sin * x + cos * y];
  });
};

/** Place of the pen while a path is drawn. */
interface Pen {
  readonly at: Point;
  /** Begin of the part that `z` closes. */
  readonly start: Point;
  /** Last control point, which the next `s` or `t` mirrors. */
  readonly control: Point;
  readonly kind: string;
}

/** Returns the points that a command draws to, and the control point that the next one may mirror. */
const drawCommand = (
  { kind, isRelative, values }: Command,
  pen: Pen,
): { readonly points: readonly Point[]; readonly control?: Point } => {
  const [x, y] = pen.at;
  const [fromX, fromY] = isRelative ? pen.at : [0, 0];
  const [first = 0] = values;
  const pair = (index: number): Point => [fromX + (values[index] ?? 0), fromY + (values[index + 1] ?? 0)];
  const mirrored = (kinds: string): Point =>
    kinds.includes(pen.kind) ? [2 * x - pen.control[0], 2 * y - pen.control[1]] : pen.at;
  const lineTo = (to: Point) => ({ points: bezier([pen.at, to]) });
  const curve = (control: Point, ...rest: readonly Point[]) => ({ points: bezier([pen.at, ...rest]), control });
  switch (kind) {
    case 'h':
      return lineTo([fromX + first, y]);
    case 'v':
      return lineTo([x, fromY + first]);
    case 'c':
      return curve(pair(2), pair(0), pair(2), pair(4));
    case 's':
      return curve(pair(0), mirrored('cs'), pair(0), pair(2));
    case 'q':
      return curve(pair(0), pair(0), pair(2));
    case 't':
      return curve(mirrored('qt'), mirrored('qt'), pair(0));
    case 'a':
      return { points: arc(pen.at, pair(5), values) };
    case 'z':
      return lineTo(pen.start);
    default:
      return lineTo(pair(0));
  }
};

/**
 * Straight lines that follow a path of SVG, and their length. Null if the path cannot be drawn or is longer than the limit.
 * The number of lines grows with the commands and the length only, so no path takes long (decision 102).
 */
export const linesOfPath = (
  path: string,
  mostLength: number,
): { readonly lines: readonly Line[]; readonly length: number } | null => {
  const commands = readCommands(path);
  if (commands === null) return null;
  const lines: Line[] = [];
  let length = 0;
  let pen: Pen = { at: [0, 0], start: [0, 0], control: [0, 0], kind: '' };
  for (const command of commands) {
    const { kind } = command;
    const { points, control } = drawCommand(command, pen);
    const end = points.at(-1) ?? pen.at;
    let [x, y] = pen.at;
    for (const [nextX, nextY] of kind === 'm' ? [] : points) {
      lines.push([x, y, nextX, nextY]);
      length += Math.hypot(nextX - x, nextY - y);
      [x, y] = [nextX, nextY];
    }
    if (!(length <= mostLength)) return null;
    pen = { at: end, start: kind === 'm' ? end : pen.start, control: control ?? end, kind };
  }
  return { lines, length };
};
