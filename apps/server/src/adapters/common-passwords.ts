import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const FILE = fileURLToPath(new URL('../../data/common-passwords.txt', import.meta.url));

const load = async (): Promise<ReadonlySet<string>> => {
  const lines = (await readFile(FILE, 'utf8')).split('\n');
  return new Set(lines.filter((line) => line !== '' && line !== '#' && !line.startsWith('# ')));
};

/** The list of this process. Tests start many servers in one process. */
let loading: Promise<ReadonlySet<string>> | undefined;

/** Loads the list of common passwords. Returns a function that tells whether it has a password in lower case. */
export const readCommonPasswords = async (): Promise<(folded: string) => boolean> => {
  loading ??= load();
  const passwords = await loading;
  return (folded) => passwords.has(folded);
};
