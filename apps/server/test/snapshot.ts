import type { Sql } from '../src/adapters/postgres/database.ts';

const tablesOf = (sql: Sql) =>
  sql.query<{ name: string }>(
    `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
     WHERE table_schema IN ('public', 'sandbox') AND table_type = 'BASE TABLE' ORDER BY 1`,
  );

/** Row count and checksum of every table of ours, so that "nothing changed" is one comparison. */
export const snapshot = async (sql: Sql): Promise<Readonly<Record<string, string>>> => {
  const tables = await tablesOf(sql);
  const parts = tables.map(
    ({ name }) =>
      `SELECT '${name}' AS name, count(*) || ' ' || COALESCE(sum(hashtextextended(t::text, 0)), 0) AS state FROM ${name} t`,
  );
  const rows = await sql.query<{ name: string; state: string }>(parts.join(' UNION ALL '));
  return Object.fromEntries(rows.map(({ name, state }) => [name, state]));
};

/** The tables of ours in which a text stands anywhere. */
export const tablesHolding = async (sql: Sql, text: string): Promise<string[]> => {
  const found: string[] = [];
  for (const { name } of await tablesOf(sql)) {
    const [row] = await sql.query<{ n: number }>(
      `SELECT count(*)::int AS n FROM ${name} t WHERE t::text LIKE '%' || $1 || '%'`,
      [text],
    );
    if (row && row.n > 0) found.push(name);
  }
  return found;
};
