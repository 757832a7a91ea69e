import type {
  BatchRedemption,
  CataloguePlan,
  CataloguePromotion,
  CouponBatch,
} from '@foyer/contract/api/operator-sale';
import { iso } from '@foyer/contract/vocabulary/instants';
import type { Catalogue } from '@foyer/domain/catalogue/catalogue';
import { type Position, pageOf, readCursor, readPage } from '../list-page.ts';
import { refusedCommand } from '../refused.ts';
import type { BatchRow, OperatorSiteReads } from './read-ports.ts';

const BATCHES_PAGE = 50;
const REDEMPTIONS_PAGE = 100;

const viewBatch = ({ atMicros: _, ...row }: BatchRow, catalogue: Catalogue): CouponBatch => ({
  ...row,
  planName: catalogue.plans.find(({ id }) => id === row.planId)?.displayName ?? null,
  createdAt: iso(row.createdAt),
  validTo: row.validTo === null ? null : iso(row.validTo),
});

/** Lists batches of codes, newest first. Codes themselves are never returned again (INV-22). */
export const makeListBatches =
  ({ reads, catalogue }: { readonly reads: Pick<OperatorSiteReads, 'batches'>; readonly catalogue: () => Catalogue }) =>
  async (cursor: string | undefined): Promise<{ batches: CouponBatch[]; nextCursor: string | null }> => {
    const found = await reads.batches(readCursor(cursor), BATCHES_PAGE + 1);
    const { rows, nextCursor } = pageOf(found, BATCHES_PAGE);
    return { batches: rows.map((row) => viewBatch(row, catalogue())), nextCursor };
  };

/** Returns a page of the redemptions of a batch, newest first. */
const partOfRedemptions =
  ({ reads }: { readonly reads: Pick<OperatorSiteReads, 'redemptions'> }) =>
  async (id: string, cursor?: string) => {
    const read = (after: Position | null, limit: number) => reads.redemptions(id, after, limit);
    const { rows, inAll, nextCursor } = await readPage(read, REDEMPTIONS_PAGE, cursor);
    return { redemptions: rows.map((row) => ({ ...row, at: iso(row.at) })), inAll, nextCursor };
  };

/** Returns the next page of the redemptions of a batch. */
export const makeListRedemptions =
  ({ reads }: { readonly reads: Pick<OperatorSiteReads, 'batch' | 'redemptions'> }) =>
  async (id: string, cursor: string | undefined) => {
    if (!(await reads.batch(id))) throw refusedCommand('not_found', { type: 'coupon_batch', id });
    return partOfRedemptions({ reads })(id, cursor);
  };

/** Returns a batch with its redemptions (OP-03). */
export const makeReadBatch =
  ({
    reads,
    catalogue,
  }: {
    readonly reads: Pick<OperatorSiteReads, 'batch' | 'redemptions'>;
    readonly catalogue: () => Catalogue;
  }) =>
  async (
    id: string,
  ): Promise<{
    batch: CouponBatch;
    redemptions: BatchRedemption[];
    redemptionsInAll: number;
    nextCursor: string | null;
  }> => {
    const [batch, { redemptions, inAll, nextCursor }] = await Promise.all([
      reads.batch(id),
      partOfRedemptions({ reads })(id),
    ]);
    if (!batch) throw refusedCommand('not_found', { type: 'coupon_batch', id });
    return { batch: viewBatch(batch, catalogue()), redemptions, redemptionsInAll: inAll, nextCursor };
  };

const viewPlans = ({ plans, prices }: Catalogue): CataloguePlan[] =>
  plans.map((plan) => ({
    id: plan.id,
    product: plan.product,
    name: plan.displayName,
    tierName: plan.tierName,
    active: plan.active,
    hidden: plan.isHidden,
    legacy: plan.isLegacy,
    promotional: plan.isPromotional || plan.oneTimeOffer,
    byAgreement: plan.customBilling || plan.contactForPricing,
    trialDays: plan.hasTrial ? plan.trialDays : null,
    prices: prices
      .filter(({ planId }) => planId === plan.id)
      .map(({ id, interval, amountCents, active }) => ({ id, interval, amountCents, active })),
  }));

interface Dependencies {
  readonly catalogue: () => Catalogue;
  readonly reads: Pick<OperatorSiteReads, 'promotionsTaken'>;
}

/** Returns all plans with their prices, also those off sale, and all promotions with their redemption counts (OP-03). */
export const makeReadCatalogue =
  ({ catalogue, reads }: Dependencies) =>
  async (): Promise<{ plans: CataloguePlan[]; promotions: CataloguePromotion[] }> => {
    const taken = await reads.promotionsTaken();
    return {
      plans: viewPlans(catalogue()),
      promotions: catalogue().promotions.map((promotion) => ({
        name: promotion.name,
        aliases: [...promotion.aliases],
        active: promotion.active,
        collectPayment: promotion.collectPayment,
        grants: promotion.grants.map(({ product, planId, months }) => ({ product, planId, months })),
        redeemed: taken.get(promotion.id) ?? 0,
      })),
    };
  };
