import type { Coupon as CouponView } from '@foyer/contract/api/coupons';
import type { AccountId } from '@foyer/contract/vocabulary/ids';
import { iso, isoOrNull } from '@foyer/contract/vocabulary/instants';
import type { Language } from '@foyer/contract/vocabulary/languages';
import { type Catalogue, type Plan, planById } from '@foyer/domain/catalogue/catalogue';
import { isChoosable } from '@foyer/domain/catalogue/plan-reference';
import {
  type Coupon,
  type CouponClaim,
  checkCoupon,
  discountUsesOf,
  displayPart,
  intervalIdsOf,
} from '@foyer/domain/coupons/coupon';
import type { CouponEffect } from '@foyer/domain/coupons/effect';
import { claimOfNext } from '@foyer/domain/coupons/redeem-discount';
import { type PrepaidClaim, redeemPrepaid } from '@foyer/domain/coupons/redeem-prepaid';
import { describeTerm, planNamesOf } from '@foyer/domain/coupons/words';
import { addMonths } from '@foyer/domain/dates/months';
import type { RuleContext } from '@foyer/domain/decision/draft';
import { isBlockedByPrepaid } from '@foyer/domain/orders/order';
import type { Subscription } from '@foyer/domain/state/entities';
import { isLive } from '@foyer/domain/state/status';
import type { FindCode } from '../billing/find-code.ts';
import { loadForPreview } from '../billing/load-for-preview.ts';
import type { BillingReads, Caller, LoadedAccount } from '../billing/ports.ts';
import { formatBytes } from '../catalogue/format-bytes.ts';
import { viewExchange } from '../catalogue/plan-details.ts';
import { plansOnOffer } from '../orders/list-plans.ts';
import type { Platform } from '../platform.ts';
import { Refused } from '../refused.ts';
import { namedOf } from './redeem-code.ts';

/** Effect or refusal of a code for this account now. Both are null while the customer has not named a licence. */
interface RedemptionPreview {
  readonly effect: CouponEffect | null;
  readonly refusal: string | null;
}

/** Returns the only licence that a maintenance code fits; null if several or none have its tier (CD-02). */
const onlyLicence = ({ state }: LoadedAccount, coupon: Coupon, catalogue: Catalogue): Subscription | null => {
  if (coupon.type !== 'PrepaidMaintenance') return null;
  const fitting = state.subscriptions.filter(
    (held) => isLive(held) && held.term === 'perpetual' && planById(catalogue, held.planId)?.tierId === coupon.tierId,
  );
  return fitting.length === 1 ? (fitting[0] ?? null) : null;
};

const previewRedemption = (
  loaded: LoadedAccount,
  claim: CouponClaim,
  subscriptionId: string | null,
  context: RuleContext,
): RedemptionPreview => {
  const { coupon } = claim;
  if (coupon.type === 'Discount') {
    const nothing = { subscriptionId: null, replaces: null, endsTrial: null, freeTime: null, creditCents: 0 };
    return { effect: { action: 'discount', from: context.now, until: null, ...nothing }, refusal: null };
  }
  const named = namedOf(loaded, subscriptionId) ?? onlyLicence(loaded, coupon, context.catalogue);
  if (coupon.type === 'PrepaidMaintenance' && !named) return { effect: null, refusal: null };
  const redeemed = redeemPrepaid(loaded.state, claim as PrepaidClaim, { named, verdict: 'clear' }, context);
  return redeemed.ok ? { effect: redeemed.value.effect, refusal: null } : { effect: null, refusal: redeemed.type };
};

const viewEffect = (
  { replaces, endsTrial, freeTime, from, until, ...effect }: CouponEffect,
  planId: string | null,
  catalogue: Catalogue,
  language: Language,
): NonNullable<CouponView['effect']> => {
  const nameOf = (gone: Subscription) => planById(catalogue, gone.planId)?.displayName ?? '';
  const gone = [endsTrial, replaces].flatMap((row) => row ?? []);
  return {
    ...effect,
    from: iso(from),
    until: isoOrNull(until),
    replaces: replaces && { name: nameOf(replaces) },
    endsTrial: endsTrial && {
      name: nameOf(endsTrial),
      until: isoOrNull(endsTrial.trialEnd),
      continues: endsTrial.transitionAtEnd,
    },
    freeTime: freeTime && { ...freeTime, until: isoOrNull(freeTime.until) },
    exchange: planId === null ? null : viewExchange(gone, planId, catalogue, language),
  };
};

const viewPlan = (catalogue: Catalogue, coupon: Coupon) => {
  const plan = coupon.type === 'Prepaid' ? planById(catalogue, coupon.planId) : undefined;
  if (!plan) return null;
  const { id, name, displayName, description, tierId, tierName, storageBytes, emailSuffix } = plan;
  const storageDisplay = storageBytes === null ? null : formatBytes(storageBytes);
  return { id, name, displayName, description, tierId, tierName, storageDisplay, emailSuffix };
};

const maintenanceEnds = (coupon: Coupon, { effect }: RedemptionPreview): string | null => {
  if (effect === null || coupon.type === 'Discount' || coupon.maintenanceMonths === null) return null;
  if (coupon.type === 'PrepaidMaintenance') return isoOrNull(effect.until);
  return iso(addMonths(effect.from, coupon.maintenanceMonths));
};

const viewCoupon = (
  { coupon, code }: CouponClaim,
  preview: RedemptionPreview,
  { catalogue, offered }: { catalogue: Catalogue; offered: readonly Plan[] },
  language: Language,
): CouponView => {
  const plan = viewPlan(catalogue, coupon);
  const tierId = coupon.type === 'PrepaidMaintenance' ? coupon.tierId : (plan?.tierId ?? null);
  const tierName = catalogue.plans.find((candidate) => candidate.tierId === tierId)?.tierName ?? null;
  const { months, label, withContext } = describeTerm(catalogue, coupon, tierName, language);
  return {
    id: code,
    displayCode: displayPart(code),
    type: coupon.type,
    product: coupon.type === 'Discount' ? null : coupon.product,
    plan,
    planCategory: tierName,
    planWithContext: withContext,
    planTier: tierId,
    tierName,
    addOns: [],
    durationInMonths: months,
    durationLabel: label,
    isPerpetual: coupon.type === 'Prepaid' && coupon.maintenanceMonths !== null,
    isMaintenance: coupon.type === 'PrepaidMaintenance',
    maintenanceMonths: coupon.type === 'Discount' ? null : coupon.maintenanceMonths,
    maintenanceEnds: maintenanceEnds(coupon, preview),
    discountPercentage: coupon.type === 'Discount' ? coupon.percentOff : null,
    discountCycles: coupon.type === 'Discount' ? coupon.discountCycles : null,
    plans: intervalIdsOf(coupon, catalogue, offered),
    planNames: planNamesOf(coupon, catalogue, offered, language),
    uses: discountUsesOf(coupon, catalogue, offered),
    validTo: isoOrNull(coupon.validTo),
    effect: preview.effect && viewEffect(preview.effect, plan?.id ?? null, catalogue, language),
    refusal: preview.refusal,
  };
};

interface Dependencies {
  readonly reads: Pick<BillingReads, 'account' | 'coupon'>;
  readonly findCode: FindCode;
}

const claimOf = async (
  reads: Dependencies['reads'],
  loaded: LoadedAccount,
  code: Parameters<BillingReads['coupon']>[0],
  { catalogue, now }: RuleContext,
): Promise<CouponClaim> => {
  const found = await reads.coupon(code, loaded.state.account.id as AccountId);
  if (!found) throw new Refused('NOT_FOUND');
  const claim = claimOfNext(found, loaded.state);
  const refused = checkCoupon(claim, catalogue, now);
  if (refused?.type === 'NEEDS_REVIEW') throw new Refused('NEEDS_REVIEW', { held: true });
  if (refused) throw new Refused(refused.type);
  return claim;
};

/**
 * Serves `POST coupons/lookup` and `GET coupons/{code}`: what a code is, and what redeeming it would do. The rule that
 * redeems decides here too, and its rows are dropped. So nothing changes, and preview and redemption agree.
 */
export const makeShowCode =
  (platform: Platform, { reads, findCode }: Dependencies) =>
  async (caller: Caller, typed: string, subscriptionId: string | null): Promise<CouponView> => {
    const code = await findCode(caller, typed);
    const { loaded, context } = await loadForPreview(platform, reads, caller.accountId, caller.language);
    const claim = await claimOf(reads, loaded, code, context);
    const onSale = context.catalogue.families
      .flatMap(({ key }) => plansOnOffer({ loaded, context }, key))
      .filter(isChoosable);
    const offered = onSale.filter((plan) => !isBlockedByPrepaid(loaded.state, plan, context.catalogue));
    const fits = (plans: readonly Plan[]) => intervalIdsOf(claim.coupon, context.catalogue, plans).length > 0;
    if (claim.coupon.type === 'Discount' && !fits(offered))
      throw new Refused(fits(onSale) ? 'PREPAID_NOT_MODIFIABLE' : 'PLANS_NOT_SUPPORTED');
    const seen = { catalogue: context.catalogue, offered };
    return viewCoupon(claim, previewRedemption(loaded, claim, subscriptionId, context), seen, caller.language);
  };
