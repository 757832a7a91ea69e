import { formatCents } from '@foyer/contract/vocabulary/money';
import { loseDispute } from '@foyer/domain/payments/lose-dispute';
import type { Attempt } from '@foyer/domain/state/entities';
import type { BillingStore, PaymentGateway } from '../billing/ports.ts';
import type { Platform } from '../platform.ts';

interface Dependencies {
  readonly inTransaction: <T>(
    run: (tx: Pick<BillingStore, 'lockAccount' | 'bookedAsLost' | 'store'>) => Promise<T>,
  ) => Promise<T>;
  readonly gateway: Pick<PaymentGateway, 'lostCentsOf'>;
}

/** Books what the disputes of a payment took or gave back, and reports it to operators. */
export type FollowDispute = (attempt: Attempt, intentRef: string) => Promise<void>;

/**
 * Follows a dispute to its end. A won one changes nothing; a lost one is booked as money that left, and booked back if it is
 * won after all. The gateway's current answer decides. Each cent is booked once, however often events come and however many
 * disputes a payment has (INV-10).
 */
export const makeFollowDispute =
  ({ ruleContext, onFault }: Platform, { inTransaction, gateway }: Dependencies): FollowDispute =>
  async (attempt, intentRef) => {
    const lostCents = await gateway.lostCentsOf(intentRef);
    const changeCents = await inTransaction(async (tx) => {
      const loaded = await tx.lockAccount(attempt.accountId);
      if (!loaded) throw new Error(`dispute of payment ${attempt.id}: account ${attempt.accountId} is missing`);
      const booked = await tx.bookedAsLost(attempt.id);
      await tx.store(loseDispute(loaded.state, attempt, { lostCents, ...booked }, ruleContext(loaded.now)));
      return lostCents - booked.bookedCents;
    });
    if (changeCents === 0) return;
    onFault(
      new Error(
        changeCents > 0
          ? `payment ${attempt.id}: a dispute is lost, ${formatCents(lostCents)} in all; end the subscription if it must not go on`
          : `payment ${attempt.id}: a lost dispute is won after all, ${formatCents(-changeCents)} came back and is booked`,
      ),
      `payment ${attempt.id}`,
    );
  };
