import { COUNT_LIMIT } from '@foyer/contract/vocabulary/count-limit';
import type { BoundedList } from '../../services/operator/ports.ts';
import type { Position } from '../../services/operator/read-ports.ts';
import type { Sql } from './database.ts';

/** Parts of the query of a list, used for its rows, its count and its next page. */
export interface List {
  readonly columns: string;
  /** Tables and `WHERE`. `$1` is the limit. */
  readonly from: string;
  /** Sort column, and the column that breaks ties. Neither is ever null. */
  readonly at: string;
  readonly id: string;
  readonly newestFirst?: true;
}

/** Position of the first page, later than any row. */
export const END_OF_TIME: Position = { atMicros: Number.MAX_SAFE_INTEGER, id: '' };

/** Column with the time of a row in microseconds, as a cursor has it. */
export const atMicrosOf = (at: string): string => `(extract(epoch FROM ${at}) * 1000000)::bigint AS at_micros`;

/** Condition for rows on one side of a position. The parameters `$first` and the next one are its time and id. */
export const isBeyond = (at: string, id: string, side: '<' | '>', first: number): string =>
  `(${at}, ${id}) ${side} ('epoch'::timestamptz + $${first}::bigint * interval '1 microsecond', $${first + 1})`;

/** Subquery for the number of rows, at most `COUNT_LIMIT` + 1, so that a large table is never read to its end. */
export const countOf = (from: string): string =>
  `(SELECT count(*) FROM (SELECT FROM ${from} LIMIT ${COUNT_LIMIT + 1}) AS counted)`;

/** Reads a page of a list, from its beginning or after a position. The total is counted for the first page only. */
export const readBoundedList = async <Row extends object>(
  sql: Sql,
  { columns, from, at, id, newestFirst }: List,
  limit: number,
  parameters: readonly unknown[] = [],
  after: Position | null = null,
): Promise<BoundedList<Row & { readonly atMicros: number }>> => {
  const behind = `AND ${isBeyond(at, id, newestFirst ? '<' : '>', parameters.length + 2)}`;
  const way = newestFirst ? 'DESC' : 'ASC';
  const found = await sql.query<Row & { inAll: number; atMicros: number }>(
    `SELECT ${columns}, ${atMicrosOf(at)}, ${after ? '0' : countOf(from)} AS in_all
     FROM ${from} ${after ? behind : ''} ORDER BY ${at} ${way}, ${id} ${way} LIMIT $1`,
    [limit, ...parameters, ...(after ? [after.atMicros, after.id] : [])],
  );
  return { rows: found.map(({ inAll: _, ...row }) => row as Row & { atMicros: number }), inAll: found[0]?.inAll ?? 0 };
};
