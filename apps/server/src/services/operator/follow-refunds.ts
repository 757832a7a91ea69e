import type { Instant } from '@foyer/contract/vocabulary/instants';
import type { RuleContext } from '@foyer/domain/billing/draft';
import { reverseRefund } from '@foyer/domain/billing/refund';
import type { FollowRefunds, PaymentGateway } from '../billing/ports.ts';

import { lockOrRefuse } from './change-books.ts';
import type { InOperatorTransaction, OperatorReads } from './ports.ts';

export interface FollowRefundsNeeds {
  readonly inTransaction: InOperatorTransaction;
  readonly reads: Pick<OperatorReads, 'refundOfGateway'>;
  readonly gateway: Pick<PaymentGateway, 'refundsOf'>;
  readonly ruleContext: (now: Instant) => RuleContext;
  readonly onFault: (error: unknown, about: string) => void;
}

/**
 * Looks at the refunds of one payment again because the gateway said that something became of one (billing.md §1.5): one
 * that the bank could not credit is reversed in our books, and the vendor is told, for the customer still waits for the
 * money. What is asked is the gateway's present truth, so the order and the number of its events do not matter (INV-10).
 */
export const makeFollowRefunds =
  ({ inTransaction, reads, gateway, ruleContext, onFault }: FollowRefundsNeeds): FollowRefunds =>
  async (intentRef) => {
    let allKnown = true;
    for (const { kind, refundRef } of await gateway.refundsOf(intentRef)) {
      if (refundRef === null) continue;
      const found = await reads.refundOfGateway(refundRef);
      if (!found) {
        allKnown = false;
        continue;
      }
      if (kind !== 'failed') continue;
      const reversed = await inTransaction(async (store) => {
        const { state, now } = await lockOrRefuse(store, found.accountId);
        const refund = await store.refund(found.id);
        if (refund?.status !== 'succeeded') return false;
        await store.store(reverseRefund(state, refund, 'the bank could not credit it', ruleContext(now)));
        return true;
      });
      if (reversed)
        onFault(
          new Error('the bank could not credit a refund: the customer still waits for the money'),
          `refund ${found.id}`,
        );
    }
    return allKnown;
  };
