import type { Instant } from '@foyer/contract/vocabulary/instants';
import { planById } from '@foyer/domain/catalogue/catalogue';
import { holdPrepaid } from '@foyer/domain/coupons/hold-prepaid';
import type { PrepaidClaim } from '@foyer/domain/coupons/redeem-prepaid';
import type { RuleContext } from '@foyer/domain/decision/draft';
import type { Refusal } from '@foyer/domain/result';
import type { Verdict } from '@foyer/domain/screening/screen';
import type { Subscription } from '@foyer/domain/state/entities';
import type { BillingStore, LoadedAccount } from '../billing/ports.ts';
import { Refused } from '../refused.ts';
import { openReview, openReviewAfterRefusal } from '../screening/open-review.ts';

/** A refused code, and the facts about its account. */
export interface RefusedCode {
  readonly claim: PrepaidClaim;
  readonly named: Subscription | null;
  readonly verdict: Verdict;
  readonly refusal: Refusal;
  readonly wallNow: Instant;
}

const nameOf = ({ coupon }: PrepaidClaim, { catalogue }: RuleContext): string =>
  (coupon.type === 'Prepaid' ? planById(catalogue, coupon.planId)?.name : undefined) ?? 'Maintenance';

/**
 * Returns the refusal of a prepaid code. If an export review is the reason, the code is held for the account until it is
 * decided (D7). A repeated call finds it held.
 */
export const holdCode = async (
  store: BillingStore,
  loaded: LoadedAccount,
  { claim, named, verdict, refusal, wallNow }: RefusedCode,
  context: RuleContext,
): Promise<Refused> => {
  const { accountId } = claim;
  if (refusal.type !== 'NEEDS_REVIEW') {
    await openReviewAfterRefusal(store, loaded, refusal.type, { accountId, verdict, wallNow }, context);
    return new Refused(refusal.type);
  }
  if (claim.earlier?.status !== 'held') {
    const name = nameOf(claim, context);
    const reviewId = await openReview(store, loaded, { accountId, verdict, name, wallNow }, context);
    await store.store(holdPrepaid(loaded.state, claim, { named, name, reviewId }, context));
  }
  return new Refused('NEEDS_REVIEW', { held: true });
};
