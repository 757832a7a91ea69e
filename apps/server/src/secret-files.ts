import { describeReadError } from './adapters/describe-read-error.ts';
import { readLimited } from './adapters/read-limited.ts';
import { type Environment, isSecretName, settingNames } from './settings.ts';

/** Settings that can be read from a file. The variable has the suffix `_FILE` and holds the path. */
export const secretSettings = settingNames.filter(isSecretName);

/** A file in words. A name without a folder may be the secret itself, so it is not shown. */
const shown = (file: string): string => (file.includes('/') ? file : 'a name without a folder');

/** Reads a secret without the final line end that editors and vaults add. Null if it cannot be used. */
const readSecret = (name: string, file: string, problems: string[]): string | null => {
  try {
    const secret = readLimited(file)
      .toString('utf8')
      .replace(/\r?\n$/, '');
    if (secret !== '') return secret;
    problems.push(`${name} names ${shown(file)}, which is empty`);
  } catch (error) {
    problems.push(`${name} names ${shown(file)}, which cannot be read: ${describeReadError(error)}`);
  }
  return null;
};

/**
 * Returns the environment with the secrets that are given as files. So a vault or container platform can pass secrets without
 * the environment. Child processes and crash reports copy the environment.
 */
export const withSecretFiles = (env: NodeJS.ProcessEnv, problems: string[]): Environment => {
  const filled = { ...env };
  for (const name of secretSettings) {
    const file = env[`${name}_FILE`];
    if (!file) continue;
    if (env[name]) {
      problems.push(`${name} and ${name}_FILE are both set: take one of them out`);
      continue;
    }
    const secret = readSecret(`${name}_FILE`, file, problems);
    if (secret !== null) filled[name] = secret;
  }
  return filled;
};

/**
 * Reads a secret from its file each time it is needed, so that a vault can replace it while the server runs (ASVS 13.2.1).
 * Gives the last usable value while the file is missing, empty or refused.
 * @param isUsable false for a value that must not take the place of the last one
 */
export const makeReadSecretAnew = (
  file: string,
  first: string,
  isUsable: (value: string) => boolean,
): (() => string) => {
  let last = first;
  return () => {
    const value = readSecret('', file, []);
    if (value !== null && isUsable(value)) last = value;
    return last;
  };
};
