import svgPath from 'svgpath';

/** Straight line from one point to another: x, y, x, y. */
export type Line = readonly [number, number, number, number];

type Point = readonly [number, number];

/** A fault of the path in words. The types of the library lack it. */
type ReadPath = ReturnType<typeof svgPath> & { readonly err: string };

/** Most pieces of one curve. A curve of more pieces is longer than a mark may be, or its control points lie far away. */
const MOST_PIECES = 256;

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

/** Points on a line or curve, in pieces of about half a unit. Each costs the same, also on a curve without a length. */
const pointsOn = (controls: readonly Point[]): Point[] => {
  const length = controls.reduce((sum, [x, y], index) => {
    const [fromX, fromY] = controls[index - 1] ?? [x, y];
    return sum + Math.hypot(x - fromX, y - fromY);
  }, 0);
  const pieces = Math.min(MOST_PIECES, Math.max(1, Math.ceil(length * 2) || 1));
  return Array.from({ length: pieces }, (_, index) => bezierPoint(controls, (index + 1) / pieces));
};

/**
 * Straight lines that follow a path of SVG, and their length. Null if the path cannot be drawn or is longer than the limit.
 * The number of lines grows with the commands and the length only, so no path takes long (decision 102).
 */
export const linesOfPath = (
  path: string,
  mostLength: number,
): { readonly lines: readonly Line[]; readonly length: number } | null => {
  const read = svgPath(path).abs().unshort().unarc() as ReadPath;
  // The library takes two faults that browsers refuse: R, a curve of a draft of SVG, and a point without a digit.
  if (path.trim() === '' || /r|\.(?!\d)/i.test(path) || read.err !== '') return null;
  const lines: Line[] = [];
  let length = 0;
  let start: Point = [0, 0];
  read.iterate(([command, ...values], _index, penX, penY) => {
    if (!(length <= mostLength)) return;
    const pairs = Array.from(
      { length: values.length / 2 },
      (_, at): Point => [values[2 * at] ?? 0, values[2 * at + 1] ?? 0],
    );
    if (command === 'M') {
      start = pairs[0] ?? start;
      return;
    }
    const [value = 0] = values;
    const to: Readonly<Record<string, Point[]>> = { H: [[value, penY]], V: [[penX, value]], Z: [start], z: [start] };
    let [x, y]: Point = [penX, penY];
    for (const [nextX, nextY] of pointsOn([[penX, penY], ...(to[command] ?? pairs)])) {
      lines.push([x, y, nextX, nextY]);
      length += Math.hypot(nextX - x, nextY - y);
      [x, y] = [nextX, nextY];
    }
  });
  return length <= mostLength ? { lines, length } : null;
};
