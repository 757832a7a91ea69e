import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { whyUnreadable } from './adapters/why-unreadable.ts';
import { splitSecrets, whyWeak } from './secrets.ts';

/**
 * The secret that signs tokens. The operator sets it; the embedded default makes one at the first start and keeps it
 * beside the data, readable for its owner only. It appears under its name only when it is whole on the disk.
 */
export const keptSecret = (home: string, problems: string[], { mayCreate }: { mayCreate: boolean }): string => {
  const file = join(home, 'secret');
  if (!existsSync(file) && !mayCreate) {
    problems.push(`There is no ${file}: set FOYER_SECRET to the secret that the server is started with`);
    return '';
  }
  if (!existsSync(file)) {
    mkdirSync(home, { recursive: true });
    const draft = `${file}.${process.pid}`;
    writeFileSync(draft, randomBytes(32).toString('base64url'), { mode: 0o600, flush: true });
    // of two that start at once the first one counts, for both
    try {
      linkSync(draft, file);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    unlinkSync(draft);
  }
  let secret = '';
  try {
    secret = readFileSync(file, 'utf8').trim();
  } catch (error) {
    problems.push(`The file ${file} must hold the secret of this installation: ${whyUnreadable(error)}`);
    return secret;
  }
  const weakness = whyWeak(splitSecrets(secret)[0]);
  if (weakness)
    problems.push(
      `The file ${file}, which holds the secret of this installation, ${weakness}. Put the file back from a backup. If it is lost, see docs/keys.md`,
    );
  return secret;
};
