import countries from './address-countries.json' with { type: 'json' };
import type { CountryForm } from './address-rules.ts';

/** Parts of an address in each country of ISO 3166-1, and in Kosovo (AD-03, AD-04). Data: docs/data-sources.md. */
export const addressCountries = countries as Readonly<Record<string, CountryForm>>;
