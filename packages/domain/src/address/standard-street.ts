/** Common words of US streets with their postal abbreviations (USPS Publication 28, appendices C1 and C2). */
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

/** The eight directions, and road types written in capitals. */
const capitals = /^([ns]?[ew]|[ns]|us|rr|hc|fm|cr|sr)$/;

const capitalised = (word: string): string => {
  if (capitals.test(plain(word))) return word.toUpperCase();
  if (word.includes('/')) return word; // Such as `c/o`.
  return word.replace(/(^|-)(\p{Ll})/gu, (_, before: string, letter: string) => before + letter.toUpperCase());
};

/**
 * Postal spelling of a US address line: `2208 S 1st Street, Suite 310` becomes `2208 S 1st St, Ste 310`. Only the last
 * word of a street is abbreviated, because `Street Road` is a name. Capitals are added only if the whole line is in
 * lower case: `1 main street` becomes `1 Main St`.
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
