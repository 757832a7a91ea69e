import type { ErrorType } from '@foyer/contract/vocabulary/error-types';
import type { AccountId } from '@foyer/contract/vocabulary/ids';
import type { Instant } from '@foyer/contract/vocabulary/instants';
import type { ReviewReason } from '@foyer/contract/vocabulary/record-words';
import { businessDayAfter } from '@foyer/domain/dates/business-days';
import type { RuleContext } from '@foyer/domain/decision/draft';
import { announceReview } from '@foyer/domain/screening/announce';
import type { Verdict } from '@foyer/domain/screening/screen';
import type { BillingStore, LoadedAccount } from '../billing/ports.ts';
import type { ReviewReads, ScreenAccount, ScreenParty } from './ports.ts';

/**
 * Returns the verdict of the screening (EX-01). Accounts with an earlier review or without an address are not screened and
 * count as clear.
 */
export const makeScreenAccount =
  (reads: Pick<ReviewReads, 'screened'>, screen: ScreenParty): ScreenAccount =>
  async (accountId) => {
    const account = await reads.screened(accountId);
    return account?.status === 'none' && account.party !== null ? screen(account.party) : 'clear';
  };

type ReviewStore = Pick<BillingStore, 'store' | 'pendingReview' | 'openReview'>;

/** Account of a new review, and the code or promotion that is held for it. */
export interface Opening {
  readonly accountId: AccountId;
  readonly verdict: Verdict;
  /** Name of the held code or promotion for the mail. */
  readonly name?: string;
  readonly wallNow: Instant;
}

const reasons: Readonly<Record<Verdict, ReviewReason>> = {
  clear: 'Found pending without a review',
  review: 'The screening asks for a review',
  deny: 'The screening refuses',
};

/**
 * Opens the review that a screening requires, or records its denial, and mails the customer (EX-01). Returns the id of the
 * waiting review: the new one, or an earlier one.
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
  // The status of the account is written first, because the following rules read it.
  const answerBy = businessDayAfter(wallNow, context.settings.reviewBusinessDays);
  const facts = { ...(denied ? {} : { answerBy }), ...(name === undefined ? {} : { name }) };
  await store.store(announceReview(loaded.state, denied ? 'review_denied' : 'review_opened', facts, context));
  return id;
};

/**
 * Opens the review that a screening requires, before its refusal is returned. Does nothing if the account has an earlier
 * decision.
 */
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
