import type { Address } from '@foyer/contract/api/shapes';
import {
  type AddressFault,
  type AddressPart,
  type AddressText,
  addressFaults,
  addressParts,
  type CountryForm,
  compactPostalCode,
  phoneDigits,
  tidyPostalCode,
} from '@foyer/contract/vocabulary/address-rules';
import { statesOf } from '@foyer/contract/vocabulary/address-states';
import { countryForm } from '@foyer/contract/vocabulary/country-form';
import { withoutHidden } from '@foyer/contract/vocabulary/shown-text';

/** All parts, used until the country is known. */
const anyCountry: CountryForm = { postal: 'postal', state: 'state' };

/** Parts of an address in this country (AD-03); all parts until a country is chosen. */
export const formOf = (country: string): CountryForm => countryForm(country) ?? anyCountry;

/** New address with only the name of the registration. */
export const blankAddress = (name: Pick<Address, 'firstName' | 'lastName'>): AddressText => ({
  country: '',
  firstName: name.firstName,
  lastName: name.lastName,
  organization: '',
  addressLine1: '',
  addressLine2: '',
  city: '',
  state: '',
  postalCode: '',
  phone1: '',
});

/** Changes one part. A new country removes the state, unless it has a state with the same code. */
export const withPart = (address: AddressText, part: AddressPart, value: string): AddressText => {
  const next = { ...address, [part]: value };
  if (part !== 'country' || value === address.country) return next;
  return statesOf(value).some(({ code }) => code === address.state) ? next : { ...next, state: '' };
};

/** Address to send. Empties the parts that the country does not have, because their old values are not visible. */
export const toRequestAddress = (address: AddressText): AddressText => {
  const form = formOf(address.country);
  return {
    ...address,
    state: form.state ? address.state : '',
    postalCode: form.postal ? address.postalCode : '',
  };
};

/** Value of a part as the server would store it (AD-03). */
const comparablePart = (address: AddressText, part: AddressPart): string => {
  const text = withoutHidden(address[part]).trim();
  if (part === 'postalCode') return compactPostalCode(tidyPostalCode(address.country, text));
  if (part !== 'state') return part === 'phone1' ? phoneDigits(text) : text;
  const names = (code: string, name: string) => [code, name].some((each) => each.toLowerCase() === text.toLowerCase());
  return statesOf(address.country).find(({ code, name }) => names(code, name))?.code ?? text;
};

/**
 * Returns whether the stored address is the sent one. Ignores differences that the server makes when it stores an
 * address.
 */
export const isSameAddress = ({ phone1 = '', ...saved }: Address, sent: AddressText): boolean =>
  addressParts.every((part) => comparablePart({ ...saved, phone1: phone1 ?? '' }, part) === comparablePart(sent, part));

/** Invalid parts with their faults. */
export type AddressFaults = Partial<Record<AddressPart, AddressFault>>;

/** Errors of the address before it is sent (AD-03). */
export const validateAddress = (address: AddressText): AddressFaults =>
  addressFaults(toRequestAddress(address), countryForm(address.country));

/** First invalid part, in the order of the form. */
export const firstFault = (faults: Partial<Record<AddressPart, unknown>>): AddressPart | undefined =>
  addressParts.find((part) => faults[part]);
