import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const FILE = fileURLToPath(new URL('../../data/common-passwords.txt', import.meta.url));

/** Loads the list of common passwords. Returns a function that tells whether it has a password in lower case. */
export const readCommonPasswords = async (): Promise<(folded: string) => boolean> => {
  const lines = (await readFile(FILE, 'utf8')).split('\n');
  const passwords = new Set(lines.filter((line) => line !== '' && line !== '#' && !line.startsWith('# ')));
  return (folded) => passwords.has(folded);
};
