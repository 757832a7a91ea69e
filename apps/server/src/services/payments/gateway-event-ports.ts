import type { AccountId, AttemptId } from '@foyer/contract/vocabulary/ids';
import type { Attempt } from '@foyer/domain/state/entities';
import type { GatewayEvent, SavedCard } from '../billing/ports.ts';

/** A payment without a sending process, or one that the bank has not decided. */
export interface LostAttempt {
  readonly id: AttemptId;
  readonly accountId: AccountId;
}

/** A card setup that has been open for too long. */
export interface OpenSetup {
  readonly attempt: Attempt;
  /** True after seven days. The setup fails then if the gateway still has no result. */
  readonly isLastLook: boolean;
}

/** A signed event that is stored but not handled yet. */
export interface PendingEvent {
  readonly eventId: string;
  readonly type: string;
  readonly objectRef: string | null;
  /** Number of tries, with this one. */
  readonly tries: number;
  /** True after 24 h without a matching row or with repeated failures. An operator has to look then. */
  readonly isLastTry: boolean;
}

/** Stores each event of the gateway once (INV-10). */
export interface WebhookStore {
  /** Stores an event. False if it is stored already; one that was given up waits again then. */
  add(gateway: string, event: GatewayEvent): Promise<boolean>;
  /** Takes waiting events for one server. Each returns after a growing pause, until it is done or given up. */
  take(gateway: string, limit: number): Promise<PendingEvent[]>;
  done(gateway: string, eventId: string): Promise<void>;
  /** Records a try that did not end the event. `hasFailed`: the payment provider or the database gave an error. */
  tried(gateway: string, eventId: string, hasFailed: boolean): Promise<void>;
  giveUp(gateway: string, eventId: string): Promise<void>;
  /** Marks a payment as one in dispute, or no longer in dispute. True if it was not in dispute before and is now. */
  markDisputed(attempt: Pick<Attempt, 'id' | 'accountId'>, isOpen: boolean): Promise<boolean>;
  /** Updates a card on file from the card network. A renewed card has another expiry. */
  refreshCard(gateway: string, card: SavedCard): Promise<void>;
}
