import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './bootstrap.mjs';

const SKIPPED = ['node_modules', 'dist', 'coverage', 'playwright-report', 'test-results'];

/**
 * Reads the files of the root and of the folders whose name matches `isRead`.
 * Returns `{ path, text }[]`; paths are relative to the root, with `/`. `skipped` names more folders to leave out.
 */
export const readSourceFiles = ({ folders, isRead, skipped = [] }) => {
  const ignoredFolders = new Set([...SKIPPED, ...skipped]);
  const found = [];
  const visit = (folder) => {
    for (const entry of readdirSync(path.join(ROOT, folder), { withFileTypes: true })) {
      const file = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) {
        if (!ignoredFolders.has(entry.name) && (folder !== '' || folders.includes(entry.name))) visit(file);
      } else if (isRead.test(entry.name)) found.push({ path: file, text: readFileSync(path.join(ROOT, file), 'utf8') });
    }
  };
  visit('');
  return found;
};
