import type { AccountId } from '@foyer/contract/vocabulary/ids';
import type { Instant } from '@foyer/contract/vocabulary/instants';
import type { Card } from '@foyer/domain/state/entities';

export interface NewCard extends Card {
  readonly gateway: string;
  readonly country: string | null;
}

/** A card that is no longer on file. */
export interface ReplacedCard {
  readonly gateway: string;
  readonly gatewayRef: string;
  /** True if a payment with this card is undecided. It may have to be sent again with the same card. */
  readonly isAwaited: boolean;
}

/**
 * Place of a card that the gateway has. `known`: the account has it, also as a replaced one. `changed`: a card of the account
 * was saved or replaced since a time. `new`: neither.
 */
export type CardPlace = 'known' | 'changed' | 'new';

/** Cards on file, in the transaction that holds the account's lock. */
export interface CardRows {
  /** Stores a card in place of the current one. The same card saved again keeps its id. */
  replaceCard(
    accountId: AccountId,
    card: NewCard,
  ): Promise<{ readonly id: string; readonly replaced: readonly string[] }>;
  /**
   * Stores a card that the gateway saved too late: the customer has another card by now, or none. Null if the card is known.
   */
  addUnwantedCard(accountId: AccountId, card: NewCard): Promise<string | null>;
  /** Compares a card with the rows of the account, which changed since a time of the database. */
  cardPlace(accountId: AccountId, gatewayRef: string, since: Instant): Promise<CardPlace>;
  /** Queues cards to be detached at the gateway after this transaction. */
  detachLater(cardIds: readonly string[]): Promise<void>;
}
