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

/**
 * A line of a US address in the post's spelling: `2208 S 1st Street, Suite 310` becomes `2208 S 1st St, Ste 310`. Only the
 * last word of a street is abbreviated (`Street Road` is a name), and nothing but a known word changes.
 */
export const standardStreet = (line: string): string => {
  const words = line.trim().split(/\s+/);
  const unitAt = words.findIndex((word, n) => n > 0 && isUnit(plain(word)));
  const end = unitAt === -1 ? words.length : unitAt;
  const last = words.findLastIndex((word, n) => n >= 2 && n < end && Object.hasOwn(suffixes, plain(word)));
  return words
    .map((word, n) => {
      const comma = word.endsWith(',') ? ',' : '';
      if (n === last) return `${suffixes[plain(word)]}${comma}`;
      return Object.hasOwn(units, plain(word)) ? `${units[plain(word)]}` : word;
    })
    .join(' ');
};
