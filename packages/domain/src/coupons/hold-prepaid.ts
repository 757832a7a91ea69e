import { type BillingWrites, finish, put, type RuleContext, startDraft } from '../decision/draft.ts';
import type { BillingState, Subscription } from '../state/entities.ts';
import type { PrepaidClaim } from './redeem-prepaid.ts';

/**
 * Holds a prepaid or maintenance code while the export review of the account is open (D7). The code counts as used, and
 * gives nothing yet. `named` is the subscription it is meant for; `name` describes it in mails and pages.
 */
export const holdPrepaid = (
  state: BillingState,
  claim: PrepaidClaim,
  about: { readonly named: Subscription | null; readonly name: string; readonly reviewId: string },
  context: RuleContext,
): BillingWrites => {
  const draft = startDraft(state, context);
  const id = draft.context.newId('couponRedemption');
  const { accountId, coupon, code } = claim;
  put(draft, 'couponRedemptions', {
    id,
    couponId: coupon.id,
    accountId,
    typedCode: code,
    subscriptionId: about.named?.id ?? null,
    status: 'held',
    exportReviewId: about.reviewId,
    at: context.now,
  });
  const held = { id, accountId, kind: 'prepaid' as const, name: about.name, heldAt: context.now };
  draft.state = { ...draft.state, held: [...draft.state.held, held] };
  return finish(draft);
};
