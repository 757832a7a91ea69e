/** Straight line from one point to another: x, y, x, y. */
export type Segment = readonly [number, number, number, number];

type Point = readonly [x: number, y: number];

/** Number of values that follow a command of a path. */
const COUNTS: Readonly<Record<string, number>> = { M: 2, L: 2, H: 1, V: 1, C: 6, S: 4, Q: 4, T: 2, A: 7, Z: 0 };
/** Straight pieces of a curve. */
const PIECES = 16;

const NUMBER = /[\s,]*(-?(?:\d+\.?\d*|\.\d+))/y;
const FLAG = /[\s,]*([01])/y;

interface Command {
  readonly kind: string;
  readonly isRelative: boolean;
  readonly values: readonly number[];
}

/** Commands of a path, each with its values. A command without a letter repeats the one before. */
const commandsOf = (path: string): Command[] =>
  [...path.matchAll(/([a-z])([^a-z]*)/gi)].flatMap(([, letter = '', rest = '']) => {
    const upper = letter.toUpperCase();
    const count = COUNTS[upper] ?? 0;
    const found: Command[] = [];
    let at = 0;
    do {
      const values: number[] = [];
      for (let index = 0; index < count; index++) {
        // the two flags of an arc may stand without a space before the next value
        const pattern = upper === 'A' && (index === 3 || index === 4) ? FLAG : NUMBER;
        pattern.lastIndex = at;
        const value = pattern.exec(rest);
        if (!value) return found;
        at = pattern.lastIndex;
        values.push(Number(value[1]));
      }
      found.push({ kind: upper === 'M' && found.length > 0 ? 'L' : upper, isRelative: letter !== upper, values });
    } while (count > 0 && rest.slice(at).trim() !== '');
    return found;
  });

/** Point on a Bézier curve, by halving towards the next control point. */
const onCurve = (points: readonly Point[], part: number): Point => {
  const [first = [0, 0], ...others] = points;
  if (others.length === 0) return first;
  const nearer = others.map(([x, y], index): Point => {
    const [fromX, fromY] = points[index] ?? first;
    return [fromX + (x - fromX) * part, fromY + (y - fromY) * part];
  });
  return onCurve(nearer, part);
};

const curve = (...points: readonly Point[]): Point[] =>
  Array.from({ length: PIECES }, (_, index) => onCurve(points, (index + 1) / PIECES));

/** Points of an arc, by the centre of its ellipse (SVG 2, B.2.4). */
const arc = (
  [x1, y1]: Point,
  [x2, y2]: Point,
  [radiusX = 0, radiusY = 0, degrees = 0, large, sweep]: readonly number[],
): Point[] => {
  let [rx, ry] = [Math.abs(radiusX), Math.abs(radiusY)];
  if (rx === 0 || ry === 0) return [[x2, y2]];
  const turn = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  const [dx, dy] = [(x1 - x2) / 2, (y1 - y2) / 2];
  const [px, py] = [cos * dx + sin * dy, cos * dy - sin * dx];
  const tooSmall = Math.sqrt((px / rx) ** 2 + (py / ry) ** 2);
  if (tooSmall > 1) [rx, ry] = [rx * tooSmall, ry * tooSmall];
  const square = (rx * py) ** 2 + (ry * px) ** 2;
  const factor = (large === sweep ? -1 : 1) * Math.sqrt(Math.max(0, ((rx * ry) ** 2 - square) / (square || 1)));
  const [cx, cy] = [(factor * rx * py) / ry, (-factor * ry * px) / rx];
  const start = Math.atan2((py - cy) / ry, (px - cx) / rx);
  let angle = Math.atan2((-py - cy) / ry, (-px - cx) / rx) - start;
  if (sweep === 1 && angle < 0) angle += 2 * Math.PI;
  if (sweep !== 1 && angle > 0) angle -= 2 * Math.PI;
  return Array.from({ length: PIECES }, (_, index) => {
    const at = start + (angle * (index + 1)) / PIECES;
    const [ex, ey] = [rx * Math.cos(at) + cx, ry * Math.sin(at) + cy];
    return [cos * ex - sin * ey + (x1 + x2) / 2, sin * ex + cos * ey + (y1 + y2) / 2];
  });
};

/** Straight lines that follow a path of SVG: its lines, curves and arcs. */
export const segmentsOf = (path: string): Segment[] => {
  const segments: Segment[] = [];
  let here: Point = [0, 0];
  let begin: Point = here;
  /** Last control point of a curve, which `S` and `T` mirror. */
  let control: Point | null = null;
  let before = '';
  const go = (points: readonly Point[]): void => {
    for (const [x, y] of points) {
      segments.push([...here, x, y]);
      here = [x, y];
    }
  };
  for (const { kind, isRelative, values } of commandsOf(path)) {
    const [ox, oy] = isRelative ? here : [0, 0];
    const point = (index: number): Point => [(values[index] ?? 0) + ox, (values[index + 1] ?? 0) + oy];
    const mirrored = (of: string): Point =>
      control && of.includes(before) ? [2 * here[0] - control[0], 2 * here[1] - control[1]] : here;
    const [value = 0] = values;
    if (kind === 'M') {
      begin = here = point(0);
    } else if (kind === 'L') go([point(0)]);
    else if (kind === 'H') go([[value + ox, here[1]]]);
    else if (kind === 'V') go([[here[0], value + oy]]);
    else if (kind === 'A') go(arc(here, point(5), values));
    else if (kind === 'Z') go([begin]);
    else {
      const first = kind === 'S' ? mirrored('CS') : kind === 'T' ? mirrored('QT') : point(0);
      const rest =
        kind === 'C'
          ? [point(2), point(4)]
          : kind === 'T'
            ? [point(0)]
            : kind === 'S'
              ? [point(0), point(2)]
              : [point(2)];
      control = rest.length === 2 ? (rest[0] ?? null) : first;
      go(curve(here, first, ...rest));
    }
    before = kind;
  }
  return segments;
};
