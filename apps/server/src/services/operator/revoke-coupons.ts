import { refusedCommand } from '../refused.ts';
import type { BatchRevoked, By, InOperatorTransaction } from './ports.ts';

/**
 * Revokes a batch of codes (OP-03), so that none can be redeemed from now on. That includes codes that become unused again:
 * one held for an export review, or a discount whose invoice is never paid. Redeemed codes do not change.
 */
export const makeRevokeCoupons =
  ({ inTransaction }: { readonly inTransaction: InOperatorTransaction }) =>
  (batchId: string, by: By): Promise<BatchRevoked> =>
    inTransaction(async (store) => {
      const subject = { type: 'coupon_batch', id: batchId } as const;
      const after = await store.revokeBatch(batchId);
      if (!after) throw refusedCommand('not_found', subject);
      if (after.revoked === 0) throw refusedCommand('done_already', subject);
      await store.record({
        ...by,
        accountId: null,
        action: 'revoke_coupons',
        subjectId: batchId,
        after: { ...after },
        domainAt: null,
      });
      return after;
    });
