import type { BillingCycle, Plan as PlanView } from '@foyer/contract/api/shapes';
import type { AccountId } from '@foyer/contract/vocabulary/ids';
import type { Language } from '@foyer/contract/vocabulary/languages';
import { annualSavingPercent } from '@foyer/contract/vocabulary/money';
import type { Product } from '@foyer/contract/vocabulary/plans';
import { type Plan, type Price, pricesOnSale } from '@foyer/domain/catalogue/catalogue';
import { regularIdOf, trialIdOf } from '@foyer/domain/catalogue/plan-reference';
import type { DiscountClaim } from '@foyer/domain/coupons/redeem-discount';
import type { RuleContext } from '@foyer/domain/decision/draft';
import { percentOff } from '@foyer/domain/invoices/price-invoice';
import { quoteOrder } from '@foyer/domain/orders/order';
import type { Subscription } from '@foyer/domain/state/entities';
import { hasBegun } from '@foyer/domain/state/status';
import { checkTrial, trialDaysOf, trialDaysOfBrand } from '@foyer/domain/subscriptions/trial';
import { loadForPreview } from '../billing/load-for-preview.ts';
import type { BillingReads, LoadedAccount } from '../billing/ports.ts';
import { checkProduct } from '../catalogue/check-product.ts';
import { planDetails } from '../catalogue/plan-details.ts';
import { planWords } from '../catalogue/plan-words.ts';
import type { Platform } from '../platform.ts';

export interface PlansDependencies {
  readonly reads: Pick<BillingReads, 'account'>;
}

/** Account, rules and time for which plans are listed, and the subscription that a choice would change. */
export interface PlansSeen {
  readonly loaded: LoadedAccount;
  readonly context: RuleContext;
  readonly subscription: Subscription | null;
  /** Discount to show prices with. */
  readonly coupon?: DiscountClaim | null;
  /** Language of the texts. `context` has the catalogue in it. */
  readonly language: Language;
}

const isDiscounted = ({ coupon }: PlansSeen, price: Price): boolean =>
  price.amountCents > 0 && (coupon?.coupon.priceIds.includes(price.id) ?? false);

/** Amount of a whole period with the coupon, by the rule of its invoice (CD-05). The amount due today may differ. */
const discountedAmount = (seen: PlansSeen, price: Price): number | null =>
  seen.coupon && isDiscounted(seen, price)
    ? price.amountCents - percentOff(price.amountCents, seen.coupon.coupon.percentOff)
    : null;

/** Amount before tax that a switch to this price costs today. A plan that cannot be chosen shows its list price. */
const amountDue = (seen: PlansSeen, plan: Plan, price: Price): number => {
  const { loaded, context, subscription } = seen;
  const quoted = quoteOrder(
    loaded.state,
    {
      plan,
      price,
      trial: false,
      quantity: 1,
      cancelAtPeriodEnd: false,
      transitionAtEnd: false,
      atPeriodEnd: false,
      subscription,
      expectedTotalCents: undefined,
      coupon: isDiscounted(seen, price) ? (seen.coupon ?? null) : null,
    },
    context,
  );
  const invoice = quoted.ok ? quoted.value.invoice : null;
  if (quoted.ok && !invoice) return 0;
  return invoice ? Math.max(0, invoice.subtotalCents - invoice.discountCents) : price.amountCents;
};

const viewCycle = (seen: PlansSeen, plan: Plan, price: Price): BillingCycle => ({
  interval: price.interval,
  intervalId: price.intervalId,
  amount: price.amountCents,
  amountDue: amountDue(seen, plan, price),
  discounted: isDiscounted(seen, price),
  discountedAmount: discountedAmount(seen, price),
  description: plan.description,
  hasTrial: checkTrial(seen.loaded.state, plan, price).ok,
  limitedOffer: price.limitedOffer,
});

export const viewPlan = (seen: PlansSeen, plan: Plan): PlanView => {
  const { loaded, context } = seen;
  const words = planWords[seen.language];
  const cycles = pricesOnSale(context.catalogue, plan.id).map((price) => viewCycle(seen, plan, price));
  const monthly = cycles.find((cycle) => cycle.interval === 'monthly');
  const yearly = cycles.find((cycle) => cycle.interval === 'yearly');
  const shown = yearly ?? cycles[0] ?? null;
  const live = loaded.state.subscriptions.filter(
    (subscription) => hasBegun(subscription) && subscription.planId === plan.id,
  );
  const percentOff = monthly && yearly ? annualSavingPercent(monthly.amount, yearly.amount) : 0;
  return {
    id: plan.id,
    regularId: regularIdOf(plan),
    trialId: trialIdOf(plan),
    name: plan.name,
    description: plan.description,
    displayName: plan.displayName,
    product: plan.product,
    interval: shown?.interval ?? null,
    displayInterval: shown ? words.intervals[shown.interval] : '',
    intervalId: shown?.intervalId ?? null,
    amount: shown?.amount ?? 0,
    active: plan.active,
    details: planDetails(plan, seen.language),
    paymentMethodRequired: plan.paymentMethodRequired,
    contactForPricing: plan.contactForPricing,
    customBilling: plan.customBilling,
    hasTrial: cycles.some((cycle) => cycle.hasTrial),
    trialDays: trialDaysOf(plan, loaded.state.account.brand, context.settings),
    oneTimeOffer: plan.oneTimeOffer,
    isAtSubCountLimit: plan.maxLive !== null && live.length >= plan.maxLive,
    isCurrent: live.length > 0,
    isBasic: plan.isBasic,
    isLegacy: plan.isLegacy,
    tierName: plan.tierName,
    tierId: plan.tierId,
    shortId: plan.shortId,
    annualDiscount:
      monthly && yearly && percentOff > 0
        ? { percentOff, originalPrice: monthly.amount * 12, pricePerMonth: Math.round(yearly.amount / 12) }
        : null,
    billingCycles: cycles,
    billingCyclesHash: Object.fromEntries(cycles.map((cycle) => [cycle.interval, cycle])),
  };
};

/**
 * Returns the plans on offer, cheapest first (SU-10). Hidden, inactive and promotional plans are left out unless the account
 * has them.
 */
export const plansOnOffer = ({ loaded, context }: Pick<PlansSeen, 'loaded' | 'context'>, product: Product): Plan[] => {
  const held = new Set(loaded.state.subscriptions.map((subscription) => subscription.planId));
  return context.catalogue.plans
    .filter((plan) => plan.product === product)
    .filter((plan) => held.has(plan.id) || (plan.active && !plan.isHidden && !plan.isPromotional && !plan.oneTimeOffer))
    .sort((a, b) => a.sortOrder - b.sortOrder);
};

export const trialDaysByBrand = ({ loaded, context }: Omit<PlansSeen, 'subscription'>): number =>
  trialDaysOfBrand(loaded.state.account.brand, context.settings);

/** Lists the plans on offer with their price for this account today (`GET plans`). */
export const makeListPlans =
  (platform: Platform, { reads }: PlansDependencies) =>
  async (
    accountId: AccountId,
    product: Product,
    language: Language,
  ): Promise<{ plans: PlanView[]; trialDays: number }> => {
    const { loaded, context } = await loadForPreview(platform, reads, accountId, language);
    checkProduct(context.catalogue, product);
    const seen = { loaded, context, subscription: null, language };
    return {
      plans: plansOnOffer(seen, product).map((plan) => viewPlan(seen, plan)),
      trialDays: trialDaysByBrand(seen),
    };
  };
