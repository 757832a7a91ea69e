import { crc32, deflateSync } from 'node:zlib';
import { type Segment, segmentsOf } from './svg-lines.ts';

/** Side of the picture in pixels. A mail shows it at half that size, so that it is sharp on screens of high density. */
const SIDE = 56;
/** Empty edge around the lines, in pixels. */
const EDGE = 8;
/** Pixels per unit of the lines, which are drawn in a square of 24. */
const SCALE = (SIDE - 2 * EDGE) / 24;
const HALF_WIDTH = (2.25 * SCALE) / 2;

const distance = (x: number, y: number, [x1, y1, x2, y2]: Segment): number => {
  const [dx, dy] = [x2 - x1, y2 - y1];
  const length = dx * dx + dy * dy;
  const part = length === 0 ? 0 : Math.min(1, Math.max(0, ((x - x1) * dx + (y - y1) * dy) / length));
  return Math.hypot(x - x1 - part * dx, y - y1 - part * dy);
};

const chunk = (type: string, data: Buffer): Buffer => {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([frame.subarray(0, 4), named, frame.subarray(4)]);
};

/** PNG of white pixels with this opacity, row by row. */
const encode = (opacity: (column: number, row: number) => number): Buffer => {
  // each row begins with its filter, which is none
  const rows = Buffer.alloc(SIDE * (1 + 2 * SIDE));
  for (let row = 0; row < SIDE; row++)
    for (let column = 0; column < SIDE; column++) {
      const at = row * (1 + 2 * SIDE) + 1 + 2 * column;
      rows[at] = 255;
      rows[at + 1] = Math.round(255 * opacity(column, row));
    }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(SIDE, 0);
  head.writeUInt32BE(SIDE, 4);
  // 8 bits for grey and 8 for opacity
  head.set([8, 4, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
};

/**
 * Draws the mark of a brand in white on nothing, as PNG, for mails: mail programs draw no SVG. The lines are paths of SVG in
 * a square of 24, with round ends. Null for a brand without lines.
 */
export const makeMarkPicture = (lines: readonly string[]): Buffer | null => {
  if (lines.length === 0) return null;
  const segments = lines
    .flatMap(segmentsOf)
    .map((segment) => segment.map((at) => EDGE + at * SCALE) as unknown as Segment);
  return encode((column, row) => {
    const nearest = Math.min(...segments.map((segment) => distance(column + 0.5, row + 0.5, segment)));
    return Math.min(1, Math.max(0, HALF_WIDTH - nearest + 0.5));
  });
};
