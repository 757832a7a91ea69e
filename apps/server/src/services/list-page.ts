import { Refused } from './refused.ts';

/** Last row of a page. The next page begins after it. */
export interface Position {
  readonly atMicros: number;
  readonly id: string;
}

/** Encodes a position as the cursor of the next page. */
const cursorOf = ({ atMicros, id }: Position): string => Buffer.from(`${atMicros}:${id}`).toString('base64url');

/** Parses a cursor. Null for the first page; cursors that Foyer did not issue are refused. */
export const readCursor = (cursor: string | undefined): Position | null => {
  if (cursor === undefined) return null;
  const [, micros, id] =
    /^(\d{1,15}|[1-8]\d{15}):([\w-]{1,64})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (micros === undefined || id === undefined) throw new Refused('INVALID_REQUEST', { field: 'cursor' });
  return { atMicros: Number(micros), id };
};

/** Returns a page of `size` rows. One row more shows that another page exists. */
export const pageOf = <Row extends Position>(
  found: readonly Row[],
  size: number,
): { rows: readonly Row[]; nextCursor: string | null } => {
  const rows = found.slice(0, size);
  const last = rows.at(-1);
  return { rows, nextCursor: last && found.length > size ? cursorOf(last) : null };
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
