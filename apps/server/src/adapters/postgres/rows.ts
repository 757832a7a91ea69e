import type { Sql } from './database.ts';

/**
 * Writes many rows of one table in one statement: the rows travel as one JSON value and PostgreSQL gives each column
 * its own type. So a decision about one account and one about a hundred use the same statements.
 */
export interface Table {
  readonly name: string;
  /** Column that identifies a row; `id` by default. */
  readonly key?: string;
  /** Columns with instants, which are milliseconds in TypeScript and `timestamptz` in SQL. */
  readonly instants: readonly string[];
}

type Row = Readonly<Record<string, unknown>>;

/** Cache of column names, because a batch converts the same few names thousands of times. */
const columnNames = new Map<string, string>();
const snake = (name: string): string => {
  const known = columnNames.get(name);
  if (known !== undefined) return known;
  const made = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  columnNames.set(name, made);
  return made;
};

const encode = (table: Table, rows: readonly Row[]): string => {
  const members = Object.keys(rows[0] ?? {}).map((name) => ({
    name,
    column: snake(name),
    isInstant: table.instants.includes(name),
  }));
  return JSON.stringify(
    rows.map((row) => {
      const encoded: Record<string, unknown> = {};
      for (const { name, column, isInstant } of members) {
        const value = row[name];
        encoded[column] = isInstant && typeof value === 'number' ? new Date(value).toISOString() : value;
      }
      return encoded;
    }),
  );
};

/** Returns the columns of the rows. Throws if rows differ, because the statement would silently drop the extra columns. */
const columnsOf = (table: Table, rows: readonly Row[]): string[] => {
  const members = Object.keys(rows[0] ?? {});
  if (rows.some((row) => Object.keys(row).length !== members.length))
    throw new Error(`insert into ${table.name}: all rows of one statement must have the same columns`);
  return members.map(snake);
};

/** Inserts rows that all have the same members. */
export const insertRows = async (sql: Sql, table: Table, rows: readonly object[]): Promise<void> => {
  if (rows.length === 0) return;
  const list = rows as readonly Row[];
  const columns = columnsOf(table, list).join(', ');
  await sql.query(
    `INSERT INTO ${table.name} (${columns}) SELECT ${columns} FROM json_populate_recordset(NULL::${table.name}, $1::json)`,
    [encode(table, list)],
  );
};

/** Updates rows by their key with all given members. */
export const updateRows = async (sql: Sql, table: Table, rows: readonly object[]): Promise<void> => {
  if (rows.length === 0) return;
  const list = rows as readonly Row[];
  const { name, key = 'id' } = table;
  const assignments = columnsOf(table, list)
    .filter((column) => column !== key)
    .map((column) => `${column} = fresh.${column}`)
    .join(', ');
  await sql.query(
    `UPDATE ${name} AS old SET ${assignments} FROM json_populate_recordset(NULL::${name}, $1::json) AS fresh WHERE old.${key} = fresh.${key}`,
    [encode(table, list)],
  );
};
