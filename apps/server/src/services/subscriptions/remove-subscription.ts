import type { AccountId } from '@foyer/contract/vocabulary/ids';
import { isLive } from '@foyer/domain/state/status';
import { removeSubscription } from '@foyer/domain/subscriptions/remove-subscription';
import { lockCustomer } from '../billing/lock-customer.ts';
import type { IdempotencyClaim, InBillingTransaction } from '../billing/ports.ts';
import { writeSubject } from '../idempotency/subject.ts';
import type { CloseChallenges } from '../payments/close-challenges.ts';
import type { Platform } from '../platform.ts';
import { orRefuse, Refused } from '../refused.ts';

export interface RemoveDependencies {
  readonly inTransaction: InBillingTransaction;
  readonly closeChallenges: CloseChallenges;
}

/**
 * Removes a subscription for the customer (S22). One that is over, or another account's, is not found. An open challenge
 * for it is ended first. `onlyRequest`: withdraws a request, and is refused if it was accepted meanwhile.
 */
export const makeRemoveSubscription =
  ({ ruleContext }: Platform, { inTransaction, closeChallenges }: RemoveDependencies) =>
  async (
    accountId: AccountId,
    subscriptionId: string,
    claim: IdempotencyClaim | null,
    onlyRequest = false,
  ): Promise<void> => {
    // A request has no payment. A refused withdrawal must not end the challenge of another order.
    if (!onlyRequest) await closeChallenges(accountId);
    await inTransaction(async (store) => {
      const { state, now } = await lockCustomer(store, accountId);
      const subscription = state.subscriptions.find(
        (candidate) => candidate.id === subscriptionId && isLive(candidate),
      );
      if (!subscription) throw new Refused('NOT_FOUND');
      const removed = removeSubscription(state, subscription, ruleContext(now), onlyRequest);
      await store.store(orRefuse(removed));
      if (claim) {
        const subject = { attemptId: null, invoiceId: null, subscriptionId, changed: true };
        await store.bindIdempotencyKey(claim, writeSubject(subject));
      }
    });
  };
