import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { CannotStart } from '../cannot-start.ts';
import { describeReadError } from '../describe-read-error.ts';
import { AGE_BEGIN, decryptWith } from './age.ts';
import type { BackupTable } from './backup-tables.ts';
import {
  type BackupFooter,
  type BackupHeader,
  BLOCK_END,
  FIRST,
  FORMAT,
  formatOf,
  LAST,
  readBlock,
  readFooter,
  readHeader,
} from './format.ts';
import { LineSplitter } from './line-splitter.ts';

/** A block of rows. The rows have to be read before the next block. */
export interface BackupBlock extends BackupTable {
  /** Lines of COPY's text format, without their ends, in batches. */
  readonly rows: AsyncIterable<readonly Buffer[]>;
}

/** A backup that is being read. */
export interface OpenBackup {
  readonly file: string;
  readonly header: BackupHeader;
  readonly blocks: AsyncIterable<BackupBlock>;
  /** Facts of the last line, after all blocks were read. */
  footer(): BackupFooter;
  close(): void;
}

const GZIP_BEGIN = Buffer.from([0x1f, 0x8b]);
const END = Buffer.from(BLOCK_END);

export const refuse = (file: string, reason: string): CannotStart =>
  new CannotStart(`restore ${file}: ${reason} Nothing was restored.`);

export const damaged = (file: string, what: string): CannotStart =>
  refuse(file, `the backup is damaged: ${what}. Use another copy.`);

const foreign = (file: string): CannotStart => refuse(file, 'the file is no backup of Foyer. Use another copy.');

/** Reads the first bytes, by which the kinds of files differ. */
const beginOf = async (file: string): Promise<Buffer> => {
  try {
    const handle = await open(file, 'r');
    const { buffer, bytesRead } = await handle
      .read(Buffer.alloc(AGE_BEGIN.length), 0, AGE_BEGIN.length, 0)
      .finally(() => handle.close());
    return buffer.subarray(0, bytesRead);
  } catch (error) {
    throw refuse(file, describeReadError(error));
  }
};

interface OpenText {
  readonly text: Readable;
  /** True after the end of the text if more bytes follow it. */
  hasMore(): boolean;
}

/** Text of the file, decrypted and decompressed. */
const openText = async (file: string, passphrase: string | null): Promise<OpenText> => {
  const begin = await beginOf(file);
  const isEncrypted = begin.equals(AGE_BEGIN);
  if (!isEncrypted && !begin.subarray(0, GZIP_BEGIN.length).equals(GZIP_BEGIN)) throw foreign(file);
  if (isEncrypted && passphrase === null)
    throw refuse(file, 'the backup is encrypted: name its passphrase with --passphrase-file or BACKUP_PASSPHRASE.');
  if (!isEncrypted && passphrase !== null)
    throw refuse(file, 'the backup is not encrypted. If that is expected, leave out the passphrase.');
  const stored = createReadStream(file);
  const plain = passphrase === null ? stored : await decryptWith(passphrase, stored);
  if (plain === null) {
    stored.destroy();
    throw refuse(file, 'the passphrase is wrong, or the first bytes of the backup are damaged.');
  }
  const text = createGunzip();
  let given = 0;
  const counted = async function* (): AsyncGenerator<Uint8Array> {
    for await (const chunk of plain as AsyncIterable<Uint8Array>) {
      given += chunk.length;
      yield chunk;
    }
  };
  pipeline(counted, text).catch(() => {}); // reading `text` throws the error
  // gunzip ends quietly at zeros
  return { text, hasMore: () => text.bytesWritten < given };
};

/** Lines of the text, in batches. Errors of gzip and age become words. */
async function* linesOf(file: string, { text, hasMore }: OpenText): AsyncGenerator<Buffer[]> {
  const lines = new LineSplitter();
  let isFirst = true;
  try {
    for await (const chunk of text) {
      // Another compressed file may have no line at all.
      if (isFirst && !(chunk as Buffer).subarray(0, FIRST.length).equals(Buffer.from(FIRST))) throw foreign(file);
      isFirst = false;
      const batch = lines.push(chunk as Buffer);
      if (batch.length > 0) yield batch;
    }
  } catch (error) {
    if (error instanceof CannotStart) throw error;
    throw damaged(file, (error as Error).message);
  }
  if (isFirst) throw foreign(file);
  if (hasMore()) throw damaged(file, 'more bytes follow its end');
  if (lines.isInLine) throw damaged(file, 'it ends in the middle of a line');
}

/** Opens a backup and reads its first line. */
export const openBackup = async (file: string, passphrase: string | null): Promise<OpenBackup> => {
  const opened = await openText(file, passphrase);
  const { text } = opened;
  const batches = linesOf(file, opened);
  let batch: readonly Buffer[] = [];
  let footer: BackupFooter | null = null;

  /** Takes lines up to one that `isLast`, or all of the batch. Null at the end of the file. */
  const fill = async (): Promise<boolean> => {
    while (batch.length === 0) {
      const { value, done } = await batches.next();
      if (done) return false;
      batch = value;
    }
    return true;
  };
  const nextLine = async (): Promise<string | null> => {
    if (!(await fill())) return null;
    const [line] = batch;
    batch = batch.slice(1);
    return (line as Buffer).toString();
  };

  async function* rowsOf(table: string): AsyncGenerator<readonly Buffer[]> {
    while (await fill()) {
      const end = batch.findIndex((line) => line.equals(END));
      const rows = end === -1 ? batch : batch.slice(0, end);
      batch = end === -1 ? [] : batch.slice(end + 1);
      if (rows.length > 0) yield rows;
      if (end !== -1) return;
    }
    throw damaged(file, `it ends in the rows of ${table}`);
  }

  async function* blocks(): AsyncGenerator<BackupBlock> {
    for (;;) {
      const line = await nextLine();
      if (line === null) throw damaged(file, 'its end is missing');
      if (line === '') continue;
      const block = readBlock(line);
      if (block) {
        yield { ...block, rows: rowsOf(block.name) };
        continue;
      }
      footer = line.startsWith(LAST) ? readFooter(line) : null;
      if (!footer || (await nextLine()) !== null) throw damaged(file, `unexpected line "${line.slice(0, 40)}"`);
      return;
    }
  }

  try {
    const line = (await nextLine()) ?? '';
    const format = formatOf(line);
    if (format !== null && format > FORMAT)
      throw refuse(file, `a newer release of Foyer wrote the backup (format ${format}). Use that release.`);
    const header = format === null ? null : readHeader(line);
    if (!header) throw damaged(file, 'its first line cannot be read');
    return {
      file,
      header,
      blocks: blocks(),
      footer: () => {
        if (!footer) throw new Error('the backup was not read to its end');
        return footer;
      },
      close: () => void text.destroy(),
    };
  } catch (error) {
    text.destroy();
    throw error;
  }
};
