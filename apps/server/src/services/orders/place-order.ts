import type { AccountId } from '@foyer/contract/vocabulary/ids';
import type { Interval } from '@foyer/contract/vocabulary/plans';
import { takesAddOns } from '@foyer/domain/catalogue/plan-contents';
import { resolvePlan } from '@foyer/domain/catalogue/plan-reference';
import type { CouponClaim } from '@foyer/domain/coupons/coupon';
import type { DiscountClaim } from '@foyer/domain/coupons/redeem-discount';
import type { RuleContext } from '@foyer/domain/decision/draft';
import { isDuplicateSubmission } from '@foyer/domain/orders/duplicate-submission';
import { type Order, placeOrder } from '@foyer/domain/orders/order';
import { isControlled } from '@foyer/domain/screening/screen';
import type { Subscription } from '@foyer/domain/state/entities';
import { scheduledChangeOf } from '@foyer/domain/state/scheduled-change';
import { isLive } from '@foyer/domain/state/status';
import { cancelScheduledChange } from '@foyer/domain/subscriptions/discard-scheduled-change';
import { isTrialOrPromotion, toggleRenewal } from '@foyer/domain/subscriptions/toggle-renewal';
import { underCommandKey } from '../billing/command-key.ts';
import { lockCustomer } from '../billing/lock-customer.ts';
import type { CodeKey, IdempotencyClaim, InBillingTransaction, LoadedAccount } from '../billing/ports.ts';
import { writeSubject } from '../idempotency/subject.ts';
import type { SendAttempt } from '../payments/charge.ts';
import type { CloseChallenges } from '../payments/close-challenges.ts';
import type { ThrowUnlessSucceeded } from '../payments/throw-unless-succeeded.ts';
import type { Platform } from '../platform.ts';
import { orRefuse, Refused } from '../refused.ts';
import { openReviewAfterRefusal } from '../screening/open-review.ts';
import type { ScreenAccount } from '../screening/ports.ts';

/** Fields of POST and PATCH subscriptions that describe an order. */
export interface OrderRequest {
  readonly planId?: string | undefined;
  readonly id?: string | undefined;
  readonly interval?: Interval | undefined;
  readonly addOns?: readonly string[] | undefined;
  readonly quantity?: number | undefined;
  readonly trial?: boolean | undefined;
  readonly cancelAtPeriodEnd?: boolean | undefined;
  readonly transitionAtEnd?: boolean | undefined;
  readonly expectedTotalCents?: number | undefined;
  readonly expectedHeldCount?: number | undefined;
  /** Code of a discount after its look-up. */
  readonly discount?: CodeKey | undefined;
}

export interface OrderDependencies {
  readonly inTransaction: InBillingTransaction;
  readonly sendAttempt: SendAttempt;
  readonly closeChallenges: CloseChallenges;
  readonly screenAccount: ScreenAccount;
  readonly throwUnlessSucceeded: ThrowUnlessSucceeded;
}

export interface OrderOutcome {
  readonly subscriptionId: string;
  readonly invoiceId: string | null;
  /** True if the order changed an existing subscription. */
  readonly changed: boolean;
}

const planFields = (request: OrderRequest): string | undefined => request.planId ?? request.id;

/**
 * Whether the subscription is to renew, if the request says so. A trial or promotion takes `cancelAtPeriodEnd` or
 * `transitionAtEnd`.
 */
const renewalOf = (request: OrderRequest, subscription: Subscription | null): boolean | undefined => {
  if (request.cancelAtPeriodEnd !== undefined) return !request.cancelAtPeriodEnd;
  return subscription && isTrialOrPromotion(subscription) ? request.transitionAtEnd : undefined;
};

/** Converts a request to an order: plan, price and subscription. */
export const asOrder = (
  loaded: LoadedAccount,
  request: OrderRequest,
  subscriptionId: string | null,
  context: RuleContext,
): Order => {
  const live = loaded.state.subscriptions.filter(isLive);
  const subscription = subscriptionId === null ? null : live.find((candidate) => candidate.id === subscriptionId);
  if (subscription === undefined) throw new Refused('NOT_FOUND');
  const current = subscription && context.catalogue.prices.find((price) => price.id === subscription.priceId);
  const reference = planFields(request) ?? subscription?.planId;
  if (reference === undefined) throw new Refused('INVALID_REQUEST', { field: 'planId' });
  const interval = request.interval ?? (planFields(request) === undefined ? current?.interval : undefined);
  const chosen = orRefuse(
    resolvePlan(context.catalogue, {
      id: reference,
      interval,
      trial: request.trial ?? false,
      ...(subscription ? { product: subscription.product } : {}),
    }),
  );
  if (request.addOns && !takesAddOns(context.catalogue, chosen.plan.id, request.addOns))
    throw new Refused('INVALID_PLAN');
  return {
    ...chosen,
    subscription,
    quantity: request.quantity ?? subscription?.quantity ?? 1,
    cancelAtPeriodEnd: request.cancelAtPeriodEnd ?? false,
    // `transitionAtEnd` selects the plan after a trial. For another plan it delays the change to the end of the period.
    atPeriodEnd: !chosen.trial && (request.transitionAtEnd ?? false),
    transitionAtEnd: chosen.trial && (request.transitionAtEnd ?? false),
    expectedTotalCents: request.expectedTotalCents,
    expectedHeldCount: request.expectedHeldCount,
    renews: renewalOf(request, subscription),
  };
};

/**
 * True if the request names a plan under export screening. Plans that the customer has were screened when they were bought.
 */
const isAboutControlled = (request: OrderRequest, { catalogue }: RuleContext): boolean => {
  const reference = planFields(request);
  const named = catalogue.plans.find(({ id }) => reference === id || reference?.startsWith(`${id}_`));
  return named !== undefined && isControlled(catalogue, named);
};

/** Returns the claim of a discount code, or refuses another type of code. */
export const asDiscount = (claim: CouponClaim | null): DiscountClaim => {
  if (claim?.coupon.type !== 'Discount') throw new Refused('NOT_FOUND');
  return claim as DiscountClaim;
};

/** A final refusal. A sandbox clock may stand still, so waiting would not help. */
const BOUGHT_JUST_NOW =
  'The same plan was bought less than 10 seconds ago by the clock of this account. Send an Idempotency-Key to buy it once more.';

/**
 * Subscribes, starts a trial or changes a plan (S1, S3, S4, D2). The rows and the attempt are committed, then the gateway
 * is asked, then its answer is recorded. A declined card leaves the account as it was (D10).
 */
export const makePlaceOrder =
  (platform: Platform, needs: OrderDependencies) =>
  async (
    accountId: AccountId,
    request: OrderRequest,
    subscriptionId: string | null,
    claim: IdempotencyClaim | null,
  ): Promise<OrderOutcome> => {
    await needs.closeChallenges(accountId);
    const verdict = isAboutControlled(request, platform.ruleContext(platform.wallNow()))
      ? await needs.screenAccount(accountId)
      : 'clear';
    const result = await needs.inTransaction(async (store) => {
      const loaded = await lockCustomer(store, accountId);
      const context = platform.ruleContext(loaded.now);
      const asked = asOrder(loaded, request, subscriptionId, context);
      const coupon = request.discount ? asDiscount(await store.claimCoupon(request.discount, accountId)) : null;
      const order = { ...asked, coupon, verdict };
      const placing = placeOrder(loaded.state, order, context, platform.wallNow());
      if (!placing.ok) {
        // The transaction commits although nothing is ordered, because it opens the review that the screening requires.
        await openReviewAfterRefusal(
          store,
          loaded,
          placing.type,
          { accountId, verdict, wallNow: platform.wallNow() },
          context,
        );
        return placing;
      }
      const decision = placing.value;
      if (!claim && !decision.changed && isDuplicateSubmission(loaded.state, decision.subscription, loaded.now))
        throw new Refused('ACTION_REFUSED', { code: 'bought_just_now', message: BOUGHT_JUST_NOW });
      await store.store(underCommandKey(decision.writes, claim));
      if (claim) {
        const subject = {
          attemptId: decision.attemptId,
          invoiceId: decision.invoice?.id ?? null,
          subscriptionId: decision.subscription.id,
          changed: decision.changed,
        };
        await store.bindIdempotencyKey(claim, writeSubject(subject));
      }
      return placing;
    });
    const placed = orRefuse(result);
    if (placed.attemptId) await needs.throwUnlessSucceeded(await needs.sendAttempt(placed.attemptId));
    return { subscriptionId: placed.subscription.id, invoiceId: placed.invoice?.id ?? null, changed: placed.changed };
  };

/**
 * True if the request drops a scheduled change. A change at the end of a promotion also decides its renewal, so there is
 * nothing else to switch (decision 15).
 */
const dropsScheduledChange = (
  { transitionAtEnd, cancelAtPeriodEnd }: OrderRequest,
  { state }: LoadedAccount,
  subscription: Subscription,
): boolean =>
  transitionAtEnd === false && cancelAtPeriodEnd === undefined && scheduledChangeOf(state, subscription) !== undefined;

/** Carries out PATCH without plan fields: switches renewal on or off, or drops a scheduled change (SU-05). */
export const makeToggleRenewal =
  ({ ruleContext }: Platform, { inTransaction }: Pick<OrderDependencies, 'inTransaction'>) =>
  async (accountId: AccountId, subscriptionId: string, request: OrderRequest): Promise<void> => {
    await inTransaction(async (store) => {
      const loaded = await lockCustomer(store, accountId);
      const subscription = loaded.state.subscriptions.find(
        (candidate) => candidate.id === subscriptionId && isLive(candidate),
      );
      if (!subscription) throw new Refused('NOT_FOUND');
      const context = ruleContext(loaded.now);
      const on = renewalOf(request, subscription);
      if (on === undefined && request.transitionAtEnd === true) throw new Refused('NOT_RENEWABLE');
      if (on === undefined || dropsScheduledChange(request, loaded, subscription)) {
        await store.store(cancelScheduledChange(loaded.state, subscription, context));
        return;
      }
      await store.store(orRefuse(toggleRenewal(loaded.state, subscription, on, context)));
    });
  };

export const wantsPlan = (request: OrderRequest): boolean =>
  planFields(request) !== undefined ||
  request.interval !== undefined ||
  request.quantity !== undefined ||
  request.addOns !== undefined;

export const wantsToggle = (request: OrderRequest): boolean =>
  request.cancelAtPeriodEnd !== undefined || request.transitionAtEnd !== undefined;
