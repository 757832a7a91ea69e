import type { Feature as FeatureView, TieredPlan } from '@foyer/contract/api/plans';
import type { AccountId } from '@foyer/contract/vocabulary/ids';
import type { Language } from '@foyer/contract/vocabulary/languages';
import type { Product } from '@foyer/contract/vocabulary/plans';
import { type Catalogue, type Plan, planById } from '@foyer/domain/catalogue/catalogue';
import { familyOf } from '@foyer/domain/catalogue/family';
import { isLegacyId } from '@foyer/domain/catalogue/legacy-id';
import { addOnsOf, featureListsOf, includedFeatures } from '@foyer/domain/catalogue/plan-contents';
import { planRelation, relationFlags, tierFlags } from '@foyer/domain/catalogue/plan-relation';
import { checkCoupon } from '@foyer/domain/coupons/coupon';
import { claimOfNext } from '@foyer/domain/coupons/redeem-discount';
import type { RuleContext } from '@foyer/domain/decision/draft';
import { countHeld } from '@foyer/domain/orders/order';
import type { BillingState, Subscription } from '@foyer/domain/state/entities';
import { isEntitled, isLive } from '@foyer/domain/state/status';
import type { FindCode } from '../billing/find-code.ts';
import { loadForPreview } from '../billing/load-for-preview.ts';
import type { BillingReads, Caller } from '../billing/ports.ts';
import { checkProduct } from '../catalogue/check-product.ts';
import { viewAddOn } from '../catalogue/plan-details.ts';
import type { Platform } from '../platform.ts';
import { Refused } from '../refused.ts';
import { type PlansDependencies, type PlansSeen, plansOnOffer, trialDaysByBrand, viewPlan } from './list-plans.ts';
import { findDiscount } from './order-with-codes.ts';
import { asDiscount } from './place-order.ts';

/** Returns the effective subscription of a product. A trial replaces the subscription below it (D9). */
const effectiveOf = ({ subscriptions }: BillingState, product: Product): Subscription | null => {
  const own = subscriptions.filter((subscription) => subscription.product === product && isEntitled(subscription));
  return own.find(({ status }) => status === 'trialing') ?? own.at(-1) ?? null;
};

/** Finds a live subscription of the product; of any family with tiers if no product is named. */
const named = (
  { subscriptions }: BillingState,
  { catalogue }: RuleContext,
  product: Product | undefined,
  subId: string,
): Subscription => {
  const isOf = (subscription: Subscription): boolean =>
    product === undefined ? familyOf(catalogue, subscription).kind === 'tiers' : subscription.product === product;
  const found = subscriptions.find(
    (subscription) => subscription.id === subId && isOf(subscription) && isLive(subscription),
  );
  if (!found) throw new Refused('NOT_FOUND', { message: 'Invalid Subscription ID' });
  return found;
};

const viewTieredPlan = (seen: PlansSeen, plan: Plan, reference: Subscription | null): TieredPlan => {
  const { catalogue } = seen.context;
  const own = reference && planById(catalogue, reference.planId);
  const relation = planRelation(
    plan,
    reference && own ? { plan: own, source: reference.source, status: reference.status } : null,
  );
  const addOns = addOnsOf(catalogue, plan.id).map(viewAddOn);
  const lists = featureListsOf(catalogue, plan.id);
  const { kind } = familyOf(catalogue, plan);
  const view = viewPlan(seen, plan);
  const flags = relationFlags(relation, plan.tierId);
  return {
    ...view,
    ...flags,
    ...tierFlags(plan.tierId),
    // a family with plans also marks the plan below a trial, which the customer keeps (D9)
    isCurrent: kind === 'plans' ? view.isCurrent : flags.isCurrent,
    isLegacy: plan.isLegacy || (kind === 'tiers' && isLegacyId(plan.id)),
    addOns,
    addOnPackages: addOns.filter(({ type }) => type === 'package'),
    features: [...lists.features],
    featureList1: [...lists.featureList1],
    featureList2: [...lists.featureList2],
    emailSuffix: plan.emailSuffix,
    heldCount: countHeld(seen.loaded.state, plan.id),
  };
};

const viewFeatures = (catalogue: Catalogue, plans: readonly TieredPlan[]): FeatureView[] => {
  const keys = new Set(plans.flatMap(({ features }) => features));
  return catalogue.features
    .filter(({ key }) => keys.has(key))
    .map(({ key, label, prerequisiteName, prerequisiteSteps }) => ({
      key,
      label,
      prerequisite: prerequisiteName === null ? null : { name: prerequisiteName, steps: [...prerequisiteSteps] },
      includes: [...includedFeatures(catalogue, key)],
    }));
};

interface Dependencies extends PlansDependencies {
  readonly reads: Pick<BillingReads, 'account' | 'coupon'>;
  readonly findCode: FindCode;
}

/** Product to list, or a subscription of a family with tiers. */
interface TieredPlansQuery {
  readonly product?: Product | undefined;
  readonly subId?: string | undefined;
  readonly coupon?: string | undefined;
}

/**
 * Serves `GET v2/plans`: plans on offer with tier, packages and features, relative to the named subscription, else to the
 * one in effect (SP-06). The amount of a cycle is what changing the named subscription costs today, with the requested
 * discount.
 */
export const makeListTieredPlans =
  (platform: Platform, { reads, findCode }: Dependencies) =>
  async (caller: Caller, { product, subId, coupon: typedCoupon }: TieredPlansQuery) => {
    const { accountId, language } = caller;
    const code = typedCoupon === undefined ? null : await findDiscount(findCode, caller, typedCoupon);
    const { loaded, context } = await loadForPreview(platform, reads, accountId, language);
    checkProduct(context.catalogue, product);
    const subscription = subId === undefined ? null : named(loaded.state, context, product, subId);
    const listed = product ?? subscription?.product;
    if (listed === undefined) throw new Refused('INVALID_REQUEST', { field: 'product' });
    const reference = subscription ?? effectiveOf(loaded.state, listed);
    const coupon = code && claimOfNext(asDiscount(await reads.coupon(code, accountId)), loaded.state);
    const refused = coupon && checkCoupon(coupon, context.catalogue, context.now);
    if (refused) throw new Refused(refused.type);
    const seen = { loaded, context, subscription, coupon, language };
    const plans = plansOnOffer(seen, listed).map((plan) => viewTieredPlan(seen, plan, reference));
    if (coupon && !plans.some(({ billingCycles }) => billingCycles.some(({ discounted }) => discounted)))
      throw new Refused('PLANS_NOT_SUPPORTED');
    return { plans, features: viewFeatures(context.catalogue, plans), trialDays: trialDaysByBrand(seen) };
  };

/** Lists the add-ons of a plan (`GET plans/{id}/addons`), by plan id or interval id. Refuses NOT_FOUND for others. */
export const makeListAddOns =
  ({ ruleContext }: Platform, { reads }: PlansDependencies) =>
  async (accountId: AccountId, id: string, language: Language) => {
    const loaded = await reads.account(accountId);
    if (!loaded) throw new Refused('NOT_FOUND');
    const { catalogue } = ruleContext(loaded.now, language);
    const planId = catalogue.prices.find((price) => price.intervalId === id)?.planId ?? id;
    if (!planById(catalogue, planId)) throw new Refused('NOT_FOUND');
    return addOnsOf(catalogue, planId).map(viewAddOn);
  };
