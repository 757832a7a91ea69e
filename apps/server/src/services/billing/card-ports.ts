import type { AccountId } from '@foyer/contract/vocabulary/ids';
import type { Card } from '@foyer/domain/billing/entities';

export interface NewCard extends Card {
  readonly gateway: string;
  readonly country: string | null;
}

/** A card that is no longer on file. */
export interface ReplacedCard {
  readonly gateway: string;
  readonly gatewayRef: string;
  /** A payment with it is not decided yet: it may have to be asked for again, with this very card. */
  readonly isAwaited: boolean;
}

/** Cards on file, in the transaction that holds the account's lock. */
export interface CardRows {
  /** Puts a card on file, in place of the one that is. The same card saved again keeps its id. */
  replaceCard(
    accountId: AccountId,
    card: NewCard,
  ): Promise<{ readonly id: string; readonly replaced: readonly string[] }>;
  /** Notes a card that the gateway saved for somebody who has another one by now, or none; null when it is known. */
  addUnwantedCard(accountId: AccountId, card: NewCard): Promise<string | null>;
  /** Has cards taken off at the gateway, once this transaction is committed. */
  detachLater(cardIds: readonly string[]): Promise<void>;
}
