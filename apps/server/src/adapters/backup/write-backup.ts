import { rmSync } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { constants, createGzip } from 'node:zlib';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { CannotStart } from '../cannot-start.ts';
import { findJobTable } from '../queue/job-tables.ts';
import { encryptWith } from './age.ts';
import { type BackupTable, readSequences, readTables, setTextFormat } from './backup-tables.ts';
import { type BackupFooter, type BackupHeader, BLOCK_END, blockLine, FORMAT, firstLine, lastLine } from './format.ts';
import { LineSplitter } from './line-splitter.ts';
import { RowsDigest } from './rows-digest.ts';

/** A backup that was written. */
export interface WrittenBackup {
  readonly header: BackupHeader;
  readonly footer: BackupFooter;
  readonly bytes: number;
}

const readHeaderFacts = async (client: pg.Client, release: string): Promise<BackupHeader> => {
  const one = async <Row extends pg.QueryResultRow>(text: string) => (await client.query<Row>(text)).rows;
  const [facts] = await one<{ takenAt: Date; server: string }>(
    `SELECT now() AS "takenAt", current_setting('server_version') AS server`,
  );
  const [hasSecret] = await one<{ table: string | null }>(`SELECT to_regclass('installation_secret')::text AS table`);
  const [secret] = hasSecret?.table
    ? await one<{ fingerprint: string }>('SELECT fingerprint FROM installation_secret')
    : [];
  const [hasMark] = await one<{ table: string | null }>(`SELECT to_regclass('restored_backups')::text AS table`);
  const [mark] = hasMark?.table
    ? await one<{ at: Date }>('SELECT taken_at AS at FROM restored_backups WHERE reconciled_at IS NULL')
    : [];
  return {
    format: FORMAT,
    release,
    takenAt: (facts?.takenAt ?? new Date(0)).toISOString(),
    server: facts?.server ?? '',
    migrations: await one('SELECT name, checksum FROM schema_migrations ORDER BY name COLLATE "C"'),
    secret: secret?.fingerprint ?? null,
    restoredFrom: mark?.at.toISOString() ?? null,
  };
};

/** Rows of a table in COPY's text format. They are counted and digested on the way. */
async function* rowsOf(client: pg.Client, { name, columns }: BackupTable, digest: RowsDigest): AsyncGenerator<Buffer> {
  const lines = new LineSplitter();
  const rows: AsyncIterable<Buffer> = client.query(
    copyTo(`COPY (SELECT ${columns.join(', ')} FROM ${name}) TO STDOUT`),
  );
  for await (const chunk of rows) {
    for (const line of lines.push(chunk)) digest.add(line);
    yield chunk;
  }
}

/** Counts and digests the rows that a table has now. */
export const digestRows = async (client: pg.Client, table: BackupTable): Promise<RowsDigest> => {
  const digest = new RowsDigest();
  for await (const _chunk of rowsOf(client, table, digest)) {
    // the digest has read it
  }
  return digest;
};

/** Whole text of a backup, read in the transaction of `client`. `done` gets what the last line says. */
async function* textOf(client: pg.Client, header: BackupHeader, done: (footer: BackupFooter) => void) {
  await setTextFormat(client);
  yield Buffer.from(firstLine(header));
  const jobs = await findJobTable(client);
  const tables: BackupFooter['tables'] = [];
  for (const table of [...(await readTables(client)), ...(jobs ? [jobs] : [])]) {
    const digest = new RowsDigest();
    yield Buffer.from(blockLine(table));
    yield* rowsOf(client, table, digest);
    yield Buffer.from(`${BLOCK_END}\n\n`);
    tables.push({ name: table.name, rows: digest.rows, digest: digest.digest });
  }
  const sequences: BackupFooter['sequences'] = [];
  for (const name of await readSequences(client)) {
    const { rows } = await client.query<{ value: string; isCalled: boolean }>(
      `SELECT last_value AS value, is_called AS "isCalled" FROM ${name}`,
    );
    if (rows[0]) sequences.push({ name, ...rows[0] });
  }
  const footer = { tables, sequences };
  yield Buffer.from(lastLine(footer));
  done(footer);
}

/** Makes a renamed file survive a power failure. */
const syncFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
};

/** Compresses at the fastest level: the transaction keeps old row versions in the database as long as it lasts. */
async function* compress(text: AsyncIterable<Buffer>): AsyncGenerator<Uint8Array> {
  const gzip = createGzip({ level: constants.Z_BEST_SPEED });
  pipeline(text, gzip).catch(() => {}); // reading `gzip` throws the error
  yield* gzip;
}

/** Name of the unfinished file beside a backup. A killed process leaves it behind. */
const partialOf = (file: string): string => `${file}.${process.pid}.partial`;

/** Removes the unfinished file of a backup at the end of the process. Reports no failure, because the command has reported its own. */
export const removePartial = (file: string): void => {
  try {
    rmSync(partialOf(file), { force: true });
  } catch {
    // a folder that cannot be used holds no unfinished file
  }
};

const NO_ROOM = ['ENOSPC', 'EDQUOT', 'EFBIG'];
const NO_WAY = ['ENOENT', 'EACCES', 'EPERM', 'EROFS', 'ENOTDIR'];

/** Explains why a file could not be written. Other errors stay as they are. */
const describeWriteError = (file: string, error: unknown): unknown => {
  const { code = '', path } = error as NodeJS.ErrnoException;
  if (NO_ROOM.includes(code))
    return new CannotStart(
      `backup ${file}: its disk has no room left. The unfinished file was removed. Name a file on a larger disk.`,
    );
  return NO_WAY.includes(code) && path !== undefined
    ? new CannotStart(
        `backup ${file}: the folder ${dirname(file)} does not exist, or user ${process.getuid?.()} may not write there.`,
      )
    : error;
};

/**
 * Writes a file that has its name only when it is complete and on the disk. Until then it is beside it under another name, and a
 * failure removes it. Only its owner can read it. Returns its size.
 */
export const writeWhole = async (file: string, bytes: AsyncIterable<Uint8Array>): Promise<number> => {
  if (await stat(file).catch(() => null))
    throw new CannotStart(`backup ${file}: the file exists. Name another one, or remove it first.`);
  const partial = partialOf(file);
  try {
    const handle = await open(partial, 'wx', 0o600);
    const written = handle.createWriteStream({ flush: true });
    await pipeline(bytes, written);
    await rename(partial, file);
    await syncFolder(dirname(file));
    return written.bytesWritten;
  } catch (error) {
    await rm(partial, { force: true }).catch(() => {}); // a folder that refused the file refuses this too
    throw describeWriteError(file, error);
  }
};

/**
 * Writes one consistent copy of the database into a file, in the transaction of `client`, which has to see one snapshot. A
 * `passphrase` encrypts it.
 */
export const writeBackup = async (
  client: pg.Client,
  { file, release, passphrase }: { file: string; release: string; passphrase: string | null },
): Promise<WrittenBackup> => {
  const header = await readHeaderFacts(client, release);
  let footer: BackupFooter = { tables: [], sequences: [] };
  const text = textOf(client, header, (facts) => {
    footer = facts;
  });
  const compressed = compress(text);
  const bytes = await writeWhole(file, passphrase === null ? compressed : encryptWith(passphrase)(compressed));
  return { header, footer, bytes };
};
