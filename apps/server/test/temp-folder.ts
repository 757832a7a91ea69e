import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const isOpenToAll = (folder: string): boolean =>
  (statSync(folder).mode & 0o001) !== 0 && (folder === path.dirname(folder) || isOpenToAll(path.dirname(folder)));

/** Parent of all temporary folders. Root starts programs as another user, who may not be able to enter root's TMPDIR. */
export const temporaryPlace = (): string =>
  process.getuid?.() === 0 && !isOpenToAll(os.tmpdir()) ? '/tmp' : os.tmpdir();

/**
 * A folder that the database server's user can walk into, also when the tests run as root: mkdtemp alone makes it
 * 0700, and the launcher would then rightly put the data elsewhere.
 */
export const makeTempFolder = (name: string): { path: string; remove(): void } => {
  const folder = mkdtempSync(path.join(temporaryPlace(), `foyer-${name}-`));
  chmodSync(folder, 0o711);
  return { path: folder, remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }) };
};
