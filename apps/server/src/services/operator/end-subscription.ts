import type { AccountId, InvoiceId } from '@foyer/contract/vocabulary/ids';
import { endByOperator } from '@foyer/domain/operator/end-subscription';
import type { Platform } from '../platform.ts';
import { orRefuse, refusedCommand } from '../refused.ts';
import { lockAccountOrRefuse } from './lock-account.ts';
import type { By, CloseChallengesOf, InOperatorTransaction, OperatorReads } from './ports.ts';

interface Dependencies {
  readonly inTransaction: InOperatorTransaction;
  readonly reads: Pick<OperatorReads, 'subscriptionOf'>;
  readonly closeChallenges: CloseChallengesOf;
}

/** Lists the current subscriptions of an account, with the ids that other commands need. */
export const makeListSubscriptions =
  ({ reads }: { readonly reads: Pick<OperatorReads, 'accountOf' | 'liveSubscriptions'> }) =>
  async (account: string): ReturnType<OperatorReads['liveSubscriptions']> => {
    const accountId = await reads.accountOf(account);
    if (accountId === null) throw refusedCommand('not_found', { type: 'account', id: account });
    return reads.liveSubscriptions(accountId);
  };

/** Account of an ended subscription, and the invoices that became void. */
export interface SubscriptionEnded {
  readonly accountId: AccountId;
  readonly voidedInvoices: readonly InvoiceId[];
}

/**
 * Ends a subscription at once on behalf of an operator (S22, decision 16). Open challenges for its invoices are closed first.
 * `onlyRequest`: declines a request, and is refused if it was accepted meanwhile.
 */
export const makeEndSubscription =
  ({ ruleContext }: Platform, { inTransaction, reads, closeChallenges }: Dependencies) =>
  async (subscriptionId: string, by: By, onlyRequest = false): Promise<SubscriptionEnded> => {
    const subject = { type: 'subscription', id: subscriptionId } as const;
    const found = await reads.subscriptionOf(subscriptionId);
    if (!found) throw refusedCommand('not_found', subject);
    const { accountId, openInvoices } = found;
    await closeChallenges(accountId, openInvoices);
    return inTransaction(async (store) => {
      const { state, now } = await lockAccountOrRefuse(store, accountId);
      // Closing its challenge has already undone a purchase that waited for the bank, so no rule has to end it.
      const isUndone = found.isLive && !state.subscriptions.some(({ id }) => id === subscriptionId);
      const writes = isUndone
        ? null
        : orRefuse(endByOperator(state, subscriptionId, ruleContext(now), onlyRequest), subject);
      if (writes) await store.store(writes);
      const voidedInvoices = writes?.invoices.map(({ id }) => id) ?? [];
      await store.record({
        ...by,
        accountId,
        action: 'end_subscription',
        subjectId: subscriptionId,
        after: { voidedInvoices },
        domainAt: now,
      });
      return { accountId, voidedInvoices };
    });
  };
