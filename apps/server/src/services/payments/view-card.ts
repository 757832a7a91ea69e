import { normaliseCardBrand } from '@foyer/contract/vocabulary/cards';
import type { Instant } from '@foyer/contract/vocabulary/instants';
import { isCardExpired } from '@foyer/domain/dates/card-expiry';
import type { Card } from '@foyer/domain/state/entities';

/** Card in a reply: only what is printed on it, never its reference for charges (INV-21). */
export const viewCard = (card: Card, now: Instant) => ({
  id: card.id,
  brand: normaliseCardBrand(card.brand),
  last4: card.last4,
  expirationYear: card.expYear,
  expirationMonth: card.expMonth,
  isDefault: true,
  expired: isCardExpired(card, now),
});
