import { type AddressText, phoneDigits, tidyPostalCode } from '@foyer/contract/vocabulary/address-rules';
import { withoutHidden } from '@foyer/contract/vocabulary/shown-text';
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

const tidy = (text: string): string => withoutHidden(text).trim();

/**
 * An address as it is kept (AD-03): trimmed, without characters that nobody sees, a US +4 cut off, the phone as digits;
 * otherwise as it was typed.
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
