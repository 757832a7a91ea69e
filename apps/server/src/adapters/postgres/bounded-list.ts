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
  const behind = `AND (${at}, ${id}) ${newestFirst ? '<' : '>'} ('epoch'::timestamptz + $${parameters.length + 2}::bigint * interval '1 microsecond', $${parameters.length + 3})`;
  const way = newestFirst ? 'DESC' : 'ASC';
  const found = await sql.query<Row & { inAll: number; atMicros: number }>(
    `SELECT ${columns}, (extract(epoch FROM ${at}) * 1000000)::bigint AS at_micros, ${after ? '0' : countOf(from)} AS in_all
     FROM ${from} ${after ? behind : ''} ORDER BY ${at} ${way}, ${id} ${way} LIMIT $1`,
    [limit, ...parameters, ...(after ? [after.atMicros, after.id] : [])],
  );
  return { rows: found.map(({ inAll: _, ...row }) => row as Row & { atMicros: number }), inAll: found[0]?.inAll ?? 0 };
};
