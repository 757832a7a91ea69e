import type { Instant } from '@foyer/contract/vocabulary/instants';
import { formatCents } from '@foyer/contract/vocabulary/money';
import type { RuleContext } from '@foyer/domain/billing/draft';
import type { Attempt } from '@foyer/domain/billing/entities';
import { loseDispute } from '@foyer/domain/billing/lose-dispute';
import type { InBillingTransaction, PaymentGateway } from './ports.ts';

export interface FollowDisputeNeeds {
  readonly inTransaction: InBillingTransaction;
  readonly gateway: Pick<PaymentGateway, 'lostCentsOf'>;
  readonly ruleContext: (now: Instant) => RuleContext;
  readonly onFault: (error: unknown, about: string) => void;
}

/** Books what the customer's bank took back of one payment for good, and tells the vendor. */
export type FollowDispute = (attempt: Attempt, intentRef: string) => Promise<void>;

/**
 * Follows a dispute to its end. A won one changes nothing; a lost one is booked as money that left. The gateway's present
 * answer decides. Each cent is booked once, however often events come and however many disputes a payment has (INV-10).
 */
export const makeFollowDispute =
  ({ inTransaction, gateway, ruleContext, onFault }: FollowDisputeNeeds): FollowDispute =>
  async (attempt, intentRef) => {
    const lostCents = await gateway.lostCentsOf(intentRef);
    const isNew = await inTransaction(async (tx) => {
      const loaded = await tx.lockAccount(attempt.accountId);
      if (!loaded) throw new Error(`dispute of payment ${attempt.id}: account ${attempt.accountId} is missing`);
      const bookedCents = await tx.bookedAsLost(attempt.id);
      if (lostCents <= bookedCents) return false;
      await tx.store(loseDispute(loaded.state, attempt, { lostCents, bookedCents }, ruleContext(loaded.now)));
      return true;
    });
    if (!isNew) return;
    onFault(
      new Error(
        `payment ${attempt.id}: a dispute is lost, ${formatCents(lostCents)} in all; end the subscription if it must not go on`,
      ),
      attempt.id,
    );
  };
