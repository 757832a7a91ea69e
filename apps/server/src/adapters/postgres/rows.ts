import type { Sql } from './database.ts';

/**
 * Writes many rows of one table in one statement: the rows travel as one JSON value and PostgreSQL gives each column
 * its own type. So a decision about one account and one about a hundred use the same statements.
 */
export interface Table {
  readonly name: string;
  /** Columns that hold an instant: milliseconds here, `timestamptz` there. */
  readonly instants: readonly string[];
}

type Row = Readonly<Record<string, unknown>>;

const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const encode = (table: Table, rows: readonly Row[]): string =>
  JSON.stringify(
    rows.map((row) =>
      Object.fromEntries(
        Object.entries(row).map(([key, value]) => [
          snake(key),
          typeof value === 'number' && table.instants.includes(key) ? new Date(value).toISOString() : value,
        ]),
      ),
    ),
  );

const columnsOf = (rows: readonly Row[]): string[] => Object.keys(rows[0] ?? {}).map(snake);

/** Inserts rows that all have the same members. */
export const insertRows = async (sql: Sql, table: Table, rows: readonly object[]): Promise<void> => {
  if (rows.length === 0) return;
  const list = rows as readonly Row[];
  const columns = columnsOf(list).join(', ');
  await sql.query(
    `INSERT INTO ${table.name} (${columns}) SELECT ${columns} FROM json_populate_recordset(NULL::${table.name}, $1::json)`,
    [encode(table, list)],
  );
};

/** Overwrites rows found by their id with all members given. */
export const updateRows = async (sql: Sql, table: Table, rows: readonly object[]): Promise<void> => {
  if (rows.length === 0) return;
  const list = rows as readonly Row[];
  const assignments = columnsOf(list)
    .filter((column) => column !== 'id')
    .map((column) => `${column} = fresh.${column}`)
    .join(', ');
  await sql.query(
    `UPDATE ${table.name} AS old SET ${assignments} FROM json_populate_recordset(NULL::${table.name}, $1::json) AS fresh WHERE old.id = fresh.id`,
    [encode(table, list)],
  );
};
