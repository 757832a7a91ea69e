import { readFileSync } from 'node:fs';
import { whyUnreadable } from './adapters/why-unreadable.ts';

/** Settings that hold a secret. Each can be given as a file as well: its name with `_FILE`, and the path of the file. */
export const secretSettings = [
  'FOYER_SECRET',
  'DATABASE_URL',
  'DATABASE_OWNER_URL',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'OIDC_CLIENT_SECRET',
  'SMTP_URL',
  'PRODUCT_HOOK_SECRET',
] as const;

/** Content of the file without the line end that editors and vaults put behind it; null when it cannot be used. */
const readSecret = (name: string, file: string, problems: string[]): string | null => {
  try {
    const secret = readFileSync(file, 'utf8').replace(/\r?\n$/, '');
    if (secret !== '') return secret;
    problems.push(`${name} names ${file}, which is empty`);
  } catch (error) {
    problems.push(`${name} names ${file}, which cannot be read: ${whyUnreadable(error)}`);
  }
  return null;
};

/**
 * The environment with each secret that is given as a file in the place of its setting, so that a vault or a container
 * platform hands secrets over without the environment, which child processes and crash reports copy.
 */
export const withSecretFiles = (env: NodeJS.ProcessEnv, problems: string[]): NodeJS.ProcessEnv => {
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
