export const UNKNOWN: string;
export const readStatements: (
  files: readonly string[],
) => { readonly file: string; readonly name: string; readonly line: number; readonly texts: readonly string[] }[];
