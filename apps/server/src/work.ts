import type { AccountId } from '@foyer/contract/vocabulary/ids';
import type { Instant } from '@foyer/contract/vocabulary/instants';
import type { QueuedMail } from './services/mail/ports.ts';

/** The background work, one function each; the worker calls them in turn. */
export interface Work {
  /** Until nothing is due, or until it is asked to stop. */
  readonly runDueWork: (isStopping?: () => boolean) => Promise<number>;
  readonly recoverAttempts: () => Promise<number>;
  /** Cards being saved that nobody hears of any more. */
  readonly recoverSetups: () => Promise<number>;
  /** What the gateway told our webhook. */
  readonly processWebhooks: () => Promise<number>;
  readonly advanceClocks: () => Promise<boolean>;
  /** Brings an account's clock to a moment at once, with what is due on the way. */
  readonly advanceTo: (accountId: AccountId, to: Instant) => Promise<void>;
  readonly sendMail: (id: string, job: QueuedMail, waitedMs?: number) => Promise<void>;
  /** Sends one message to a product; throws when it shall be tried again. */
  readonly deliverHook: (id: string, isLastTry: boolean) => Promise<void>;
  /** Takes a card that was replaced off at the gateway; throws when it shall be tried again. */
  readonly detachCard: (cardId: string, isLastTry: boolean) => Promise<void>;
  readonly recoverRefunds: () => Promise<number>;
  /** Removals at the payment provider that were left behind. */
  readonly finishRemovals: () => Promise<number>;
  readonly makeExports: () => Promise<number>;
  readonly sweepLeavings: () => Promise<void>;
}
