import type { Cut } from '../../services/operator/ports.ts';
import type { Sql } from './database.ts';

/** For the columns of a query that is read by `readCut`. */
export const IN_ALL = 'count(*) OVER () AS in_all';

/** The rows of a query that ends in a limit and has `IN_ALL` among its columns, with how many there are without the limit. */
export const readCut = async <Row extends object>(
  sql: Sql,
  query: string,
  parameters: readonly unknown[],
): Promise<Cut<Row>> => {
  const found = await sql.query<{ inAll: number }>(query, parameters);
  return { rows: found.map(({ inAll: _, ...row }) => row as Row), inAll: found[0]?.inAll ?? 0 };
};
