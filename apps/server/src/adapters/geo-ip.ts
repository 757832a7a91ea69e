import { fileURLToPath } from 'node:url';
import ipaddr from 'ipaddr.js';
import { type CountryResponse, open } from 'maxmind';
import type { PlaceOf } from '../services/place/ports.ts';

/** One letter code a row; docs/data-sources.md says where the table comes from. */
type Row = CountryResponse & { readonly country_code?: string };

const names = new Intl.DisplayNames(['en'], { type: 'region' });

export const placeOfCountry = (code: string) => ({ country_code: code, country_name: names.of(code) ?? code });

/** A public address in its plain spelling (`::ffff:8.8.8.8` is 8.8.8.8); null for any other: the table guesses there. */
const publicAddress = (address: string): string | null => {
  if (!ipaddr.isValid(address)) return null;
  const plain = ipaddr.process(address);
  return plain.range() === 'unicast' ? plain.toString() : null;
};

/** Reads the table of countries, once; each look-up is then a walk in memory. */
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
