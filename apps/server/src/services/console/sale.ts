import type {
  BatchRedemption,
  CataloguePlan,
  CataloguePromotion,
  CouponBatch,
} from '@foyer/contract/api/operator-sale';
import type { Instant } from '@foyer/contract/vocabulary/instants';
import type { Catalogue } from '@foyer/domain/catalogue/catalogue';
import { Refused } from '../refused.ts';
import type { BatchRow, ConsoleReads } from './ports.ts';

const BATCHES_SHOWN = 100;
const REDEMPTIONS_SHOWN = 500;

const iso = (instant: Instant): string => new Date(instant).toISOString();

const viewBatch = (row: BatchRow): CouponBatch => ({
  ...row,
  createdAt: iso(row.createdAt),
  validTo: row.validTo === null ? null : iso(row.validTo),
});

/** Batches of codes, newest first; the codes themselves are told nowhere (INV-22). */
export const makeListBatches =
  ({ reads }: { readonly reads: Pick<ConsoleReads, 'batches'> }) =>
  async (): Promise<CouponBatch[]> =>
    (await reads.batches(BATCHES_SHOWN)).map(viewBatch);

/** A batch and who redeemed what of it (OP-03). */
export const makeReadBatch =
  ({ reads }: { readonly reads: Pick<ConsoleReads, 'batch'> }) =>
  async (id: string): Promise<{ batch: CouponBatch; redemptions: BatchRedemption[] }> => {
    const found = await reads.batch(id, REDEMPTIONS_SHOWN);
    if (!found) throw new Refused('NOT_FOUND');
    return {
      batch: viewBatch(found.batch),
      redemptions: found.redemptions.map((row) => ({ ...row, at: iso(row.at) })),
    };
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
    trialDays: plan.hasTrial ? plan.trialDays : null,
    prices: prices
      .filter(({ planId }) => planId === plan.id)
      .map(({ id, interval, amountCents, active }) => ({ id, interval, amountCents, active })),
  }));

export interface ReadCatalogueNeeds {
  readonly catalogue: () => Catalogue;
  readonly reads: Pick<ConsoleReads, 'promotionsTaken'>;
}

/** What is sold, and what was, with all prices; and what is given away, with how often it was taken (OP-03). */
export const makeReadCatalogue =
  ({ catalogue, reads }: ReadCatalogueNeeds) =>
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
