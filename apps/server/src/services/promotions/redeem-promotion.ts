import type { Promotion as PromotionView } from '@foyer/contract/api/promotions';
import type { AccountId } from '@foyer/contract/vocabulary/ids';
import type { Instant } from '@foyer/contract/vocabulary/instants';
import type { Language } from '@foyer/contract/vocabulary/languages';
import { checkPromotion, type Promotion } from '@foyer/domain/catalogue/promotion';
import type { RuleContext } from '@foyer/domain/decision/draft';
import { holdPromotion, redeemPromotion } from '@foyer/domain/promotions/redeem';
import { type Refusal, refuse } from '@foyer/domain/result';
import type { Verdict } from '@foyer/domain/screening/screen';
import { lockCustomer } from '../billing/lock-customer.ts';
import type { BillingStore, Caller, IdempotencyClaim, InBillingTransaction, LoadedAccount } from '../billing/ports.ts';
import type { CloseChallenges } from '../payments/close-challenges.ts';
import type { Platform } from '../platform.ts';
import { Refused } from '../refused.ts';
import { openReview, openReviewAfterRefusal } from '../screening/open-review.ts';
import type { ScreenAccount } from '../screening/ports.ts';
import { type FindPromotionDependencies, makeFindByCode } from './find-promotion.ts';
import { viewPromotion } from './view-promotion.ts';

interface Dependencies extends FindPromotionDependencies {
  readonly inTransaction: InBillingTransaction;
  readonly closeChallenges: CloseChallenges;
  readonly screenAccount: ScreenAccount;
}

/** Result of a redeemed promotion. */
export interface PromotionTaken {
  readonly subscriptionIds: readonly string[];
  readonly promotion: PromotionView;
  readonly transitionAtEnd: boolean;
}

/** Request to redeem a promotion. */
interface PromotionOrder {
  readonly promoCode: string;
  /** Auto-renew; true when not given. */
  readonly transitionAtEnd?: boolean | undefined;
}

interface Claim {
  readonly accountId: AccountId;
  readonly promotion: Promotion;
  readonly code: string;
  readonly transitionAtEnd: boolean | undefined;
  readonly verdict: Verdict;
  readonly language: Language;
}

const held = (): Refused => new Refused('NEEDS_REVIEW', { held: true });

/** Holds the promotion for the account until an operator decides the review (D7). Further checks follow then. */
const hold = async (
  store: BillingStore,
  loaded: LoadedAccount,
  { accountId, promotion, code, transitionAtEnd, verdict }: Claim,
  context: RuleContext,
  wallNow: Instant,
): Promise<Refused> => {
  const reviewId = await openReview(store, loaded, { accountId, verdict, name: promotion.name, wallNow }, context);
  await store.store(holdPromotion(loaded.state, promotion, { code, transitionAtEnd, reviewId }, context));
  return held();
};

const isUsable = async (store: BillingStore, { accountId, promotion, code }: Claim): Promise<boolean> => {
  const row = await store.promotionCode(code, true);
  return row?.promotionId === promotion.id && (row.accountId === null || row.accountId === accountId);
};

/**
 * Takes a promotion (PR-02, PR-03): account and code are locked, the rule decides, and the subscriptions, their receipts and
 * the redemption are stored together or not at all. A refusal that a person may lift keeps the promotion for the account.
 */
export const makeRedeemPromotion = (platform: Platform, needs: Dependencies) => {
  const findByCode = makeFindByCode(needs);

  const take = async (
    store: BillingStore,
    claim: Claim,
    key: IdempotencyClaim | null,
  ): Promise<PromotionTaken | Refused> => {
    const { accountId, promotion } = claim;
    const loaded = await lockCustomer(store, accountId);
    const context = platform.ruleContext(loaded.now);
    const { state } = loaded;
    const usable = await isUsable(store, claim);
    const use = await store.promotionUse(promotion, accountId, true);
    const refused: Refusal | null = usable ? checkPromotion(promotion, { ...use, now: loaded.now }) : refuse('INVALID');
    if (refused) return new Refused(refused.type);
    if (use.claimed === 'held') return held();
    const promotionView = viewPromotion(promotion, state, context, claim.language);
    const decision = redeemPromotion(state, promotion, null, claim, context);
    if (!decision.ok) {
      const wallNow = platform.wallNow();
      if (decision.type === 'NEEDS_REVIEW') return hold(store, loaded, claim, context, wallNow);
      await openReviewAfterRefusal(store, loaded, decision.type, { ...claim, wallNow }, context);
      return new Refused(decision.type);
    }
    const { writes, subscriptions } = decision.value;
    await store.store(writes);
    const transitionAtEnd = subscriptions.some((subscription) => subscription.transitionAtEnd);
    const taken: PromotionTaken = {
      subscriptionIds: subscriptions.map(({ id }) => id),
      // The view does not know the choice yet. Without auto-renewal nothing is charged at the end.
      promotion: transitionAtEnd ? promotionView : { ...promotionView, chargeThen: null },
      transitionAtEnd,
    };
    // If the call dies after this, its response is made from these values (INV-9).
    if (key) await store.bindIdempotencyKey(key, JSON.stringify(taken));
    return taken;
  };

  return async (caller: Caller, order: PromotionOrder, key: IdempotencyClaim | null): Promise<PromotionTaken> => {
    const { accountId, language } = caller;
    const { promoCode, transitionAtEnd } = order;
    const found = await findByCode(caller, promoCode);
    if (!found || found.code === null) throw new Refused('INVALID');
    await needs.closeChallenges(accountId);
    const verdict = await needs.screenAccount(accountId);
    const { promotion, code } = found;
    const claim: Claim = { accountId, promotion, code, transitionAtEnd, verdict, language };
    // The transaction also commits after a refusal, because it may have opened a review and held the promotion.
    const taken = await needs.inTransaction((store) => take(store, claim, key));
    if (taken instanceof Refused) throw taken;
    return taken;
  };
};

/** Reads the result of a keyed call whose process died. */
export const readPromotionTaken = (subject: string): PromotionTaken => JSON.parse(subject) as PromotionTaken;
