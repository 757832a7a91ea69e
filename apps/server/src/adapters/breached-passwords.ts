import { createHash } from 'node:crypto';
import { closeSync, fstatSync, openSync, read } from 'node:fs';
import { promisify } from 'node:util';
import { WrongSettings } from './cannot-start.ts';

/** Line of the list: SHA-1 in hexadecimal digits, optionally with a count of findings. */
const LINE = /^([0-9A-F]{40})(?::\d+)?\r?$/i;

/** Longer than two lines, so that a piece from any offset contains a whole line. */
const PIECE_BYTES = 256;

const readPiece = promisify(read);

/** Returns the hash of the first whole line at or after an offset, with the offset behind that line; null at the end. */
const lineAfter = async (file: number, offset: number): Promise<{ hash: string; end: number } | null> => {
  const from = Math.max(0, offset - 1);
  const { buffer, bytesRead } = await readPiece(file, Buffer.alloc(PIECE_BYTES), 0, PIECE_BYTES, from);
  const piece = buffer.toString('latin1', 0, bytesRead);
  const start = offset === 0 ? 0 : piece.indexOf('\n') + 1;
  if (offset > 0 && start === 0) return null;
  const end = piece.indexOf('\n', start);
  const line = piece.slice(start, end === -1 ? undefined : end);
  if (line === '') return null;
  const hash = LINE.exec(line)?.[1];
  if (hash === undefined) throw new Error(`line at byte ${from + start} is not a SHA-1 hash and a count`);
  return { hash: hash.toUpperCase(), end: from + (end === -1 ? bytesRead : end + 1) };
};

const holds = async (file: number, size: number, hash: string): Promise<boolean> => {
  let low = 0;
  let high = size;
  // A line that contains the hash begins at or after low and before high.
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const line = await lineAfter(file, middle);
    if (line === null || line.hash > hash) high = middle;
    else if (line.hash === hash) return true;
    else low = Math.max(line.end, middle + 1);
  }
  return false;
};

/** Number of places where a start looks at the order of the lines. */
const SAMPLES = 256;

/**
 * Throws if lines are not in ascending order at evenly spaced places: the two lines there, and those of successive places.
 * The search finds nothing in a file by another order, such as by count, and would let stolen passwords through.
 */
const checkOrder = async (file: number, size: number): Promise<void> => {
  let before = '';
  let end = 0;
  for (let n = 0; n < SAMPLES; n += 1) {
    // In a small file the next place may be a line that was read already.
    let offset = Math.max(end, Math.floor((size / SAMPLES) * n));
    for (const _neighbour of [1, 2]) {
      const line = await lineAfter(file, offset);
      if (line === null) break;
      if (line.hash < before)
        throw new Error(`the lines before byte ${line.end} are not sorted by hash, so passwords would not be found`);
      before = line.hash;
      offset = line.end;
      end = line.end;
    }
  }
};

/** Tells whether the file of stolen passwords holds a password. */
export type IsBreached = (password: string) => Promise<boolean>;

const none: IsBreached = async () => false;

/**
 * Looks passwords up in a file of SHA-1 hashes, one in each line and sorted, as the downloader of Have I Been Pwned writes
 * it with "one file". Searches on the disk: a file of 40 GB takes no memory and about 30 reads a look-up.
 */
export const openBreachedPasswords = async (path: string | null): Promise<IsBreached> => {
  if (path === null) return none;
  let file: number | null = null;
  try {
    file = openSync(path, 'r');
    const opened = file;
    const { size } = fstatSync(opened);
    if ((await lineAfter(opened, 0)) === null)
      throw new Error('empty file: it needs one SHA-1 hash and count per line');
    await checkOrder(opened, size);
    return (password) => holds(opened, size, createHash('sha1').update(password).digest('hex').toUpperCase());
  } catch (error) {
    if (file !== null) closeSync(file);
    throw new WrongSettings(
      `BREACHED_PASSWORDS: ${path} cannot be used (${(error as Error).message}). Name a file of the Pwned Passwords downloader.`,
    );
  }
};
