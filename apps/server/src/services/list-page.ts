import { Refused } from './refused.ts';

/** Last row of a page. The next page begins after it. */
export interface Position {
  readonly atMicros: number;
  readonly id: string;
}

/** Encodes the time and id of the last row of a page as a cursor. */
export const encodeCursor = (time: number, id: string): string => Buffer.from(`${time}:${id}`).toString('base64url');

/** Parses a cursor. Refuses one that Foyer did not issue, or with a time after `latest`. */
export const parseCursor = (cursor: string, latest: number): { time: number; id: string } => {
  const [, time, id] = /^(\d{1,16}):([\w-]{1,64})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (time === undefined || id === undefined || Number(time) > latest)
    throw new Refused('INVALID_REQUEST', { field: 'cursor' });
  return { time: Number(time), id };
};

/** Latest time that a cursor may have, in microseconds. Larger integers are not exact. */
const LATEST_MICROS = 8_999_999_999_999_999;

/** Reads a cursor. Null for the first page. */
export const readCursor = (cursor: string | undefined): Position | null => {
  if (cursor === undefined) return null;
  const { time, id } = parseCursor(cursor, LATEST_MICROS);
  return { atMicros: time, id };
};

/** Returns a page of `size` rows. One row more shows that another page exists. */
export const pageOf = <Row extends Position>(
  found: readonly Row[],
  size: number,
): { rows: readonly Row[]; nextCursor: string | null } => {
  const rows = found.slice(0, size);
  const last = rows.at(-1);
  return { rows, nextCursor: last && found.length > size ? encodeCursor(last.atMicros, last.id) : null };
};

/** Reads the page of a cursor, or the first page, with the total number of rows. */
export const readPage = async <Row extends Position>(
  read: (after: Position | null, limit: number) => Promise<{ readonly rows: readonly Row[]; readonly inAll: number }>,
  size: number,
  cursor?: string,
): Promise<{ rows: readonly Omit<Row, 'atMicros'>[]; inAll: number; nextCursor: string | null }> => {
  const { rows, inAll } = await read(readCursor(cursor), size + 1);
  const page = pageOf(rows, size);
  return { rows: page.rows.map(({ atMicros: _, ...row }) => row), inAll, nextCursor: page.nextCursor };
};
