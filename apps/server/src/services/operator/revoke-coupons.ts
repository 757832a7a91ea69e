import { type BatchRevoked, type By, type InOperatorTransaction, OperatorRefused } from './ports.ts';

/**
 * Takes a batch of codes back (OP-03): none of them is redeemed from now on, also when one that is kept for an export
 * review, or a discount whose bill is never paid, comes back unused. What was redeemed stays as it is.
 */
export const makeRevokeCoupons =
  ({ inTransaction }: { readonly inTransaction: InOperatorTransaction }) =>
  (batchId: string, by: By): Promise<BatchRevoked> =>
    inTransaction(async (store) => {
      const after = await store.revokeBatch(batchId);
      if (!after) throw new OperatorRefused('not_found');
      if (after.revoked === 0) throw new OperatorRefused('done_already');
      await store.record({
        ...by,
        accountId: null,
        action: 'revoke_coupons',
        subjectType: 'coupon_batch',
        subjectId: batchId,
        after: { ...after },
        domainAt: null,
      });
      return after;
    });
