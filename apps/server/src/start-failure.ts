import { CannotStart, WrongSettings } from './adapters/cannot-start.ts';
import { DatabaseUnavailable } from './adapters/postgres/database.ts';
import { CatalogueRefused } from './services/catalogue/ports.ts';

/** Hint about FOYER_HOME. Files that other settings name have separate messages where they are read. */
const own = "if Foyer's own data is to be kept there, choose another one with FOYER_HOME";

/** Message about a full disk. The system does not always name the file. */
const noRoom = (file?: string): string =>
  `There is no room left on the disk${file ? ` for ${file}` : ''}. Make some and start again; what was saved is safe.`;

/** Messages by system error code. */
const refusals: Readonly<Record<string, (file: string) => string>> = {
  EACCES: (file) => `User ${process.getuid?.()} may not use ${file}. Give it that folder, or ${own}.`,
  EPERM: (file) => `User ${process.getuid?.()} may not change ${file}. Give it that folder, or ${own}.`,
  EROFS: (file) => `${file} lies on a disk that takes no writes: ${own}.`,
  ENOSPC: noRoom,
  EDQUOT: noRoom,
  ENOTDIR: (file) => `${file} is not a folder: ${own}.`,
  EEXIST: (file) => `${file} is not a folder: ${own}.`,
};

/** Message about a failed start: one sentence with the next step if the administrator can solve it, otherwise the stack. */
export const describeStartFailure = (error: unknown): string => {
  if (error instanceof CannotStart || error instanceof CatalogueRefused) return error.message;
  if (error instanceof DatabaseUnavailable)
    return 'The database went away, or took too long, while Foyer was starting. Start it again; what was saved is safe.';
  if (!(error instanceof Error)) return String(error);
  const { code = '', path: file, dest } = error as NodeJS.ErrnoException & { dest?: string };
  const about = dest ?? file;
  if (about !== undefined && Object.hasOwn(refusals, code)) return refusals[code]?.(about) ?? error.message;
  return code === 'ENOSPC' || code === 'EDQUOT' ? noRoom() : (error.stack ?? error.message);
};

/** Exit code of a start that fails again until an administrator changes a setting, a file or the release (`EX_CONFIG`). */
const WRONG_SETTINGS = 78;

/** Exit code of a failed start. deploy/foyer.service starts the server again after 1, and not after 78. */
export const exitCodeOf = (error: unknown): number =>
  error instanceof WrongSettings || error instanceof CatalogueRefused ? WRONG_SETTINGS : 1;
