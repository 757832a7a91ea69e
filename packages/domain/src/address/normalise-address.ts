import { type AddressText, phoneDigits, tidyPostalCode } from '@foyer/contract/vocabulary/address-rules';
import { withoutHidden } from '@foyer/contract/vocabulary/shown-text';
import { looseText } from './loose-text.ts';

/** Postal code and name of a state or province. */
export interface StateName {
  readonly code: string;
  readonly name: string;
}

/**
 * Code of a state typed as code or name: `Massachusetts` and `ma` are MA. An unknown text stays, and the verifier
 * refuses it.
 */
const stateCode = (typed: string, states: readonly StateName[]): string => {
  const wanted = looseText(typed);
  const found = states.find(({ code, name }) => looseText(code) === wanted || looseText(name) === wanted);
  return found?.code ?? typed;
};

const tidy = (text: string): string => withoutHidden(text).trim();

/**
 * Normalises an address for storing (AD-03): trimmed, without invisible characters, US ZIP+4 cut to five digits, the
 * phone as digits. Otherwise as typed.
 */
export const normaliseAddress = (typed: AddressText, states: readonly StateName[]): AddressText => ({
  country: tidy(typed.country),
  firstName: tidy(typed.firstName),
  lastName: tidy(typed.lastName),
  organization: tidy(typed.organization),
  addressLine1: tidy(typed.addressLine1),
  addressLine2: tidy(typed.addressLine2),
  city: tidy(typed.city),
  state: stateCode(tidy(typed.state), states),
  postalCode: tidyPostalCode(typed.country, typed.postalCode),
  phone1: phoneDigits(typed.phone1),
});
