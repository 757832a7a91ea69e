import type { AccountId } from '@foyer/contract/vocabulary/ids';
import type { OperatorAction } from '@foyer/contract/vocabulary/record-words';
import { redeemPrepaid } from '@foyer/domain/coupons/redeem-prepaid';
import type { BillingWrites, RuleContext } from '@foyer/domain/decision/draft';
import { redeemPromotion } from '@foyer/domain/promotions/redeem';
import { releaseAll } from '@foyer/domain/renewals/release-held';
import type { Result } from '@foyer/domain/result';
import { announceReview } from '@foyer/domain/screening/announce';
import type { BillingState } from '@foyer/domain/state/entities';
import type { HeldRedemption } from '@foyer/domain/state/promotion-entities';
import { isLive } from '@foyer/domain/state/status';
import type { LoadedAccount } from '../billing/ports.ts';
import type { Platform } from '../platform.ts';
import { refusedCommand } from '../refused.ts';
import type { By } from './ports.ts';
import type { DecidingRows, InReviewTransaction, ReviewDecision } from './review-ports.ts';

interface Dependencies {
  readonly inTransaction: InReviewTransaction;
}

/** Names of the held codes and promotions. The mails about the decision list them. */
export interface ReviewDecided {
  readonly accountId: AccountId;
  readonly applied: readonly string[];
  readonly released: readonly string[];
}

type Store = Parameters<Parameters<InReviewTransaction>[0]>[0];

const lockOrRefuse = async (store: Store, accountId: AccountId): Promise<LoadedAccount> => {
  const loaded = await store.lockAccount(accountId);
  if (!loaded) throw refusedCommand('not_found', { type: 'account', id: accountId });
  return loaded;
};

const prepaidWrites = async (
  rows: DecidingRows,
  state: BillingState,
  held: HeldRedemption,
  context: RuleContext,
): Promise<Result<BillingWrites>> => {
  const { claim, redemption } = await rows.heldCoupon(held.id);
  const named = state.subscriptions.find((row) => row.id === redemption.subscriptionId && isLive(row)) ?? null;
  const redeemed = redeemPrepaid(state, claim, { named, verdict: 'clear', held: redemption }, context);
  if (!redeemed.ok) return redeemed;
  const { mails } = announceReview(state, 'held_applied', { name: held.name }, context);
  return { ok: true, value: { ...redeemed.value.writes, mails: [...redeemed.value.writes.mails, ...mails] } };
};

const promotionWrites = async (
  rows: DecidingRows,
  state: BillingState,
  held: HeldRedemption,
  context: RuleContext,
): Promise<Result<BillingWrites>> => {
  const row = await rows.heldPromotion(held.id);
  const promotion = context.catalogue.promotions.find(({ id }) => id === row.promotionId);
  if (!promotion)
    throw new Error(
      `held redemption ${held.id}: promotion ${row.promotionId} is not in the catalogue; import it, then decide the review`,
    );
  const redeemed = redeemPromotion(state, promotion, row, { code: row.code, verdict: 'clear' }, context);
  return redeemed.ok ? { ok: true, value: redeemed.value.writes } : redeemed;
};

/** Carries out a held redemption if the current rules allow it, and releases it otherwise (D7). */
const carryOut = async (
  store: Store,
  accountId: AccountId,
  held: HeldRedemption,
  platform: Platform,
): Promise<boolean> => {
  const { state, now } = await lockOrRefuse(store, accountId);
  const context = platform.ruleContext(now);
  const decide = held.kind === 'promotion' ? promotionWrites : prepaidWrites;
  const decision = await decide(store, state, held, context);
  // A payment for a plan that would be replaced is undecided, and will be decided soon.
  if (!decision.ok && decision.type === 'OPERATION_IN_PROGRESS')
    throw refusedCommand('undecided', { type: 'account', id: accountId });
  await store.store(decision.ok ? decision.value : releaseAll(state, [held], context));
  return decision.ok;
};

const settleHeld = async (
  store: Store,
  { accountId, status }: Pick<ReviewDecision, 'accountId' | 'status'>,
  { state, now }: LoadedAccount,
  platform: Platform,
): Promise<Omit<ReviewDecided, 'accountId'>> => {
  if (status === 'denied') {
    await store.store(releaseAll(state, state.held, platform.ruleContext(now)));
    return { applied: [], released: state.held.map(({ name }) => name) };
  }
  const applied: string[] = [];
  const released: string[] = [];
  // One after the other, because a code and a promotion may replace the same plan.
  for (const held of state.held)
    ((await carryOut(store, accountId, held, platform)) ? applied : released).push(held.name);
  return { applied, released };
};

const makeDecideReview =
  (status: ReviewDecision['status'], action: OperatorAction) =>
  (platform: Platform, { inTransaction }: Dependencies) =>
  (reviewId: string, by: By): Promise<ReviewDecided> =>
    inTransaction(async (store) => {
      const subject = { type: 'review', id: reviewId } as const;
      const accountId = await store.accountOfReview(reviewId);
      if (accountId === null) throw refusedCommand('not_found', subject);
      const loaded = await lockOrRefuse(store, accountId);
      const decided = await store.decideReview({
        id: reviewId,
        accountId,
        status,
        by: by.actor,
        at: platform.wallNow(),
      });
      if (!decided) throw refusedCommand('review_decided', subject);
      const template = status === 'cleared' ? 'review_cleared' : 'review_denied';
      await store.store(announceReview(loaded.state, template, {}, platform.ruleContext(loaded.now)));
      const became = await settleHeld(store, { accountId, status }, loaded, platform);
      await store.record({
        ...by,
        accountId,
        action,
        subjectId: reviewId,
        after: { status, ...became },
        domainAt: loaded.now,
      });
      return { accountId, ...became };
    });

/**
 * Clears an export review: downloads are allowed again, held codes and promotions are applied, and the customer gets a mail
 * (EX-01).
 */
export const makeClearReview = makeDecideReview('cleared', 'clear_review');

/** Denies an export review: held codes and promotions are released unused, and the customer gets a mail. */
export const makeDenyReview = makeDecideReview('denied', 'deny_review');
