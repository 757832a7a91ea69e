import type { OperatorRefusal } from '@foyer/domain/operator-refusal';
import type { BackupHeader } from '../adapters/backup/format.ts';
import type { Restored } from '../adapters/backup/restore-backup.ts';
import type { WrittenBackup } from '../adapters/backup/write-backup.ts';
import type { OpenMigrations } from '../adapters/postgres/migrate.ts';
import type { OperatorCommands } from '../compose/operator-commands.ts';
import type { OptionSpecs, Values } from './read-arguments.ts';

/** Output of a command, one entry per line. */
export type Lines = readonly string[];

/** Message for each refusal of a command. */
export type Refusals = Readonly<Record<OperatorRefusal, string>>;

/** Exit code of a command and its output. */
export interface Outcome {
  /** 0 done, 1 refused or something is wrong, 2 not understood. */
  readonly code: 0 | 1 | 2;
  readonly out: Lines;
}

/** Work on the database as a whole. It needs no use case, and does not migrate. */
export interface DatabaseTools {
  /** Lines about broken rows of the books. */
  checkBooks(): Promise<Lines>;
  /** Writes a copy of the database into a new file. The file of a passphrase takes the place of the setting. */
  backup(
    file: string,
    passphraseFile: string | undefined,
  ): Promise<WrittenBackup & { file: string; isEncrypted: boolean }>;
  /** Fills an empty database from such a file. */
  restore(file: string, passphraseFile: string | undefined): Promise<Restored & { file: string; header: BackupHeader }>;
  /** Writes records of the audit log, from a time on or from now, until a signal ends the command. */
  followAudit(since: string | undefined): Promise<void>;
  /** Migrations that the database lacks. Changes nothing. */
  openMigrations(): Promise<OpenMigrations>;
  /** Applies them. Returns their names. */
  migrate(): Promise<readonly string[]>;
}

/** Command that uses no use case of the server. */
export interface DatabaseCommand {
  readonly summary: string;
  readonly options: OptionSpecs;
  readonly runOn: (tools: DatabaseTools, values: Values) => Promise<Outcome>;
}

export interface Command {
  readonly summary: string;
  readonly options: OptionSpecs;
  /** Messages that replace the common ones where those would be wrong. */
  readonly refusals?: Partial<Refusals>;
  /** Returns the lines of a success, or the outcome of a command that ends in more than one way. */
  readonly run: (operator: OperatorCommands, values: Values) => Promise<Lines | Outcome>;
}
