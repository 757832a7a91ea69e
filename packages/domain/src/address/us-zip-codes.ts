import { townKey } from './loose-text.ts';

/** ZIP code with the one town the table has for it. The post may accept other towns. */
export type ZipEntry = readonly [zip: string, city: string, state: string];

export interface Town {
  readonly city: string;
  readonly state: string;
}

/** ZIP codes by code and by town. */
export interface ZipCodes {
  readonly townOf: (zip: string) => Town | undefined;
  readonly zipsOf: (town: Town) => readonly string[];
}

const keyOf = ({ city, state }: Town): string => `${state} ${townKey(city)}`;

/** Indexes ZIP codes in both directions. Towns are compared by `townKey`, so spelling variants match. */
export const indexZipCodes = (entries: Iterable<ZipEntry>): ZipCodes => {
  const towns = new Map<string, Town>();
  const zips = new Map<string, string[]>();
  for (const [zip, city, state] of entries) {
    const town = { city, state };
    towns.set(zip, town);
    const known = zips.get(keyOf(town));
    if (known) known.push(zip);
    else zips.set(keyOf(town), [zip]);
  }
  return { townOf: (zip) => towns.get(zip), zipsOf: (town) => zips.get(keyOf(town)) ?? [] };
};

/** Positions at which two codes differ. */
const differences = (typed: string, meant: string): readonly number[] =>
  typed.length === meant.length ? [...typed].flatMap((digit, n) => (digit === meant[n] ? [] : [n])) : [];

/** Two adjacent digits swapped: `78740` for 78704. */
const isSwapped = (typed: string, meant: string): boolean => {
  const [first = 0, second = 0, ...more] = differences(typed, meant);
  return second === first + 1 && more.length === 0 && typed[first] === meant[second] && typed[second] === meant[first];
};

const isOneDigitOff = (typed: string, meant: string): boolean => differences(typed, meant).length === 1;

export type ZipProblem = 'unknown' | 'state' | 'city' | 'both' | null;

/**
 * Compares a ZIP code with a town. The table has one town per code. So a town of the same state with a code in the same
 * area (first three digits) is accepted too: Brookline is also Chestnut Hill.
 */
export const zipProblem = (zip: string, town: Town, zips: ZipCodes): ZipProblem => {
  const found = zips.townOf(zip);
  if (!found) return 'unknown';
  if (found.state !== town.state) return 'state';
  if (townKey(found.city) === townKey(town.city)) return null;
  const others = zips.zipsOf(town);
  if (others.some((other) => other.slice(0, 3) === zip.slice(0, 3))) return null;
  return others.length === 0 ? 'city' : 'both';
};

const MOST_CODES = 2;

/** Suggestions, most likely first: the typed town with a similar code, and the town of the typed code. */
export const zipCandidates = (zip: string, town: Town, zips: ZipCodes): (Town & { readonly zip: string })[] => {
  const ofTown = zips.zipsOf(town);
  const slips = [isSwapped, isOneDigitOff].map((isSlip) =>
    ofTown.filter((other) => isSlip(zip, other)).slice(0, MOST_CODES),
  );
  const near = slips.find((codes) => codes.length > 0) ?? [];
  const codes = near.length === 0 && ofTown.length === 1 ? ofTown : near;
  const found = zips.townOf(zip);
  return [...codes.map((code) => ({ ...town, zip: code })), ...(found ? [{ ...found, zip }] : [])];
};
