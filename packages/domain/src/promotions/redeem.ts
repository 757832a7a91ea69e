import { planById, pricesOnSale } from '../catalogue/catalogue.ts';
import type { Promotion } from '../catalogue/promotion.ts';
import {
  type BillingWrites,
  type Draft,
  dropHeld,
  finish,
  put,
  queueMail,
  type RuleContext,
  startDraft,
} from '../decision/draft.ts';
import { upcomingEnd } from '../renewals/upcoming-end.ts';
import { ok, type Refusal, type Result, refuse } from '../result.ts';
import { checkExport, isControlled, type Verdict } from '../screening/screen.ts';
import { undecidedAttemptOf } from '../state/due.ts';
import type { BillingState, Subscription } from '../state/entities.ts';
import type { PromotionRedemption } from '../state/promotion-entities.ts';
import type { BillingSettings } from '../state/settings.ts';
import { isLive, isRequested } from '../state/status.ts';
import { acknowledge, beginTerm, replaces, type TermGrant, takeOver } from '../subscriptions/grant-term.ts';

/** Rows and subscriptions of a redeemed promotion. */
export interface Redeemed {
  readonly writes: BillingWrites;
  readonly subscriptions: readonly Subscription[];
}

interface PromotionClaim {
  readonly code: string;
  /** Auto-renew as chosen by the customer; true if absent. */
  readonly transitionAtEnd?: boolean | undefined;
}

const grantsOf = (promotion: Promotion, { catalogue }: RuleContext): TermGrant[] =>
  promotion.grants.map(({ planId, months, transitionPriceId }) => {
    const plan = planById(catalogue, planId);
    const [onSale] = pricesOnSale(catalogue, planId);
    // A held promotion is applied even if its plan went off sale meanwhile.
    const price = onSale ?? catalogue.prices.find((each) => each.planId === planId && each.amountCents === 0);
    if (!plan || !price) throw new Error(`promotion ${promotion.name} grants ${planId}, which has no free price`);
    return { plan, price, source: 'promotion', months, displayCode: null, transitionPriceId };
  });

/** Refuses the promotion if one of its grants cannot be applied. */
const checkGrants = (state: BillingState, grants: readonly TermGrant[], context: RuleContext): Refusal | null => {
  if (state.account.status !== 'open') return refuse('PROMO_NOT_AVAILABLE');
  const live = state.subscriptions.filter((subscription) => isLive(subscription) && !isRequested(subscription));
  const isBlocked = grants.some((grant) => {
    const current = live.filter((subscription) => replaces(context.catalogue, grant, subscription));
    const ofSamePlan = live.filter((subscription) => subscription.planId === grant.plan.id);
    return (
      current.some(({ source }) => source === 'prepaid' || source === 'promotion') ||
      (grant.plan.maxLive !== null && ofSamePlan.length >= grant.plan.maxLive)
    );
  });
  return isBlocked ? refuse('PROMO_NOT_AVAILABLE') : null;
};

/** Refuses a promotion whose grants cannot all be applied, before the customer is asked for address or card. */
export const checkCanBeGranted = (state: BillingState, promotion: Promotion, context: RuleContext): Refusal | null =>
  checkGrants(state, grantsOf(promotion, context), context);

/**
 * Tells whether the promotion continues as a paid plan, which needs an address where cards are accepted. Elsewhere it
 * ends.
 */
const continuesAsPaidPlan = (state: BillingState, promotion: Promotion, settings: BillingSettings): boolean =>
  promotion.collectPayment && state.billTo !== null && settings.cardCountries.includes(state.billTo.country);

/** Requires address, export clearance and card, in the order of the page's steps. */
const checkNeeds = (
  state: BillingState,
  promotion: Promotion,
  verdict: Verdict,
  { catalogue, settings }: RuleContext,
): Refusal | null => {
  if (promotion.collectPayment && state.billTo === null) return refuse('MISSING_ADDRESS');
  const controlled = promotion.grants.some((grant) => isControlled(catalogue, grant));
  const stopped = controlled ? checkExport(state.account.exportStatus, verdict) : null;
  if (stopped) return stopped;
  return continuesAsPaidPlan(state, promotion, settings) && state.card === null
    ? refuse('PAYMENT_METHOD_REQUIRED')
    : null;
};

const applyGrant = (draft: Draft, grant: TermGrant, transitionAtEnd: boolean): Subscription => {
  const { context } = draft;
  for (const subscription of draft.state.subscriptions)
    if (replaces(context.catalogue, grant, subscription)) takeOver(draft, subscription);
  const begun = beginTerm(draft, grant);
  const given = put(draft, 'subscriptions', {
    ...begun,
    transitionAtEnd: transitionAtEnd && grant.transitionPriceId !== null,
  });
  acknowledge(draft, given, grant, draft.context.now, given.currentPeriodEnd ?? draft.context.now);
  return given;
};

/**
 * Redeems a promotion: one subscription with a receipt of 0 for each grant, or none. On drive and IoT it replaces free,
 * tried and paid plans (S19), never prepaid time or another promotion; on scope it adds a subscription. `redemption` is
 * a held row to apply, or null for a new one. The auto-renew choice of a held row takes precedence over that of
 * `claim`.
 */
export const redeemPromotion = (
  state: BillingState,
  promotion: Promotion,
  redemption: PromotionRedemption | null,
  claim: PromotionClaim & { readonly verdict: Verdict },
  context: RuleContext,
): Result<Redeemed> => {
  const grants = grantsOf(promotion, context);
  const refused = checkGrants(state, grants, context) ?? checkNeeds(state, promotion, claim.verdict, context);
  if (refused) return refused;
  const replaced = state.subscriptions.filter((subscription) =>
    grants.some((grant) => replaces(context.catalogue, grant, subscription)),
  );
  const invoicesOfReplaced = state.invoices.filter((invoice) =>
    replaced.some(({ id }) => id === invoice.subscriptionId),
  );
  if (invoicesOfReplaced.some((invoice) => undecidedAttemptOf(state, invoice.id)))
    return refuse('OPERATION_IN_PROGRESS');

  const draft = startDraft(state, context);
  const row = redemption ?? newRedemption(draft, promotion, claim);
  const renewsAtEnd = row.transitionAtEnd && continuesAsPaidPlan(state, promotion, context.settings);
  const subscriptions = grants.map((grant) => applyGrant(draft, grant, renewsAtEnd));
  dropHeld(draft, row.id);
  put(draft, 'promotionRedemptions', { ...row, status: 'applied', subscriptionIds: subscriptions.map(({ id }) => id) });
  const [first] = subscriptions;
  const end = first ? upcomingEnd(draft.state, first, context) : null;
  queueMail(draft, redemption ? 'held_applied' : 'promotion_redeemed', {
    ...(first ? { subscription: first } : {}),
    facts: { name: promotion.name, end },
  });
  return ok({ writes: finish(draft), subscriptions });
};

const newRedemption = (
  draft: Draft,
  promotion: Promotion,
  { code, transitionAtEnd = true }: PromotionClaim,
): PromotionRedemption => ({
  id: draft.context.newId('promotionRedemption'),
  promotionId: promotion.id,
  accountId: draft.state.account.id,
  code,
  status: 'applied',
  exportReviewId: null,
  subscriptionIds: [],
  transitionAtEnd,
  at: draft.context.now,
});

/**
 * Holds a promotion while the export review of the account is open. It counts as redeemed, and gives nothing yet (D7).
 */
export const holdPromotion = (
  state: BillingState,
  promotion: Promotion,
  claim: PromotionClaim & { readonly reviewId: string },
  context: RuleContext,
): BillingWrites => {
  const draft = startDraft(state, context);
  const row = newRedemption(draft, promotion, claim);
  put(draft, 'promotionRedemptions', { ...row, status: 'held', exportReviewId: claim.reviewId });
  const held = {
    id: row.id,
    accountId: row.accountId,
    kind: 'promotion' as const,
    name: promotion.name,
    heldAt: row.at,
  };
  draft.state = { ...draft.state, held: [...draft.state.held, held] };
  return finish(draft);
};
