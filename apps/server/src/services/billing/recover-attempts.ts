import type { AttemptId } from '@foyer/contract/vocabulary/ids';
import type { SendAttempt } from './charge.ts';

export interface RecoveryNeeds {
  /** Attempts that nobody is asking about: prolongs their lease and hands them over, a batch at a time. */
  readonly takeLost: (limit: number) => Promise<AttemptId[]>;
  /** Takes attempts out of recovery that nobody could decide for seven days. */
  readonly giveUp: () => Promise<AttemptId[]>;
  readonly sendAttempt: SendAttempt;
  readonly onFault: (error: unknown, attemptId: AttemptId) => void;
}

const BATCH = 100;

/**
 * Asks the gateway again about attempts that a dead process left behind, that a silent gateway never answered or that a
 * bank takes its time over, so that nothing is charged twice and nothing stays unknown (INV-2, INV-12). The pauses grow
 * to five minutes; after seven days a person is told (threats.md §3). Gives how many were decided or moved on.
 */
export const makeRecoverAttempts =
  ({ takeLost, giveUp, sendAttempt, onFault }: RecoveryNeeds) =>
  async (): Promise<number> => {
    for (const attemptId of await giveUp())
      onFault(new Error('a payment has been undecided for seven days: look it up at the gateway'), attemptId);
    const lost = await takeLost(BATCH);
    for (const attemptId of lost) {
      await sendAttempt(attemptId).catch((error: unknown) => onFault(error, attemptId));
    }
    return lost.length;
  };
