import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const FILE = fileURLToPath(new URL('../../data/common-passwords.txt', import.meta.url));

/** Whether a password, in lower case, is one that guessers try first. The list is read once, at the start. */
export const readCommonPasswords = async (): Promise<(folded: string) => boolean> => {
  const lines = (await readFile(FILE, 'utf8')).split('\n');
  const passwords = new Set(lines.filter((line) => line !== '' && line !== '#' && !line.startsWith('# ')));
  return (folded) => passwords.has(folded);
};
