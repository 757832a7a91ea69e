/** Area of a tax rate: the surroundings of a postal code, a state, or a whole country. */
export type TaxReach = 'postal-code' | 'state' | 'country';

interface TaxedAddress {
  readonly taxReach: TaxReach | null;
  readonly billTo: { readonly city: string; readonly state: string } | null;
}

/**
 * Place shown beside the tax: `Boston MA`, or `MA` for the rate of a state. The city is named only with a rate of its
 * postal code. Empty for the rate of a country and for an unknown rate.
 */
export const taxPlaceOf = ({ taxReach, billTo }: TaxedAddress): string => {
  if (taxReach === 'postal-code') return [billTo?.city, billTo?.state].filter(Boolean).join(' ');
  return taxReach === 'state' ? (billTo?.state ?? '') : '';
};
