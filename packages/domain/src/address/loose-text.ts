/** Reduces a text to lower-case letters, digits and single spaces, without accents, for comparing. */
export const looseText = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

const shortWords = new Map(Object.entries({ st: 'saint', ste: 'sainte', ft: 'fort', mt: 'mount' }));

/** Key for comparing town names: `St. Louis` equals Saint Louis. */
export const townKey = (name: string): string =>
  looseText(name)
    .split(' ')
    .map((word) => shortWords.get(word) ?? word)
    .join(' ');
