import type { Address } from '@foyer/contract/api/shapes';
import { defaultCardCountries } from '@foyer/contract/vocabulary/plans';

interface Situation {
  address: Pick<Address, 'country'> | null;
  canAddPaymentMethod: boolean;
  brand: 'scope' | 'drive';
}

/** Why there is no card entry; null when there is (PM-03, PM-04, PM-08). */
export type CardEntryGate = 'not-allowed' | 'country' | 'address' | null;

/** Without an address only the scope brand insists on one first; a country outside the US stands in the way in both. */
export const cardEntryGate = ({ address, canAddPaymentMethod, brand }: Situation): CardEntryGate => {
  if (!canAddPaymentMethod) return 'not-allowed';
  if (!address) return brand === 'scope' ? 'address' : null;
  return defaultCardCountries.includes(address.country) ? null : 'country';
};
