import type { AccountId, AttemptId } from '@foyer/contract/vocabulary/ids';
import type { Platform } from '../platform.ts';
import type { SendAttempts } from './charge-batch.ts';
import type { LostAttempt } from './gateway-event-ports.ts';

interface Dependencies {
  /** Takes a batch of attempts without a sending process and prolongs their leases. */
  readonly takeLost: (limit: number) => Promise<LostAttempt[]>;
  /** Removes a batch of attempts from recovery that stayed undecided for seven days. */
  readonly giveUp: (limit: number) => Promise<AttemptId[]>;
  readonly sendAttempts: SendAttempts;
}

const BATCH = 100;

/** Splits attempts into batches with at most one attempt per account, as `sendAttempts` requires. */
const splitByAccount = (lost: readonly LostAttempt[]): AttemptId[][] => {
  const batches: AttemptId[][] = [];
  const seen = new Map<AccountId, number>();
  for (const { id, accountId } of lost) {
    const nth = seen.get(accountId) ?? 0;
    seen.set(accountId, nth + 1);
    batches[nth] = [...(batches[nth] ?? []), id];
  }
  return batches;
};

/**
 * Asks the gateway again about attempts whose process died, that got no answer, or that a bank decides late. So nothing is
 * charged twice and nothing stays unknown (INV-2, INV-12). The pauses between tries grow to five minutes; after seven days
 * the log asks an operator to look. Returns how many attempts were taken.
 */
export const makeRecoverAttempts =
  ({ onFault }: Platform, { takeLost, giveUp, sendAttempts }: Dependencies) =>
  async (): Promise<number> => {
    for (const attemptId of await giveUp(BATCH))
      onFault(
        new Error(
          `payment ${attemptId} has been undecided for seven days: npm run foyer -- payments ask --payment ${attemptId}`,
        ),
        `recovery of ${attemptId}`,
      );
    const lost = await takeLost(BATCH);
    for (const batch of splitByAccount(lost)) await sendAttempts(batch);
    return lost.length;
  };
