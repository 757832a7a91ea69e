import type { AddressProblem, AddressText } from '@foyer/contract/vocabulary/address-rules';
import { looseText } from './loose-text.ts';
import type { StateName } from './normalise-address.ts';
import { isPoBox } from './po-box.ts';
import {
  isPostalCode,
  isWrittenLikePost,
  type PostalFacts,
  standardPostalCode,
  withoutCountryLetters,
} from './postal-code.ts';
import { standardStreet } from './standard-street.ts';
import { type ZipCodes, zipCandidates, zipProblem } from './us-zip-codes.ts';

/** Address data of one country. */
export interface CountryFacts extends PostalFacts {
  readonly states: readonly (StateName & {
    /** Matches the beginning of its postal codes. */ readonly prefix: RegExp | null;
  })[];
}

/** Parts of an address that the verifier checks. */
export const verifiedParts = ['country', 'addressLine1', 'addressLine2', 'city', 'state', 'postalCode'] as const;
export type VerifiedPart = (typeof verifiedParts)[number];
export type Findings = Readonly<Partial<Record<VerifiedPart, AddressProblem>>>;

/**
 * Problems of an address, and suggestions, most likely first. Without problems the address is valid but not in postal
 * spelling.
 */
export interface AddressMismatch {
  readonly validate: Findings;
  readonly suggestions: readonly AddressText[];
}

const MOST_SUGGESTIONS = 3;

/** Compares the first digits of a code with the state: the code may belong to another state, or to none. */
const stateFindings = (
  code: string,
  { prefix }: CountryFacts['states'][number],
  { states }: CountryFacts,
): Findings => {
  if (prefix === null || prefix.test(code)) return {};
  const isKnown = states.some((other) => other.prefix?.test(code) ?? true);
  return isKnown ? { state: 'mismatch', postalCode: 'mismatch' } : { postalCode: 'unknown' };
};

const placeFindings = (address: AddressText, facts: CountryFacts, zips: ZipCodes | null): Findings => {
  const { city, postalCode } = address;
  const state = facts.states.find(({ code }) => code === address.state);
  if (postalCode === '') return {};
  if (!isPostalCode(postalCode, facts)) return { postalCode: 'invalid' };
  if (!state) return {};
  if (zips) {
    switch (zipProblem(postalCode, { city, state: state.code }, zips)) {
      case 'state':
        return { state: 'mismatch', postalCode: 'mismatch' };
      case 'city':
        return { city: 'mismatch' };
      case 'both':
        return { city: 'mismatch', postalCode: 'mismatch' };
      case 'unknown':
        return { postalCode: 'unknown', ...stateFindings(postalCode, state, facts) };
      case null:
        return {};
    }
  }
  return stateFindings(standardPostalCode(postalCode, facts), state, facts);
};

const findingsOf = (address: AddressText, facts: CountryFacts, zips: ZipCodes | null): Findings => ({
  ...(isPoBox(address.addressLine1) && { addressLine1: 'PO box' as const }),
  ...(isPoBox(address.addressLine2) && { addressLine2: 'PO box' as const }),
  ...(address.state !== '' &&
    facts.states.length > 0 &&
    !facts.states.some(({ code }) => code === address.state) && { state: 'unknown' as const }),
  ...placeFindings(address, facts, zips),
});

const isClean = (findings: Findings): boolean => Object.keys(findings).length === 0;

/** Town in the spelling of the table if it was typed in lower case. Other spellings stay. */
const standardTown = ({ city, postalCode }: AddressText, zips: ZipCodes | null): string => {
  const known = zips?.townOf(postalCode)?.city;
  return known !== undefined && city === city.toLowerCase() && known.toLowerCase() === city ? known : city;
};

/** Address in postal spelling. */
const standard = (address: AddressText, facts: CountryFacts, zips: ZipCodes | null): AddressText => {
  const isUs = address.country === 'US';
  return {
    ...address,
    city: standardTown(address, zips),
    addressLine1: isUs ? standardStreet(address.addressLine1) : address.addressLine1,
    addressLine2: isUs && address.addressLine2 !== '' ? standardStreet(address.addressLine2) : address.addressLine2,
    postalCode: standardPostalCode(address.postalCode, facts),
  };
};

const candidates = (address: AddressText, facts: CountryFacts, zips: ZipCodes | null): AddressText[] => {
  const { city, state, postalCode } = address;
  const byZip = zips
    ? zipCandidates(postalCode, { city, state }, zips).map(({ zip, ...town }) => ({
        ...address,
        ...town,
        postalCode: zip,
      }))
    : [];
  const code = standardPostalCode(postalCode, facts);
  const byState = facts.states
    .filter(({ prefix }) => prefix?.test(code))
    .map(({ code: other }) => ({ ...address, state: other }));
  return [...byZip, { ...address, postalCode: withoutCountryLetters(postalCode) }, ...byState];
};

const distinct = (addresses: readonly AddressText[]): AddressText[] => {
  const seen = new Map(addresses.map((address) => [looseText(Object.values(address).join('|')), address]));
  return [...seen.values()];
};

/**
 * Address in postal spelling, if the typed one is valid but differs in the postal code or has the town in lower case.
 * Street abbreviations alone are no reason for a suggestion.
 */
const spellings = (address: AddressText, facts: CountryFacts, zips: ZipCodes | null): AddressText[] => {
  const written = standard(address, facts, zips);
  const isUsual = isWrittenLikePost(address.postalCode, facts) && written.city === address.city;
  return isUsual ? [] : [written];
};

/**
 * Checks an address (AD-05): postal code and state of the country, the code against the state, and in the US against
 * the town. Refuses PO boxes. Null: no problem, and the address is stored as typed. Suggestions are in postal spelling
 * and have passed the same checks.
 */
export const verifyAddress = (
  address: AddressText,
  facts: CountryFacts,
  zips: ZipCodes | null,
): AddressMismatch | null => {
  const validate = findingsOf(address, facts, zips);
  if (isClean(validate)) {
    const suggestions = spellings(address, facts, zips);
    return suggestions.length === 0 ? null : { validate, suggestions };
  }
  const good = candidates(address, facts, zips)
    .map((candidate) => standard(candidate, facts, zips))
    .filter((candidate) => isClean(findingsOf(candidate, facts, zips)));
  return { validate, suggestions: distinct(good).slice(0, MOST_SUGGESTIONS) };
};
