import type { Sql } from '../src/adapters/postgres/database.ts';
import { personalData } from '../src/adapters/postgres/personal-data.ts';
import type { CustomerRow } from './customers.ts';

/** Marker text stored in one column of one customer and nowhere else. */
export interface Canary {
  readonly table: string;
  readonly column: string;
  /** The marker as it appears in a row that is cast to text. */
  readonly needle: string;
}

/** Columns without a marker: a check constraint limits their values, or sign-in needs the password hash. */
const withoutCanary = new Set([
  'addresses.country',
  'payment_methods.last4',
  'payment_attempts.last4',
  'users.password_hash',
  'users.language',
]);

/** SQL condition for the rows of a customer in a table. */
export const rowsOf = (table: string, { userId, accountId }: CustomerRow): string =>
  (personalData[table]?.rows ?? 'false').replace('$user', `'${userId}'`).replace('$account', `'${accountId}'`);

/** The value to store, as SQL, and what it looks like. */
const valueFor = (type: string, text: string, nth: number, isUnique: boolean): [sql: string, needle: string] => {
  switch (type) {
    case 'inet':
      return [`'2001:db8::${nth.toString(16)}:77'`, `2001:db8::${nth.toString(16)}:77`];
    case 'bytea':
      return [`convert_to('${text}', 'UTF8')`, Buffer.from(text).toString('hex')];
    case 'jsonb':
      return [`jsonb_build_object('${text}', '{}'::jsonb)`, text];
    case 'ARRAY':
      return [`ARRAY['${text}']`, text];
    default:
      return [isUnique ? `'${text}' || ctid::text` : `'${text}'`, text];
  }
};

/** References and hashes, which must not be the same twice. */
const unique = /(_ref|_hash|_id|^id)$/;

/** Columns whose stored value the product reads, so the marker is added to it. */
const mergedInto = new Set(['users.claims', 'invoices.bill_to']);

/**
 * Puts a canary into every personal column of every row of a customer, past the triggers that guard some of them.
 * Every table of the keep-list must have a row, else the test would prove nothing about it.
 */
export const plantCanaries = async (
  sql: { transaction<T>(work: (tx: Sql) => Promise<T>): Promise<T> },
  customer: CustomerRow,
  word = 'canary',
): Promise<Canary[]> =>
  sql.transaction(async (tx) => {
    await tx.query('SET LOCAL session_replication_role = replica');
    const planted: Canary[] = [];
    for (const [table, { personal }] of Object.entries(personalData)) {
      const rows = rowsOf(table, customer);
      const found = await tx.query(`SELECT 1 FROM ${table} WHERE ${rows}`);
      if (found.length === 0) throw new Error(`the customer has no row in ${table}`);
      const types = await tx.query<{ column: string; type: string }>(
        `SELECT column_name AS column, data_type AS type FROM information_schema.columns WHERE table_schema = 'public' AND table_name = $1`,
        [table],
      );
      for (const column of personal.filter((name) => !withoutCanary.has(`${table}.${name}`))) {
        const type = types.find((candidate) => candidate.column === column)?.type ?? '';
        const [value, needle] = valueFor(
          type,
          `${word}-${table}-${column}-end`,
          planted.length + 1,
          unique.test(column),
        );
        const merged = mergedInto.has(`${table}.${column}`) ? `${column} || ${value}` : value;
        await tx.query(`UPDATE ${table} SET ${column} = ${merged} WHERE ${rows}`);
        planted.push({ table, column, needle });
      }
    }
    return planted;
  });

/** Finds markers in the whole database, with the tables of the job queue and of the sandbox gateway. */
export const findCanaries = async (sql: Sql, canaries: readonly Canary[]): Promise<string[]> => {
  const tables = await sql.query<{ name: string }>(
    `SELECT format('%I.%I', n.nspname, c.relname) AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relkind = 'r' AND n.nspname NOT IN ('pg_catalog', 'information_schema') ORDER BY 1`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await sql.query<{ row: string }>(`SELECT t::text AS row FROM ${name} t`);
    const dump = rows.map(({ row }) => row).join('\n');
    for (const { table, column, needle } of canaries) {
      if (dump.includes(needle)) found.push(`${name} holds ${table}.${column}`);
    }
  }
  return found.sort();
};
