import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DAY_MS, SECOND_MS } from '@foyer/contract/vocabulary/instants';
import type { Database } from './database.ts';

/** A built file of the pages. */
export interface PageFile {
  readonly content: Buffer;
  /** True if the content is compressed by brotli. */
  readonly isBrotli: boolean;
}

/** Number of files in one statement. */
const PORTION = 50;
const KEPT_DAYS = 90;

const READ_KNOWN = 'SELECT name FROM page_files WHERE name = ANY ($1)';
const TOUCH = `UPDATE page_files SET seen_at = now() WHERE name = ANY ($1) AND seen_at < now() - interval '1 day'`;
const INSERT = `
  INSERT INTO page_files (name, content, is_brotli) SELECT * FROM unnest($1::text[], $2::bytea[], $3::boolean[])
  ON CONFLICT DO NOTHING`;
const SWEEP = `DELETE FROM page_files WHERE seen_at < now() - interval '${KEPT_DAYS} days'`;

/** Stores the files that the database does not have yet, and marks the others as in use. */
const storePageFiles = async (database: Database, folder: string): Promise<void> => {
  if (!existsSync(folder)) return;
  const present = readdirSync(folder);
  const names = present.filter((name) => !/\.(br|gz)$/.test(name));
  const known = new Set((await database.query<{ name: string }>(READ_KNOWN, [names])).map(({ name }) => name));
  const missing = names.filter((name) => !known.has(name));
  for (let first = 0; first < missing.length; first += PORTION) {
    const portion = missing.slice(first, first + PORTION);
    const isBrotli = portion.map((name) => present.includes(`${name}.br`));
    const contents = portion.map((name, index) =>
      readFileSync(path.join(folder, isBrotli[index] ? `${name}.br` : name)),
    );
    await database.query(INSERT, [portion, contents, isBrotli]);
  }
  // A transaction is tried again if two servers block each other.
  await database.transaction(async (sql) => {
    await sql.query(TOUCH, [names]);
    await sql.query(SWEEP);
  });
};

/** Makes the function that stores the files of this server: at its first call, and then once a day. */
export const makeKeepPageFiles = (database: Database, webFolder: string): (() => Promise<void>) => {
  let keptAt = Number.NEGATIVE_INFINITY;
  return async () => {
    if (performance.now() - keptAt < DAY_MS) return;
    await storePageFiles(database, path.join(webFolder, 'assets'));
    keptAt = performance.now();
  };
};

/** Most files of other releases in memory. */
const MOST_IN_MEMORY = 500;

const readNames = async (database: Database): Promise<ReadonlySet<string>> =>
  new Set((await database.query<{ name: string }>('SELECT name FROM page_files')).map(({ name }) => name));

/**
 * Makes the function that finds a file of another release. A caller can ask for any name without a limit, so unknown names
 * share one query a second, and a file that was found stays in memory. `pause` ends when the next query may begin.
 */
export const makeFindPageFile = (
  database: Database,
  pause: () => Promise<unknown> = () => sleep(SECOND_MS, undefined, { ref: false }),
): ((name: string) => Promise<PageFile | null>) => {
  const found = new Map<string, PageFile>();
  let names: ReadonlySet<string> = new Set();
  let paused: Promise<unknown> = Promise.resolve();
  let next: Promise<void> | null = null;
  const readNext = async (): Promise<void> => {
    await paused;
    next = null; // a later request may be for a file that this query does not see
    paused = pause();
    names = await readNames(database);
  };
  return async (name) => {
    const known = found.get(name);
    if (known) return known;
    if (!names.has(name)) {
      next ??= readNext();
      await next;
    }
    if (!names.has(name)) return null;
    const [file] = await database.query<PageFile>('SELECT content, is_brotli FROM page_files WHERE name = $1', [name]);
    if (!file) return null;
    if (found.size >= MOST_IN_MEMORY) found.clear();
    found.set(name, file);
    return file;
  };
};
