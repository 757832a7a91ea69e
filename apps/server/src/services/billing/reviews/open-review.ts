import type { ErrorType } from '@foyer/contract/vocabulary/error-types';
import type { AccountId } from '@foyer/contract/vocabulary/ids';
import type { Instant } from '@foyer/contract/vocabulary/instants';
import type { ReviewReason } from '@foyer/contract/vocabulary/record-words';
import type { RuleContext } from '@foyer/domain/billing/draft';
import { businessDayAfter } from '@foyer/domain/dates/business-days';
import { announceReview } from '@foyer/domain/screening/announce';
import type { Verdict } from '@foyer/domain/screening/screen';
import type { ReviewReads, ScreenAccount, ScreenParty } from '../../reviews/screening-ports.ts';
import type { BillingStore, LoadedAccount } from '../ports.ts';

/** What the screening says of an account today (EX-01): one in review or denied, or without an address, is not asked about. */
export const makeScreenAccount =
  (reads: Pick<ReviewReads, 'screened'>, screen: ScreenParty): ScreenAccount =>
  async (accountId) => {
    const account = await reads.screened(accountId);
    return account?.status === 'none' && account.party !== null ? screen(account.party) : 'clear';
  };

type ReviewStore = Pick<BillingStore, 'store' | 'pendingReview' | 'openReview'>;

/** For the review whose account a refusal is about, and what is kept for it meanwhile. */
export interface Opening {
  readonly accountId: AccountId;
  readonly verdict: Verdict;
  /** What is held, as the mail names it. */
  readonly name?: string;
  readonly wallNow: Instant;
}

const reasons: Readonly<Record<Verdict, ReviewReason>> = {
  clear: 'Found pending without a review',
  review: 'The screening asks for a review',
  deny: 'The screening refuses',
};

/**
 * Opens the review that a screening asks for, or notes that it says no, and tells the customer (EX-01). Answers the id of
 * the review that waits: the new one, or one that was open before.
 */
export const openReview = async (
  store: ReviewStore,
  loaded: LoadedAccount,
  { accountId, verdict, name, wallNow }: Opening,
  context: RuleContext,
): Promise<string> => {
  const open = await store.pendingReview(accountId);
  if (open !== null) return open;
  const id = context.newId('exportReview');
  const denied = verdict === 'deny';
  await store.openReview({
    id,
    accountId,
    reason: reasons[verdict],
    status: denied ? 'denied' : 'pending',
    at: wallNow,
  });
  // The account's status is part of what the following rules look at, so it is written first.
  const answerBy = businessDayAfter(wallNow, context.settings.reviewBusinessDays);
  const facts = { ...(denied ? {} : { answerBy }), ...(name === undefined ? {} : { name }) };
  await store.store(announceReview(loaded.state, denied ? 'review_denied' : 'review_opened', facts, context));
  return id;
};

/** Opens the review that a screening demands, before its refusal is returned. Does nothing for earlier decisions. */
export const openReviewAfterRefusal = async (
  store: ReviewStore,
  loaded: LoadedAccount,
  refusal: ErrorType,
  opening: Opening,
  context: RuleContext,
): Promise<void> => {
  const isNew = loaded.state.account.exportStatus === 'none' && opening.verdict !== 'clear';
  if (isNew && (refusal === 'NEEDS_REVIEW' || refusal === 'EXPORT_DENIED'))
    await openReview(store, loaded, opening, context);
};
