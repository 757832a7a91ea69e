import { COUNTED_TO } from '@foyer/contract/vocabulary/counted';
import type { Cut } from '../../services/operator/ports.ts';
import type { Position } from '../../services/operator/read-ports.ts';
import type { Sql } from './database.ts';

/** A list in the parts of its query: the same rows are read, counted and gone on with. */
export interface List {
  readonly columns: string;
  /** With its `WHERE`; `$1` is how many rows are read. */
  readonly from: string;
  /** What it is sorted by, and what tells two of the same moment apart: neither is ever null. */
  readonly at: string;
  readonly id: string;
  readonly newestFirst?: true;
}

/** How many rows there are, as far as anybody counts: an index or a table is never walked to its end for it. */
export const countOf = (from: string): string =>
  `(SELECT count(*) FROM (SELECT FROM ${from} LIMIT ${COUNTED_TO + 1}) AS counted)`;

/**
 * Rows of a list, the first ones or those behind a position, each with the position it has. How many the list has is counted
 * with the first ones alone.
 */
export const readCut = async <Row extends object>(
  sql: Sql,
  { columns, from, at, id, newestFirst }: List,
  limit: number,
  parameters: readonly unknown[] = [],
  after: Position | null = null,
): Promise<Cut<Row & { readonly atMicros: number }>> => {
  const behind = `AND (${at}, ${id}) ${newestFirst ? '<' : '>'} ('epoch'::timestamptz + $${parameters.length + 2}::bigint * interval '1 microsecond', $${parameters.length + 3})`;
  const way = newestFirst ? 'DESC' : 'ASC';
  const found = await sql.query<Row & { inAll: number; atMicros: number }>(
    `SELECT ${columns}, (extract(epoch FROM ${at}) * 1000000)::bigint AS at_micros, ${after ? '0' : countOf(from)} AS in_all
     FROM ${from} ${after ? behind : ''} ORDER BY ${at} ${way}, ${id} ${way} LIMIT $1`,
    [limit, ...parameters, ...(after ? [after.atMicros, after.id] : [])],
  );
  return { rows: found.map(({ inAll: _, ...row }) => row as Row & { atMicros: number }), inAll: found[0]?.inAll ?? 0 };
};
