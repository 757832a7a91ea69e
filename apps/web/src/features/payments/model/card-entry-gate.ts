import type { Address } from '@foyer/contract/api/shapes';
import { takesCards } from '@foyer/contract/vocabulary/cards';

interface Situation {
  /** Undefined while it loads. */
  address: Pick<Address, 'country'> | null | undefined;
  canAddPaymentMethod: boolean;
  /** The brand asks for an address before the first card. */
  addressFirst: boolean;
}

/** Reasons why no card can be entered; null if one can (PM-03, PM-04, PM-08). */
export type CardEntryGate = 'not-allowed' | 'country' | 'address' | 'unknown' | null;

/**
 * Decides whether a card can be entered. The server says whether one can be added; the reason is a country that cannot
 * pay by card, or unknown while the address loads. Without an address, some brands ask for one first.
 */
export const cardEntryGate = ({ address, canAddPaymentMethod, addressFirst }: Situation): CardEntryGate => {
  if (!canAddPaymentMethod && address === undefined) return 'unknown';
  if (!canAddPaymentMethod) return takesCards(address?.country ?? null) ? 'not-allowed' : 'country';
  return address === null && addressFirst ? 'address' : null;
};
