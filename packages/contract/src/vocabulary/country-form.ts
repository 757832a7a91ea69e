import { addressCountries } from './address-countries.ts';
import type { CountryForm } from './address-rules.ts';

/** Which parts an address has in what somebody calls a country; undefined when there is none of that code. */
export const countryForm = (country: string): CountryForm | undefined =>
  Object.hasOwn(addressCountries, country) ? addressCountries[country] : undefined;
