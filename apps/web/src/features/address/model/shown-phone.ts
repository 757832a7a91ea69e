import type { Address } from '@foyer/contract/api/shapes';

/** Countries whose phone numbers have an area code of three digits and seven digits after it. */
const NORTH_AMERICA: readonly string[] = ['US', 'CA'];

/** Phone number of an address as people write it: `(617) 555-0100` in the US and Canada, elsewhere as it was entered. */
export const shownPhone = ({ country, phone1 }: Pick<Address, 'country' | 'phone1'>): string => {
  const parts = /^(?:\+?1)?(\d{3})(\d{3})(\d{4})$/.exec(phone1 ?? '');
  return parts && NORTH_AMERICA.includes(country) ? `(${parts[1]}) ${parts[2]}-${parts[3]}` : (phone1 ?? '');
};
