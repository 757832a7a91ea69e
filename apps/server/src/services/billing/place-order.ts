import type { AccountId } from '@foyer/contract/vocabulary/ids';
import type { Instant } from '@foyer/contract/vocabulary/instants';
import type { Interval } from '@foyer/contract/vocabulary/plans';
import { discardScheduled } from '@foyer/domain/billing/discard-scheduled';
import { finish, type RuleContext, startDraft } from '@foyer/domain/billing/draft';
import { type Order, placeOrder } from '@foyer/domain/billing/order';
import { toggleRenewal } from '@foyer/domain/billing/toggle-renewal';
import { resolvePlan } from '@foyer/domain/catalogue/plan-reference';
import { isLive } from '@foyer/domain/subscription/status';
import { orRefuse, Refused } from '../refused.ts';
import type { SendAttempt } from './charge.ts';
import type { CloseChallenges } from './close-challenges.ts';
import { writeSubject } from './idempotency-subject.ts';
import type { OrDeclined } from './or-declined.ts';
import type { IdempotencyClaim, InBillingTransaction, LoadedAccount } from './ports.ts';

/** The fields of POST and PATCH subscriptions that say what is wanted (api.md §4.2). */
export interface OrderRequest {
  readonly planId?: string | undefined;
  readonly id?: string | undefined;
  readonly interval?: Interval | undefined;
  readonly quantity?: number | undefined;
  readonly trial?: boolean | undefined;
  readonly cancelAtPeriodEnd?: boolean | undefined;
  readonly transitionAtEnd?: boolean | undefined;
  readonly expectedTotalCents?: number | undefined;
}

export interface OrderNeeds {
  readonly inTransaction: InBillingTransaction;
  readonly sendAttempt: SendAttempt;
  readonly closeChallenges: CloseChallenges;
  readonly orDeclined: OrDeclined;
  readonly ruleContext: (now: Instant) => RuleContext;
  readonly wallNow: () => Instant;
}

export interface OrderOutcome {
  readonly subscriptionId: string;
  readonly invoiceId: string | null;
  /** Carried out on a subscription that was there before. */
  readonly changed: boolean;
}

const planFields = (request: OrderRequest): string | undefined => request.planId ?? request.id;

/** Reads a request as an order: which plan, at which price, for which subscription. */
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
  return {
    ...chosen,
    subscription,
    quantity: request.quantity ?? subscription?.quantity ?? 1,
    cancelAtPeriodEnd: request.cancelAtPeriodEnd ?? false,
    // For a trial the field says what comes after it, for a plan that the change waits for the end of the period.
    atPeriodEnd: !chosen.trial && (request.transitionAtEnd ?? false),
    transitionAtEnd: chosen.trial && (request.transitionAtEnd ?? false),
    expectedTotalCents: request.expectedTotalCents,
  };
};

/**
 * Subscribes, starts a trial or changes a plan (S1, S3, S4, §2.3): the rows and the attempt are committed, then the
 * gateway is asked, then its answer is recorded. A declined card leaves the account as it was.
 */
export const makePlaceOrder =
  (needs: OrderNeeds) =>
  async (
    accountId: AccountId,
    request: OrderRequest,
    subscriptionId: string | null,
    claim: IdempotencyClaim | null,
  ): Promise<OrderOutcome> => {
    await needs.closeChallenges(accountId);
    const placed = await needs.inTransaction(async (store) => {
      const loaded = await store.lockAccount(accountId);
      if (!loaded) throw new Refused('NOT_FOUND');
      const context = needs.ruleContext(loaded.now);
      const order = asOrder(loaded, request, subscriptionId, context);
      const decision = orRefuse(placeOrder(loaded.state, order, context, needs.wallNow()));
      await store.store(decision.writes);
      if (claim) {
        const subject = {
          attemptId: decision.attemptId,
          invoiceId: decision.invoice?.id ?? null,
          subscriptionId: decision.subscription.id,
          changed: decision.changed,
        };
        await store.bindIdempotencyKey(claim, writeSubject(subject));
      }
      return decision;
    });
    if (placed.attemptId) await needs.orDeclined(await needs.sendAttempt(placed.attemptId));
    return { subscriptionId: placed.subscription.id, invoiceId: placed.invoice?.id ?? null, changed: placed.changed };
  };

/** SU-05, and dropping a change that was scheduled: what PATCH does without plan fields. */
export const makeToggleRenewal =
  ({ inTransaction, ruleContext }: Pick<OrderNeeds, 'inTransaction' | 'ruleContext'>) =>
  async (accountId: AccountId, subscriptionId: string, request: OrderRequest): Promise<void> => {
    await inTransaction(async (store) => {
      const loaded = await store.lockAccount(accountId);
      const subscription = loaded?.state.subscriptions.find(
        (candidate) => candidate.id === subscriptionId && isLive(candidate),
      );
      if (!loaded || !subscription) throw new Refused('NOT_FOUND');
      const context = ruleContext(loaded.now);
      const byTransition = subscription.status === 'trialing' || subscription.source === 'promotion';
      if (request.cancelAtPeriodEnd === undefined && !byTransition) {
        if (request.transitionAtEnd === true) throw new Refused('NOT_RENEWABLE');
        const draft = startDraft(loaded.state, context);
        discardScheduled(draft, subscription);
        await store.store(finish(draft));
        return;
      }
      const on =
        request.cancelAtPeriodEnd === undefined ? request.transitionAtEnd === true : !request.cancelAtPeriodEnd;
      await store.store(orRefuse(toggleRenewal(loaded.state, subscription, on, context)));
    });
  };

export const wantsPlan = (request: OrderRequest): boolean =>
  planFields(request) !== undefined || request.interval !== undefined || request.quantity !== undefined;

export const wantsToggle = (request: OrderRequest): boolean =>
  request.cancelAtPeriodEnd !== undefined || request.transitionAtEnd !== undefined;
