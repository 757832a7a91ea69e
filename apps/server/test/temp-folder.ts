import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/**
 * A folder that the database server's user can walk into, also when the tests run as root: mkdtemp alone makes it
 * 0700, and the launcher would then rightly put the data elsewhere.
 */
export const makeTempFolder = (name: string): { path: string; remove(): void } => {
  const folder = mkdtempSync(path.join(os.tmpdir(), `foyer-${name}-`));
  chmodSync(folder, 0o711);
  return { path: folder, remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }) };
};
