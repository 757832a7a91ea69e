import type { Catalogue } from '@foyer/domain/catalogue/catalogue';
import { type BatchOrder, computeCouponTemplate } from '@foyer/domain/coupons/batch';
import type { Platform } from '../platform.ts';
import { orRefuse, type RefusalSubject } from '../refused.ts';
import type { By, InOperatorTransaction } from './ports.ts';

/** A batch to create. Customers do not see its name. */
export interface CouponBatchOrder extends BatchOrder {
  readonly name: string;
}

/** Codes of the batch. They are returned only here. */
export interface CouponBatch {
  readonly batchId: string;
  readonly codes: readonly string[];
}

interface Dependencies {
  readonly inTransaction: InOperatorTransaction;
  readonly catalogue: () => Catalogue;
  /** Makes the display part of a code, with at least 128 random bits. */
  readonly newDisplay: () => string;
  /** Returns a short random mark that distinguishes batches. */
  readonly newMark: () => string;
  readonly hashCode: (display: string) => string;
}

/** Refusals name the plan. A discount on every plan has only the name of its batch. */
const subjectOf = ({ planId }: BatchOrder, name: string): RefusalSubject =>
  planId === undefined ? { type: 'coupon_batch', id: name } : { type: 'plan', id: planId };

const prefixes = { Prepaid: 'ppd', PrepaidMaintenance: 'mnt', Discount: 'dsc' } as const;

/** Creates a batch of codes (OP-03). They are returned once, stored as hashes and not recorded in the audit log. */
export const makeCreateCoupons =
  ({ wallNow }: Platform, { inTransaction, catalogue, newDisplay, newMark, hashCode }: Dependencies) =>
  async ({ name, ...order }: CouponBatchOrder, by: By): Promise<CouponBatch> => {
    const template = orRefuse(computeCouponTemplate(order, catalogue(), wallNow()), subjectOf(order, name));
    const batch = { id: `${prefixes[order.type]}-${newMark()}`, name };
    const displays = Array.from({ length: order.count }, newDisplay);
    await inTransaction(async (store) => {
      await store.addCoupons(
        batch,
        displays.map((display) => ({ ...template, codeHash: hashCode(display) })),
      );
      const { priceIds, validFrom: _validFrom, ...after } = template;
      await store.record({
        ...by,
        accountId: null,
        action: 'create_coupons',
        subjectId: batch.id,
        after: { ...after, name, count: order.count, prices: priceIds.length },
        domainAt: null,
      });
    });
    return { batchId: batch.id, codes: displays.map((display) => `${batch.id}_${display}`) };
  };
