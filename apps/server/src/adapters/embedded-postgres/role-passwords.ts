import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, linkSync, openSync, readFileSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { CannotStart } from '../cannot-start.ts';
import { runningPostmaster } from './postmaster.ts';
import { DATABASE_OWNER, SERVER_ROLE } from './roles.ts';
import { writeAnew } from './server-user.ts';
import { shellWord } from './shell-word.ts';

/** Passwords of the roles of the embedded database, and the file that keeps them (docs/decisions/0044-passwords-on-the-database-socket.md). */
export type RolePasswords = { owner: string; server: string };

/** Path of the password file, next to the data folder. It has the format of `PGPASSFILE`, so psql can use it too. */
export const passwordFileOf = (dataDir: string): string => `${dataDir}.pgpass`;

const PASSWORD_BYTES = 32;
const newPassword = (): string => randomBytes(PASSWORD_BYTES).toString('base64url');

const lineOf = (role: string, password: string): string => `*:*:*:${role}:${password}\n`;
const passwordIn = (text: string, role: string): string | undefined =>
  new RegExp(`^\\*:\\*:\\*:${role}:([\\w-]+)$`, 'm').exec(text)?.[1];

const syncFolder = (folder: string): void => {
  const opened = openSync(folder, 'r');
  try {
    fsyncSync(opened);
  } finally {
    closeSync(opened);
  }
};

/** Null when there is no file. Throws `CannotStart` for a file that others can read, or that does not hold both passwords. */
export const readPasswords = (dataDir: string): RolePasswords | null => {
  const file = passwordFileOf(dataDir);
  const found = statSync(file, { throwIfNoEntry: false });
  if (!found) return null;
  if ((found.mode & 0o077) !== 0)
    throw new CannotStart(
      `${file} holds the passwords of the database, and other users can read it. Run chmod 600 ${shellWord(file)} and start again.`,
    );
  const text = readFileSync(file, 'utf8');
  const [owner, server] = [passwordIn(text, DATABASE_OWNER), passwordIn(text, SERVER_ROLE)];
  if (owner && server) return { owner, server };
  throw new CannotStart(`${file} does not hold the passwords of the database. ${howToReplacePasswords(dataDir)}`);
};

/**
 * Reads the passwords, or creates the file with new ones. The file appears under its name only when it is complete on the
 * disk, because a power cut must not lose passwords that the roles already have.
 */
export const loadOrCreatePasswords = (dataDir: string): RolePasswords => {
  const stored = readPasswords(dataDir);
  if (stored) return stored;
  const file = passwordFileOf(dataDir);
  const draft = `${file}.${process.pid}`;
  writeAnew(draft, lineOf(DATABASE_OWNER, newPassword()) + lineOf(SERVER_ROLE, newPassword()), null);
  // If two servers start at once, both use the file of the first.
  try {
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  rmSync(draft);
  syncFolder(path.dirname(file));
  return loadOrCreatePasswords(dataDir);
};

/** Advice for messages: how an administrator regains access to a database whose passwords are lost. */
export const howToReplacePasswords = (dataDir: string): string => {
  const pid = runningPostmaster(dataDir);
  return (
    `Put ${passwordFileOf(dataDir)} back from a backup. If there is none: stop Foyer${pid === null ? '' : ` and the database (kill -INT ${pid})`}, ` +
    `remove that file, write trust in the place of scram-sha-256 in ${path.join(dataDir, 'pg_hba.conf')}, and start again. ` +
    'The start then makes new passwords and requires them.'
  );
};

const ITERATIONS = 4096;

/**
 * SCRAM verifier that PostgreSQL stores for a password (RFC 5803). Statements carry the verifier instead of the password,
 * because the server logs a statement that fails.
 */
export const scramVerifier = (password: string): string => {
  const salt = randomBytes(16);
  const salted = pbkdf2Sync(password, salt, ITERATIONS, 32, 'sha256');
  const keyFor = (purpose: string) => createHmac('sha256', salted).update(purpose).digest();
  const storedKey = createHash('sha256').update(keyFor('Client Key')).digest('base64');
  return `SCRAM-SHA-256$${ITERATIONS}:${salt.toString('base64')}$${storedKey}:${keyFor('Server Key').toString('base64')}`;
};
