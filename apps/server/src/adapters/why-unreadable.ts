const mayNot = `User ${process.getuid?.()} may not read it.`;

/** What the system refused, in words, by its code. */
const refusals: Readonly<Record<string, string>> = {
  ENOENT: 'There is no such file.',
  ENOTDIR: 'There is no such file: a folder of its path is a file.',
  EISDIR: 'This is a folder, not a file.',
  EACCES: mayNot,
  EPERM: mayNot,
};

/** Why a file that somebody named cannot be read; what they cannot put right is thrown on. */
export const whyUnreadable = (error: unknown): string => {
  const { code = '' } = error as NodeJS.ErrnoException;
  const words = Object.hasOwn(refusals, code) ? refusals[code] : undefined;
  if (words === undefined) throw error;
  return words;
};
