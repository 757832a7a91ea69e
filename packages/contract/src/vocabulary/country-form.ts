import { addressCountries } from './address-countries.ts';
import type { CountryForm } from './address-rules.ts';

/** Address parts of a country by its code; undefined for an unknown code. */
export const countryForm = (country: string): CountryForm | undefined =>
  Object.hasOwn(addressCountries, country) ? addressCountries[country] : undefined;
