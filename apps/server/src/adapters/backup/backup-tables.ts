import type pg from 'pg';

/** A table to back up or restore, with names as SQL writes them. */
export interface BackupTable {
  /** Name with the schema: `public.accounts`. */
  readonly name: string;
  /** Columns that are stored, in the order of the table. */
  readonly columns: readonly string[];
}

/** Tables of the migrations. The queue makes its tables itself. */
const READ_TABLES = `
  SELECT format('%I.%I', n.nspname, c.relname) AS name, c.oid::text AS oid,
    (SELECT array_agg(quote_ident(a.attname) ORDER BY a.attnum) FROM pg_attribute a
      WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '') AS columns,
    ARRAY(SELECT k.confrelid::text FROM pg_constraint k
      WHERE k.conrelid = c.oid AND k.contype = 'f' AND NOT k.condeferrable AND k.confrelid <> c.oid) AS needs
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE n.nspname IN ('public', 'sandbox') AND c.relkind = 'r' AND c.relpersistence = 'p' AND c.relname NOT IN ('schema_migrations', 'restored_backups', 'page_files')
    AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e')
  ORDER BY n.nspname, c.relname`;

interface FoundTable extends BackupTable {
  readonly oid: string;
  /** Tables that a foreign key refers to. Deferrable keys are checked at the commit. */
  readonly needs: readonly string[];
}

/** Orders tables so that each comes after those that it refers to. */
const inOrder = (tables: readonly FoundTable[]): FoundTable[] => {
  const ordered = new Set<FoundTable>();
  const byOid = new Map(tables.map((table) => [table.oid, table]));
  const add = (table: FoundTable, above: readonly FoundTable[]): void => {
    if (ordered.has(table)) return;
    if (above.includes(table)) throw new Error(`foreign keys lead from ${table.name} back to it: make one deferrable`);
    for (const oid of table.needs) {
      const needed = byOid.get(oid);
      if (needed) add(needed, [...above, table]);
    }
    ordered.add(table);
  };
  for (const table of tables) add(table, []);
  return [...ordered];
};

/** Reads the tables of the migrations that a database has, in an order that foreign keys allow. */
export const readTables = async (client: pg.Client): Promise<BackupTable[]> => {
  const { rows } = await client.query<FoundTable>(READ_TABLES);
  return inOrder(rows).map(({ name, columns }) => ({ name, columns }));
};

/** Reads the names of the sequences of the same schemas. */
export const readSequences = async (client: pg.Client): Promise<string[]> => {
  const { rows } = await client.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, sequencename) AS name FROM pg_sequences WHERE schemaname IN ('public', 'sandbox') ORDER BY 1`,
  );
  return rows.map(({ name }) => name);
};

/** Settings that the texts of values depend on. Both sides set them, so that the same value is the same text. */
export const setTextFormat = async (client: pg.Client): Promise<void> => {
  for (const [name, value] of [
    ['timezone', 'UTC'],
    ['datestyle', 'ISO'],
    ['intervalstyle', 'postgres'],
    ['extra_float_digits', '3'],
    ['bytea_output', 'hex'],
    ['client_encoding', 'UTF8'],
  ])
    await client.query(`SET LOCAL ${name} = '${value}'`);
};
