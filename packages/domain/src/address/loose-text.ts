/** Letters and digits only, in lower case and without accents: two texts that differ in nothing else are taken for one. */
export const looseText = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

const shortWords = new Map(Object.entries({ st: 'saint', ste: 'sainte', ft: 'fort', mt: 'mount' }));

/** The name of a town for comparing: `St. Louis` is Saint Louis. */
export const townKey = (name: string): string =>
  looseText(name)
    .split(' ')
    .map((word) => shortWords.get(word) ?? word)
    .join(' ');
