import { isBlank, withoutHidden } from './shown-text.ts';

/** Additional parts of an address in a country. Forms show only the parts named here. */
export interface CountryForm {
  /** Name of the postal code there; absent if there is none. */
  readonly postal?: 'postal' | 'pin' | 'eircode';
  /** Example of a postal code. */
  readonly example?: string;
  /** Name of a state there; absent if addresses have none, and in GB (AD-03). */
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

/** Maximum number of characters of each part. The postal code is counted without spaces and hyphens. */
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
/** Parts of an address as typed. */
export type AddressText = Readonly<Record<AddressPart, string>>;

export const addressParts = Object.keys(addressLimits) as readonly AddressPart[];

/** Problem of a part that is found without the verifier. */
export type AddressFault = 'required' | 'not-listed' | 'number' | 'too-long';

/** The United States and the territories that its post serves. */
const servedByUsps = ['US', 'AS', 'FM', 'GU', 'MH', 'MP', 'PR', 'PW', 'UM', 'VI'];

/** Trims a postal code and cuts US ZIP+4 to five digits: `02110-1234` is 02110 (AD-03). */
export const tidyPostalCode = (country: string, typed: string): string => {
  const text = withoutHidden(typed).trim();
  return servedByUsps.includes(country) ? text.replace(/^(\d{5})[ -]?\d{4}$/, '$1') : text;
};

/** Removes spaces and hyphens, which do not count for the length (AD-03). */
export const compactPostalCode = (text: string): string => text.replace(/[\s-]/g, '');

/** Digits of a phone number, as stored: `+1 (617) 555-0100` is 16175550100 (AD-03). */
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
 * Problems of an address by part (AD-03). Used by forms and by the API. `form` is that of the country; undefined means
 * an unknown country. Deliverability is checked by the verifier.
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

/** Problems of a part found by the verifier. The page has a text for each. */
export const addressProblems = ['PO box', 'invalid', 'unknown', 'mismatch'] as const;
export type AddressProblem = (typeof addressProblems)[number];
