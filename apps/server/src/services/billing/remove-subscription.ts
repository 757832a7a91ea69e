import type { AccountId } from '@foyer/contract/vocabulary/ids';
import type { Instant } from '@foyer/contract/vocabulary/instants';
import type { RuleContext } from '@foyer/domain/billing/draft';
import { removeSubscription } from '@foyer/domain/billing/remove-subscription';
import { isLive } from '@foyer/domain/subscription/status';
import { orRefuse, Refused } from '../refused.ts';
import { writeSubject } from './idempotency-subject.ts';
import type { IdempotencyClaim, InBillingTransaction } from './ports.ts';

export interface RemoveNeeds {
  readonly inTransaction: InBillingTransaction;
  readonly ruleContext: (now: Instant) => RuleContext;
}

/** S22: the customer removes a subscription. One that is over, or another account's, is not there. */
export const makeRemoveSubscription =
  ({ inTransaction, ruleContext }: RemoveNeeds) =>
  (accountId: AccountId, subscriptionId: string, claim: IdempotencyClaim | null): Promise<void> =>
    inTransaction(async (store) => {
      const loaded = await store.lockAccount(accountId);
      const subscription = loaded?.state.subscriptions.find(
        (candidate) => candidate.id === subscriptionId && isLive(candidate),
      );
      if (!loaded || !subscription) throw new Refused('NOT_FOUND');
      await store.store(orRefuse(removeSubscription(loaded.state, subscription, ruleContext(loaded.now))));
      if (claim) {
        const subject = { attemptId: null, invoiceId: null, subscriptionId, changed: true };
        await store.bindIdempotencyKey(claim, writeSubject(subject));
      }
    });
