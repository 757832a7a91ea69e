import type { AccountId, AttemptId } from '@foyer/contract/vocabulary/ids';
import type { Attempt } from '@foyer/domain/billing/entities';
import type { GatewayEvent, SavedCard } from './ports.ts';

/** A payment whose sender is gone, or that a bank takes its time over. */
export interface LostAttempt {
  readonly id: AttemptId;
  readonly accountId: AccountId;
}

/** The saving of a card that has waited for too long. */
export interface OpenSetup {
  readonly attempt: Attempt;
  /** After seven days: it counts for nothing then, whatever the gateway says. */
  readonly isLastLook: boolean;
}

/** A signed event that was received and is still to be carried out. */
export interface PendingEvent {
  readonly eventId: string;
  readonly type: string;
  readonly objectRef: string | null;
  /** Nothing of ours has turned up for it in 24 h, or nothing could be done: a person has to look. */
  readonly isLastTry: boolean;
}

/** Stores each event of the gateway once (INV-10). */
export interface WebhookStore {
  /** False when it was there already. */
  add(gateway: string, event: GatewayEvent): Promise<boolean>;
  /** Takes events that wait, for one server; each comes again, later every time, until it is done or given up. */
  take(gateway: string, limit: number): Promise<PendingEvent[]>;
  done(gateway: string, eventId: string): Promise<void>;
  giveUp(gateway: string, eventId: string): Promise<void>;
  /** The customer's bank takes a payment back: noted on it, for the vendor. False when it was noted before. */
  markDisputed(attemptId: AttemptId): Promise<boolean>;
  /** What the network now says of a card on file: a renewed one has another expiry. */
  refreshCard(gateway: string, card: SavedCard): Promise<void>;
}
