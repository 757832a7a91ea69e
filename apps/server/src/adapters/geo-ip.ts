import { fileURLToPath } from 'node:url';
import ipaddr from 'ipaddr.js';
import { type CountryResponse, open } from 'maxmind';
import type { PlaceOf } from '../services/identity/place-ports.ts';

/** Row of the table of countries. docs/data-sources.md names its source. */
type Row = CountryResponse & { readonly country_code?: string };

const names = new Intl.DisplayNames(['en'], { type: 'region' });

export const placeOfCountry = (code: string) => ({ country_code: code, country_name: names.of(code) ?? code });

/**
 * Returns a public address in its plain form (`::ffff:8.8.8.8` is 8.8.8.8). Null for others, because the table has wrong
 * countries for them.
 */
const publicAddress = (address: string): string | null => {
  if (!ipaddr.isValid(address)) return null;
  const plain = ipaddr.process(address);
  return plain.range() === 'unicast' ? plain.toString() : null;
};

/** Loads the table of countries once, into memory. */
export const openGeoIp = async (): Promise<PlaceOf> => {
  const file = fileURLToPath(
    import.meta.resolve('@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb'),
  );
  const table = await open<Row>(file);
  return (address) => {
    const known = address === null ? null : publicAddress(address);
    const code = known === null ? undefined : table.get(known)?.country_code;
    return code && /^[A-Z]{2}$/.test(code) ? placeOfCountry(code) : null;
  };
};
