const notPermitted = `User ${process.getuid?.()} may not read it.`;

/** Descriptions of system errors, by code. */
const refusals: Readonly<Record<string, string>> = {
  ENOENT: 'There is no such file: correct the path, or create the file.',
  ENOTDIR: 'There is no such file: a folder of its path is a file. Correct the path.',
  EISDIR: 'This is a folder, not a file.',
  EFBIG: 'It has more than 4 MB, so it is not the file that is meant. Correct the path.',
  EACCES: notPermitted,
  EPERM: notPermitted,
};

/** Describes why a file that an administrator named cannot be read. Throws any error that the administrator cannot fix. */
export const describeReadError = (error: unknown): string => {
  const { code = '' } = error as NodeJS.ErrnoException;
  const words = Object.hasOwn(refusals, code) ? refusals[code] : undefined;
  if (words === undefined) throw error;
  return words;
};
