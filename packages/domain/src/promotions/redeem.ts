import { comingEndOf } from '../billing/coming-end.ts';
import {
  type BillingWrites,
  type Draft,
  finish,
  mail,
  putRedemption,
  putSubscription,
  type RuleContext,
  startDraft,
} from '../billing/draft.ts';
import { undecidedAttemptOf } from '../billing/due.ts';
import type { BillingState, Subscription } from '../billing/entities.ts';
import { acknowledge, beginTerm, replaces, type TermGrant, takeOver } from '../billing/grant-term.ts';
import type { BillingSettings } from '../billing/settings.ts';
import { planById, pricesOnSale } from '../catalogue/catalogue.ts';
import { ok, type Refusal, type Result, refuse } from '../result.ts';
import { checkExport, isControlled, type Verdict } from '../screening/screen.ts';
import { isLive } from '../subscription/status.ts';
import type { PromotionRedemption } from './entities.ts';
import type { Promotion } from './promotion.ts';

/** What taking a promotion came to. */
export interface Redeemed {
  readonly writes: BillingWrites;
  readonly subscriptions: readonly Subscription[];
}

interface PromotionClaim {
  readonly code: string;
  /** Auto-renew as the customer chose it; true when not given. */
  readonly transitionAtEnd?: boolean | undefined;
}

const grantsOf = (promotion: Promotion, { catalogue }: RuleContext): TermGrant[] =>
  promotion.grants.map(({ planId, months, transitionPriceId }) => {
    const plan = planById(catalogue, planId);
    const [onSale] = pricesOnSale(catalogue, planId);
    // A promotion that waits for an export review is carried out also when its plan went off sale meanwhile.
    const price = onSale ?? catalogue.prices.find((each) => each.planId === planId && each.amountCents === 0);
    if (!plan || !price) throw new Error(`promotion ${promotion.name} grants ${planId}, which has no free price`);
    return { plan, price, source: 'promotion', months, displayCode: null, transitionPriceId };
  });

/** All or nothing: one grant that has no room refuses the whole (billing.md §2.6). */
const checkGrants = (state: BillingState, grants: readonly TermGrant[]): Refusal | null => {
  if (state.account.status !== 'open') return refuse('PROMO_NOT_AVAILABLE');
  const live = state.subscriptions.filter(isLive);
  const full = grants.some((grant) => {
    const held = live.filter((subscription) => replaces(grant, subscription));
    const alike = live.filter((subscription) => subscription.planId === grant.plan.id);
    return (
      held.some(({ source }) => source === 'prepaid' || source === 'promotion') ||
      (grant.plan.maxLive !== null && alike.length >= grant.plan.maxLive)
    );
  });
  return full ? refuse('PROMO_NOT_AVAILABLE') : null;
};

/** Whether there is room for all that it grants, whatever the customer still has to bring; said before anything is asked for. */
export const checkRoom = (state: BillingState, promotion: Promotion, context: RuleContext): Refusal | null =>
  checkGrants(state, grantsOf(promotion, context));

/** Cards are taken where the customer is, so the promotion goes on as a paid plan; elsewhere it just ends. */
const goesOn = (state: BillingState, promotion: Promotion, settings: BillingSettings): boolean =>
  promotion.collectPayment && state.billTo !== null && settings.cardCountries.includes(state.billTo.country);

/** What the customer has to bring: address, clearance, card, in the order in which the wizard asks for them. */
const checkNeeds = (
  state: BillingState,
  promotion: Promotion,
  verdict: Verdict,
  settings: BillingSettings,
): Refusal | null => {
  if (promotion.collectPayment && state.billTo === null) return refuse('MISSING_ADDRESS');
  const controlled = promotion.grants.some(({ product }) => isControlled(product));
  const stopped = controlled ? checkExport(state.account.exportStatus, verdict) : null;
  if (stopped) return stopped;
  return goesOn(state, promotion, settings) && state.card === null ? refuse('PAYMENT_METHOD_REQUIRED') : null;
};

const give = (draft: Draft, grant: TermGrant, onAtEnd: boolean): Subscription => {
  for (const held of draft.state.subscriptions) if (replaces(grant, held)) takeOver(draft, held);
  const begun = beginTerm(draft, grant);
  const given = putSubscription(draft, { ...begun, transitionAtEnd: onAtEnd && grant.transitionPriceId !== null });
  acknowledge(draft, given, grant, draft.context.now, given.currentPeriodEnd ?? draft.context.now);
  return given;
};

/**
 * Takes a promotion: a subscription for each of its grants with a receipt of nothing to pay, or none of them. On drive and
 * IoT it stands in the place of what is free, tried or paid (S19), never of prepaid time or another promotion; on scope it
 * is one more. `redemption` is the row that says so: a new one, or one that was held until the account was cleared. A held
 * row has its own choice of auto-renew, which counts instead of the claim's.
 */
export const redeemPromotion = (
  state: BillingState,
  promotion: Promotion,
  redemption: PromotionRedemption | null,
  claim: PromotionClaim & { readonly verdict: Verdict },
  context: RuleContext,
): Result<Redeemed> => {
  const grants = grantsOf(promotion, context);
  const refused = checkGrants(state, grants) ?? checkNeeds(state, promotion, claim.verdict, context.settings);
  if (refused) return refused;
  const giveWay = state.subscriptions.filter((held) => grants.some((grant) => replaces(grant, held)));
  const ofThem = state.invoices.filter((invoice) => giveWay.some(({ id }) => id === invoice.subscriptionId));
  if (ofThem.some((invoice) => undecidedAttemptOf(state, invoice.id))) return refuse('OPERATION_IN_PROGRESS');

  const draft = startDraft(state, context);
  const row = redemption ?? newRedemption(draft, promotion, claim);
  const onAtEnd = row.transitionAtEnd && goesOn(state, promotion, context.settings);
  const subscriptions = grants.map((grant) => give(draft, grant, onAtEnd));
  putRedemption(draft, { ...row, status: 'applied', subscriptionIds: subscriptions.map(({ id }) => id) });
  const [first] = subscriptions;
  const end = first ? comingEndOf(draft.state, first, context) : null;
  mail(draft, redemption ? 'held_applied' : 'promotion_redeemed', {
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

/** Keeps a promotion for an account whose review is open: nobody else can use the code meanwhile, and nothing is given yet (D7). */
export const holdPromotion = (
  state: BillingState,
  promotion: Promotion,
  claim: PromotionClaim & { readonly reviewId: string },
  context: RuleContext,
): BillingWrites => {
  const draft = startDraft(state, context);
  const row = newRedemption(draft, promotion, claim);
  putRedemption(draft, { ...row, status: 'held', exportReviewId: claim.reviewId });
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
