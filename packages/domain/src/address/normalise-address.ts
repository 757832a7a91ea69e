import { type AddressText, phoneDigits, tidyPostalCode } from '@foyer/contract/vocabulary/address-rules';
import { looseText } from './loose-text.ts';

/** A state or province: what its post writes, and its name. */
export interface StateName {
  readonly code: string;
  readonly name: string;
}

/** `Massachusetts` and `ma` are MA; what is in no list stays as typed, for the verifier to look at. */
const stateCode = (typed: string, states: readonly StateName[]): string => {
  const wanted = looseText(typed);
  const found = states.find(({ code, name }) => looseText(code) === wanted || looseText(name) === wanted);
  return found?.code ?? typed;
};

/** An address as it is kept (AD-03): trimmed, a US +4 cut off, the phone as digits; otherwise as it was typed. */
export const normaliseAddress = (typed: AddressText, states: readonly StateName[]): AddressText => ({
  country: typed.country.trim(),
  firstName: typed.firstName.trim(),
  lastName: typed.lastName.trim(),
  organization: typed.organization.trim(),
  addressLine1: typed.addressLine1.trim(),
  addressLine2: typed.addressLine2.trim(),
  city: typed.city.trim(),
  state: stateCode(typed.state.trim(), states),
  postalCode: tidyPostalCode(typed.country, typed.postalCode),
  phone1: phoneDigits(typed.phone1),
});
