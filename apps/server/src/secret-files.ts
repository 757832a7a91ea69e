import { describeReadError } from './adapters/describe-read-error.ts';
import { readLimited } from './adapters/read-limited.ts';
import { type Environment, isSecretName, settingNames } from './settings.ts';

/** Settings that can be read from a file. The variable has the suffix `_FILE` and holds the path. */
export const secretSettings = settingNames.filter(isSecretName);

/** Describes an error without the value of the setting. */
const describeError = (error: unknown): string => {
  try {
    return describeReadError(error);
  } catch {
    return `The system says ${(error as NodeJS.ErrnoException).code ?? 'no reason'}. Correct the path.`;
  }
};

/**
 * Reads a secret without the final line end that editors and vaults add. Null if it cannot be used. The value of the setting
 * may be the secret itself instead of its file, so no message has it.
 */
const readSecret = (name: string, file: string, problems: string[]): string | null => {
  try {
    const secret = readLimited(file)
      .toString('utf8')
      .replace(/\r?\n$/, '');
    if (secret !== '') return secret;
    problems.push(`${name} names an empty file`);
  } catch (error) {
    problems.push(`${name} names a file that cannot be read: ${describeError(error)}`);
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
