/** How near the place is that a rate of tax is of: the surroundings of a postal code, a state, or a whole country. */
export type TaxReach = 'postal-code' | 'state' | 'country';

interface TaxedAddress {
  readonly taxReach: TaxReach | null;
  readonly billTo: { readonly city: string; readonly state: string } | null;
}

/**
 * Where a rate is from, for the words beside the tax: `Boston MA`, or `MA` for the rate of the state, which counts where
 * nothing nearer is known. A town is named only with a rate of its postal code; where no rate is known, nothing is.
 */
export const taxPlaceOf = ({ taxReach, billTo }: TaxedAddress): string => {
  if (taxReach === 'postal-code') return [billTo?.city, billTo?.state].filter(Boolean).join(' ');
  return taxReach === 'state' ? (billTo?.state ?? '') : '';
};
