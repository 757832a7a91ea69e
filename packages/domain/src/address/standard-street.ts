/** The usual words of US streets as the post abbreviates them (USPS Publication 28, appendices C1 and C2). */
const suffixes: Readonly<Record<string, string>> = {
  avenue: 'Ave',
  boulevard: 'Blvd',
  circle: 'Cir',
  court: 'Ct',
  drive: 'Dr',
  highway: 'Hwy',
  lane: 'Ln',
  parkway: 'Pkwy',
  place: 'Pl',
  road: 'Rd',
  square: 'Sq',
  street: 'St',
  terrace: 'Ter',
};

const units: Readonly<Record<string, string>> = {
  apartment: 'Apt',
  building: 'Bldg',
  department: 'Dept',
  floor: 'Fl',
  suite: 'Ste',
};

const isUnit = (word: string): boolean =>
  Object.hasOwn(units, word) || Object.values(units).some((short) => short.toLowerCase() === word);

const plain = (word: string): string => word.toLowerCase().replace(/[.,]/g, '');

/** The eight directions and the kinds of road that the post writes with capitals alone. */
const capitals = /^([ns]?[ew]|[ns]|us|rr|hc|fm|cr|sr)$/;

const capitalised = (word: string): string => {
  if (capitals.test(plain(word))) return word.toUpperCase();
  if (word.includes('/')) return word; // `c/o`
  return word.replace(/(^|-)(\p{Ll})/gu, (_, before: string, letter: string) => before + letter.toUpperCase());
};

/**
 * A line of a US address in the post's spelling: `2208 S 1st Street, Suite 310` becomes `2208 S 1st St, Ste 310`. Only the
 * last word of a street is abbreviated (`Street Road` is a name). Other words change only where the whole line is in small
 * letters, as a town is then written large, too: `1 main street` becomes `1 Main St`.
 */
export const standardStreet = (line: string): string => {
  const isSmall = line === line.toLowerCase();
  const words = line.trim().split(/\s+/);
  const unitAt = words.findIndex((word, n) => n > 0 && isUnit(plain(word)));
  const end = unitAt === -1 ? words.length : unitAt;
  const last = words.findLastIndex((word, n) => n >= 2 && n < end && Object.hasOwn(suffixes, plain(word)));
  return words
    .map((word, n) => {
      const comma = word.endsWith(',') ? ',' : '';
      if (n === last) return `${suffixes[plain(word)]}${comma}`;
      if (Object.hasOwn(units, plain(word))) return `${units[plain(word)]}`;
      return isSmall ? capitalised(word) : word;
    })
    .join(' ');
};
