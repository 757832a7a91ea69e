import type { AccountId, SubscriptionId } from '@foyer/contract/vocabulary/ids';
import { acceptRequest } from '@foyer/domain/operator/accept-request';
import type { Platform } from '../platform.ts';
import { orRefuse, refusedCommand } from '../refused.ts';
import { lockAccountOrRefuse } from './lock-account.ts';
import type { By, InOperatorTransaction, OperatorReads } from './ports.ts';

interface Dependencies {
  readonly inTransaction: InOperatorTransaction;
  readonly reads: Pick<OperatorReads, 'subscriptionOf'>;
}

/** Account of an accepted request, and the subscriptions that the plan replaced. */
export interface RequestAccepted {
  readonly accountId: AccountId;
  readonly replaced: readonly SubscriptionId[];
}

/**
 * Accepts a request for a plan by agreement (S24, decision 53). The customer gets a mail and an entry in the activity.
 * Refused while a closing waits: the plan would end as soon as the gateway answers (decision 55).
 */
export const makeAcceptRequest =
  ({ ruleContext }: Platform, { inTransaction, reads }: Dependencies) =>
  async (subscriptionId: string, by: By): Promise<RequestAccepted> => {
    const subject = { type: 'subscription', id: subscriptionId } as const;
    const found = await reads.subscriptionOf(subscriptionId);
    if (!found) throw refusedCommand('not_found', subject);
    const { accountId } = found;
    return inTransaction(async (store) => {
      const { state, now } = await lockAccountOrRefuse(store, accountId);
      if (await store.isClosing(accountId)) throw refusedCommand('account_closing', { type: 'account', id: accountId });
      const { writes, replaced } = orRefuse(acceptRequest(state, subscriptionId, ruleContext(now)), subject);
      await store.store(writes);
      await store.addActivity(accountId, 'request_accepted', by);
      await store.record({
        ...by,
        accountId,
        action: 'accept_request',
        subjectId: subscriptionId,
        after: { replaced },
        domainAt: now,
      });
      return { accountId, replaced };
    });
  };
