import type { Instant } from '@foyer/contract/vocabulary/instants';
import { type Catalogue, type Plan, type Price, pricesOnSale } from '../catalogue/catalogue.ts';
import { familyOf } from '../catalogue/family.ts';
import { resolvePlan } from '../catalogue/plan-reference.ts';
import { refuseOperator } from '../operator-refusal.ts';
import { ok, type Refusal, type Result } from '../result.ts';
import type { Coupon } from './coupon.ts';

/** Order of an operator for a batch of equal codes. Fields that the type does not use are absent. */
export interface BatchOrder {
  readonly type: Coupon['type'];
  readonly count: number;
  /** Plan id or interval id. A discount without it applies to everything on sale. */
  readonly planId?: string | undefined;
  /** Months of prepaid time, or of a maintenance code. */
  readonly months?: number | undefined;
  readonly perpetual?: boolean | undefined;
  /** Months of the first maintenance of a perpetual licence; 12 if absent. */
  readonly maintenanceMonths?: number | undefined;
  readonly percent?: number | undefined;
  /** Number of invoices a discount lowers; all if absent. */
  readonly cycles?: number | undefined;
  /** Number of accounts that may use each code of a discount; 1 if absent. A prepaid code is for one account. */
  readonly uses?: number | undefined;
  readonly validTo?: Instant | undefined;
}

/** Columns that all coupons of a batch share. */
export interface CouponTemplate {
  readonly type: Coupon['type'];
  readonly product: string | null;
  readonly planId: string | null;
  readonly priceId: string | null;
  readonly tierId: string | null;
  readonly durationMonths: number | null;
  readonly perpetual: boolean;
  readonly maintenanceMonths: number | null;
  readonly percentOff: number | null;
  readonly discountCycles: number | null;
  readonly maxRedemptions: number;
  readonly validFrom: Instant;
  readonly validTo: Instant | null;
  readonly priceIds: readonly string[];
}

const YEAR_MONTHS = 12;

/** Maximum values of a batch. */
export const batchLimits = {
  codes: 10_000,
  months: 10 * YEAR_MONTHS,
  invoices: 10 * YEAR_MONTHS,
  uses: 1_000_000,
} as const;

const within = (value: number | undefined, most: number): boolean =>
  value === undefined || (Number.isInteger(value) && value >= 1 && value <= most);

const maxima = {
  count: batchLimits.codes,
  months: batchLimits.months,
  maintenanceMonths: batchLimits.months,
  cycles: batchLimits.invoices,
  percent: 100,
  uses: batchLimits.uses,
} as const satisfies Partial<Record<keyof BatchOrder, number>>;

type Counted = keyof typeof maxima;

/** Returns the first number of the order that is out of range. */
const fieldOutOfRange = (order: BatchOrder): Counted | undefined =>
  (Object.keys(maxima) as Counted[]).find((field) => !within(order[field], maxima[field]));

const refuseField = (field: Counted): Refusal => refuseOperator('batch_not_valid', { field });

const plain = (order: BatchOrder) => ({
  type: order.type,
  product: null,
  planId: null,
  priceId: null,
  tierId: null,
  durationMonths: null,
  perpetual: false,
  maintenanceMonths: null,
  percentOff: null,
  discountCycles: null,
  maxRedemptions: 1,
  // Valid from the epoch, because a sandbox clock may be set to the past. A code is random, so it is unknown before it
  // exists.
  validFrom: 0,
  validTo: order.validTo ?? null,
  priceIds: [],
});

const prepaid = (order: BatchOrder, plan: Plan, price: Price, catalogue: Catalogue): Result<CouponTemplate> => {
  const { perpetual = false, months } = order;
  // A perpetual licence has no months; a term needs them.
  if (perpetual !== (months === undefined)) return refuseField('months');
  if (perpetual && !familyOf(catalogue, plan).hasMaintenance) return refuseOperator('no_maintenance');
  if (price.amountCents === 0) return refuseOperator('free_plan');
  const { product, tierId } = plan;
  const of = { ...plain(order), product, tierId, planId: plan.id, priceId: price.id };
  if (!perpetual) return ok({ ...of, durationMonths: months ?? null });
  return ok({ ...of, perpetual, maintenanceMonths: order.maintenanceMonths ?? YEAR_MONTHS });
};

const maintenance = (order: BatchOrder, plan: Plan, catalogue: Catalogue): Result<CouponTemplate> => {
  if (order.months === undefined) return refuseField('months');
  if (!familyOf(catalogue, plan).hasMaintenance) return refuseOperator('no_maintenance');
  const { product, tierId } = plan;
  return ok({ ...plain(order), product, tierId, maintenanceMonths: order.months });
};

/** A discount on a plan covers all its intervals; a discount on an interval covers only that. */
const discount = (order: BatchOrder, prices: readonly Price[]): Result<CouponTemplate> => {
  const paid = prices.filter(({ amountCents }) => amountCents > 0);
  if (order.percent === undefined) return refuseField('percent');
  if (paid.length === 0) return refuseOperator('free_plan');
  return ok({
    ...plain(order),
    percentOff: order.percent,
    discountCycles: order.cycles ?? null,
    maxRedemptions: order.uses ?? 1,
    priceIds: paid.map(({ id }) => id),
  });
};

/**
 * Computes the columns of a batch of codes (OP-03). Refuses an order with missing, contradictory or too large values.
 */
export const computeCouponTemplate = (
  order: BatchOrder,
  catalogue: Catalogue,
  now: Instant,
): Result<CouponTemplate> => {
  const wrong = fieldOutOfRange(order);
  if (wrong) return refuseField(wrong);
  const { type, planId, validTo } = order;
  if (validTo !== undefined && validTo <= now) return refuseOperator('end_not_ahead');
  if (type === 'Discount' && planId === undefined)
    return discount(
      order,
      catalogue.prices.filter(({ active }) => active),
    );
  const chosen = resolvePlan(catalogue, { id: planId ?? '', interval: undefined, trial: false });
  if (!chosen.ok || chosen.value.plan.customBilling) return refuseOperator('unknown_plan');
  const { plan, price } = chosen.value;
  if (type === 'PrepaidMaintenance') return maintenance(order, plan, catalogue);
  if (type === 'Prepaid') return prepaid(order, plan, price, catalogue);
  return discount(order, plan.id === planId ? pricesOnSale(catalogue, plan.id) : [price]);
};
