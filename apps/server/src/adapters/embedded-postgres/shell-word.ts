/** A path as one word of a shell command that an administrator pastes. */
export const shellWord = (file: string): string =>
  /^[\w./-]+$/.test(file) ? file : `'${file.replaceAll("'", "'\\''")}'`;
