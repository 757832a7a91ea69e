import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type Declaration, landedMigrations } from './migration-declarations.ts';

export interface Migration {
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
  /** Null for a file without a header. It counts as `contract`. */
  readonly declaration: Declaration | null;
}

const FILE_NAME = /^\d{4}-[a-z0-9-]+\.sql$/;

/** Checksum of a migration. Line ends do not count, because a checkout on another system may change them. */
const checksumOf = (sql: string): string => createHash('sha256').update(sql.replaceAll('\r\n', '\n')).digest('hex');

const HEADER = /^-- (Kind|Locks|Long lock|Transaction): (.+)$/;

const headerOf = (sql: string): Map<string, string[]> => {
  const header = new Map<string, string[]>();
  for (const line of sql.split(/\r?\n/)) {
    if (!line.startsWith('--')) break;
    const [, name = '', value = ''] = HEADER.exec(line) ?? [];
    if (name) header.set(name, [...(header.get(name) ?? []), value.trim()]);
  }
  return header;
};

/** Statements of a migration without comments. For migrations whose statements all have one form, without functions. */
const statementsOf = (sql: string): string[] =>
  sql
    .replace(/--.*$/gm, '')
    .split(';')
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');

const INDEX = /^CREATE (?:UNIQUE )?INDEX CONCURRENTLY (\w+) ON (?:(\w+)\.)?\w+\s/i;

export interface ConcurrentIndex {
  readonly name: string;
  readonly schema: string;
  readonly statement: string;
}

/** Indexes that a migration builds outside a transaction. Throws for any other statement. */
export const concurrentIndexesOf = ({ name, sql }: Pick<Migration, 'name' | 'sql'>): ConcurrentIndex[] =>
  statementsOf(sql).map((statement) => {
    const [, index = '', schema = 'public'] = INDEX.exec(statement) ?? [];
    if (!index)
      throw new Error(
        `Migration ${name} runs outside a transaction, so it may hold only statements "CREATE [UNIQUE] INDEX CONCURRENTLY name ON table …". Move the others into another migration.`,
      );
    return { name: index, schema, statement };
  });

const FILL = /^UPDATE\s+((?:\w+\.)?\w+)\s+(\w+)\s+SET\s+(\w+)\s*=\s.+\sWHERE\s(.+)$/is;
/** Words after which a condition at the end of the statement would mean something else. */
const NOT_IN_FILL = /\b(?:OR|RETURNING)\b|\bWHERE\b.*\bWHERE\b/is;

/** Statement that writes a column of those rows that do not have it. */
export interface Fill {
  readonly table: string;
  /** Name of the table in the statement. */
  readonly alias: string;
  readonly statement: string;
}

/** Fills of a migration that writes rows in batches. Throws for any other statement. */
export const fillsOf = ({ name, sql }: Pick<Migration, 'name' | 'sql'>): Fill[] =>
  statementsOf(sql).map((statement) => {
    const [, table = '', alias = '', column = '', condition = ''] = FILL.exec(statement) ?? [];
    const isOpen = new RegExp(`\\b${alias}\\.${column}\\s+IS\\s+NULL\\b`, 'i');
    if (!table || NOT_IN_FILL.test(statement) || !isOpen.test(condition))
      throw new Error(
        `Migration ${name} writes rows in batches, so it may hold only statements "UPDATE table r SET column = … WHERE … AND r.column IS NULL", with one WHERE and without OR and RETURNING. Move the others into another migration.`,
      );
    return { table, alias, statement };
  });

/** The same migration for a transaction, which has the tables for itself, as a restore has. */
export const inTransaction = ({ sql, declaration }: Migration): string =>
  declaration?.outside === 'indexes' ? sql.replace(/\bINDEX CONCURRENTLY\b/gi, 'INDEX') : sql;

/** Values of "-- Transaction:", and the check of the statements that each allows. */
const OUTSIDE = {
  none: { outside: 'indexes', check: concurrentIndexesOf },
  batches: { outside: 'batches', check: fillsOf },
} as const;

/** Reads the header of a migration. Null if it has none. */
const declarationOf = (name: string, sql: string): Declaration | null => {
  const header = headerOf(sql);
  const [kind, ...otherKinds] = header.get('Kind') ?? [];
  if (kind === undefined) return landedMigrations[name] ?? null;
  const [transaction] = header.get('Transaction') ?? [];
  if ((kind !== 'expand' && kind !== 'contract') || otherKinds.length > 0)
    throw new Error(`Migration ${name}: "-- Kind:" must be one line and say expand or contract.`);
  if (transaction !== undefined && transaction !== 'none' && transaction !== 'batches')
    throw new Error(`Migration ${name}: "-- Transaction:" can only be none or batches.`);
  const work = transaction === undefined ? null : OUTSIDE[transaction];
  work?.check({ name, sql });
  return {
    kind,
    locks: (header.get('Locks') ?? []).flatMap((tables) => tables.split(/,\s*/)),
    longLocks: header.get('Long lock') ?? [],
    outside: work?.outside ?? null,
  };
};

/** Reads the migrations of a folder in the order of their numbers. */
export const readMigrations = (folder: string): Migration[] => {
  const names = readdirSync(folder)
    .filter((name) => /^\d.*\.sql$/.test(name)) // other files are not migrations
    .sort();
  for (const [index, name] of names.entries()) {
    if (!FILE_NAME.test(name))
      throw new Error(`Migration ${name} is named wrongly. Rename it to the form 0001-accounts.sql.`);
    const before = names[index - 1];
    if (before?.slice(0, 4) === name.slice(0, 4))
      throw new Error(`Migrations ${before} and ${name} have the same number. Give the newer one the next number.`);
  }
  return names.map((name) => {
    const sql = readFileSync(path.join(folder, name), 'utf8');
    return { name, sql, checksum: checksumOf(sql), declaration: declarationOf(name, sql) };
  });
};
