import type { Address } from '@foyer/contract/api/shapes';
import { defaultCardCountries, wantsAddressFirst } from '@foyer/contract/vocabulary/plans';

interface Situation {
  /** Undefined as long as it is not known. */
  address: Pick<Address, 'country'> | null | undefined;
  canAddPaymentMethod: boolean;
  brand: 'scope' | 'drive';
}

/** Why there is no card entry; null when there is (PM-03, PM-04, PM-08). */
export type CardEntryGate = 'not-allowed' | 'country' | 'address' | 'unknown' | null;

/** Whether cards are accepted from the country that the customer chose (PM-03). The empty string means no country. */
export const takesCardsOf = (country: string): boolean => defaultCardCountries.includes(country);

/**
 * The server says whether a card can be added, and an address outside the card countries is its one reason that the
 * customer can read from their own address; while that is not known, neither is the reason. Without an address only the
 * scope brand insists on one first.
 */
export const cardEntryGate = ({ address, canAddPaymentMethod, brand }: Situation): CardEntryGate => {
  if (!canAddPaymentMethod && address === undefined) return 'unknown';
  if (!canAddPaymentMethod)
    return address && !defaultCardCountries.includes(address.country) ? 'country' : 'not-allowed';
  return address === null && wantsAddressFirst(brand) ? 'address' : null;
};
