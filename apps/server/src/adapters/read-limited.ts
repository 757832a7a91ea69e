import { closeSync, openSync, readSync } from 'node:fs';

/** Most bytes of a file that a setting names. */
const MOST_BYTES = 4 * 1024 * 1024;

/** Reads a file, and fails with `EFBIG` if it is too large. A device such as `/dev/zero` has no end and no size. */
export const readLimited = (file: string): Buffer => {
  const descriptor = openSync(file, 'r');
  try {
    const bytes = Buffer.allocUnsafe(MOST_BYTES + 1);
    let filled = 0;
    for (let count = -1; count !== 0 && filled < bytes.length; filled += count)
      count = readSync(descriptor, bytes, filled, bytes.length - filled, null);
    if (filled > MOST_BYTES) throw Object.assign(new Error(`${file} is too large`), { code: 'EFBIG' });
    return bytes.subarray(0, filled);
  } finally {
    closeSync(descriptor);
  }
};
