import { isBlank, withoutHidden } from './shown-text.ts';

/** Which parts an address has in a country, beyond those that every address has. A part that is not named is not asked for. */
export interface CountryForm {
  /** What a postal code is called there; missing where there is none. */
  readonly postal?: 'postal' | 'pin' | 'eircode';
  /** A postal code as they look there. */
  readonly example?: string;
  /** What a state is called there; missing where an address has none, and in GB (AD-03). */
  readonly state?: StateWord;
  readonly stateRequired?: true;
  readonly city?: 'district' | 'post_town' | 'suburb';
}

export type StateWord =
  | 'area'
  | 'county'
  | 'department'
  | 'district'
  | 'emirate'
  | 'island'
  | 'parish'
  | 'prefecture'
  | 'province'
  | 'region'
  | 'state';

/** The most characters a part may have (threats.md §3); the postal code is counted without spaces and hyphens. */
export const addressLimits = {
  country: 2,
  firstName: 100,
  lastName: 100,
  organization: 200,
  addressLine1: 200,
  addressLine2: 200,
  city: 100,
  state: 100,
  postalCode: 8,
  phone1: 20,
} as const;

export type AddressPart = keyof typeof addressLimits;
/** The parts of an address as somebody typed them. */
export type AddressText = Readonly<Record<AddressPart, string>>;

export const addressParts = Object.keys(addressLimits) as readonly AddressPart[];

/** What is wrong with a part before anybody asks the post. */
export type AddressFault = 'required' | 'not-listed' | 'number' | 'too-long';

/** The country and the territories that the US post serves. */
const servedByUsps = ['US', 'AS', 'FM', 'GU', 'MH', 'MP', 'PR', 'PW', 'UM', 'VI'];

/** As typed, but for spaces around it and a US +4 (AD-03): `02110-1234` is 02110. */
export const tidyPostalCode = (country: string, typed: string): string => {
  const text = withoutHidden(typed).trim();
  return servedByUsps.includes(country) ? text.replace(/^(\d{5})[ -]?\d{4}$/, '$1') : text;
};

/** Without spaces and hyphens, which are not counted (AD-03). */
export const compactPostalCode = (text: string): string => text.replace(/[\s-]/g, '');

/** A phone number as it is stored: `+1 (617) 555-0100` is 16175550100 (AD-03). */
export const phoneDigits = (typed: string): string => withoutHidden(typed).replace(/[\s+()-]/g, '');

const requiredParts = (form: CountryForm): readonly AddressPart[] => [
  'country',
  'firstName',
  'lastName',
  'organization',
  'addressLine1',
  'city',
  ...(form.stateRequired ? (['state'] as const) : []),
  ...(form.postal ? (['postalCode'] as const) : []),
];

const characters = (text: string): number => [...text].length;

/**
 * What is wrong with an address by itself, part by part (AD-03): one rule for the form and the call. `form` is the form
 * of its country; without one the country is not in the list. Whether the post delivers there is for the verifier.
 */
export const addressFaults = (
  address: AddressText,
  form: CountryForm | undefined,
): Partial<Record<AddressPart, AddressFault>> => {
  const faults: Partial<Record<AddressPart, AddressFault>> = {};
  const counted: AddressText = {
    ...address,
    postalCode: compactPostalCode(tidyPostalCode(address.country, address.postalCode)),
    phone1: phoneDigits(address.phone1),
  };
  for (const part of addressParts) {
    if (characters(counted[part].trim()) > addressLimits[part]) faults[part] = 'too-long';
  }
  if (!/^\d*$/.test(counted.phone1)) faults.phone1 = 'number';
  if (!form) faults.country = 'not-listed';
  for (const part of requiredParts(form ?? {})) if (isBlank(address[part])) faults[part] = 'required';
  return faults;
};

/** What the verifier finds wrong with a part: the page has the words for each. */
export const addressProblems = ['PO box', 'invalid', 'unknown', 'mismatch'] as const;
export type AddressProblem = (typeof addressProblems)[number];
