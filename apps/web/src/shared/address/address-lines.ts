import { townLines } from '@foyer/contract/vocabulary/address-lines';
import { isolated } from '@foyer/contract/vocabulary/shown-text';
import { pageLanguage } from '../../lib/page-language.ts';

/** Fields of an address that are printed. Declared here because components of `ui` import no call of the contract. */
interface Address {
  readonly country: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly organization: string;
  readonly addressLine1: string;
  readonly addressLine2: string;
  readonly city: string;
  readonly state: string;
  readonly postalCode: string;
}

const joined = (parts: readonly (string | undefined)[], by: string) => parts.filter(Boolean).join(by);

const countryName = (country: string): string => {
  try {
    return new Intl.DisplayNames([pageLanguage()], { type: 'region' }).of(country) ?? country;
  } catch {
    return country; // old data may have an unknown country code, which is shown unchanged
  }
};

/** Isolates the town, so that a right-to-left name does not reorder the postal code after it. */
const townOf = (address: Address): readonly string[] =>
  townLines({ ...address, city: isolated(address.city), state: isolated(address.state) });

/** Returns name and organization: `Ada Byron, Analytical`. */
export const addressee = (address: Address): readonly string[] =>
  [joined([address.firstName, address.lastName], ' '), address.organization].filter(Boolean).map(isolated);

/**
 * Returns street and town, one entry per line in the order of the country. Contains the country only if it differs from
 * the vendor's.
 */
export const streetLines = (address: Address): readonly string[] =>
  [
    address.addressLine1,
    address.addressLine2,
    ...townOf(address),
    address.country === 'US' ? '' : countryName(address.country),
  ].filter(Boolean);

/**
 * Returns the address in one line: `1 Main St Suite 3, Boston, MA 02110`. Adds the country if it differs from the
 * vendor's.
 */
export const addressInOneLine = (address: Address, withCountry = false): string =>
  joined(
    [
      isolated(joined([address.addressLine1, address.addressLine2], ' ')),
      ...townOf(address),
      withCountry || address.country !== 'US' ? countryName(address.country) : '',
    ],
    ', ',
  );
