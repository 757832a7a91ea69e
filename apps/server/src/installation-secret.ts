import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeReadError } from './adapters/describe-read-error.ts';
import { readLimited } from './adapters/read-limited.ts';
import { describeWeakSecret, splitSecrets } from './secrets.ts';

/**
 * Reads the secret of this installation from the data folder, and creates it at the first start of the embedded default.
 * The file appears under its name only when it is complete on the disk, readable for its owner only.
 */
export const loadOrCreateSecret = (home: string, problems: string[], { mayCreate }: { mayCreate: boolean }): string => {
  const file = join(home, 'secret');
  if (!existsSync(file) && !mayCreate) {
    problems.push(`There is no ${file}: set FOYER_SECRET to the secret that the server is started with`);
    return '';
  }
  if (!existsSync(file)) {
    mkdirSync(home, { recursive: true });
    const draft = `${file}.${process.pid}`;
    writeFileSync(draft, randomBytes(32).toString('base64url'), { mode: 0o600, flush: true });
    // If two servers start at once, both use the secret of the first.
    try {
      linkSync(draft, file);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    unlinkSync(draft);
  }
  let secret = '';
  try {
    secret = readLimited(file).toString('utf8').trim();
  } catch (error) {
    problems.push(`The file ${file} must hold the secret of this installation: ${describeReadError(error)}`);
    return secret;
  }
  const weakness = describeWeakSecret(splitSecrets(secret)[0]);
  if (weakness)
    problems.push(
      `The file ${file}, which holds the secret of this installation, ${weakness}. Put the file back from a backup. If it is lost, see docs/keys.md`,
    );
  return secret;
};
