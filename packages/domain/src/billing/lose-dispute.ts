import { type BillingWrites, finish, post, type RuleContext, startDraft } from './draft.ts';
import type { Attempt, BillingState } from './entities.ts';
import { postDisputeLost } from './ledger.ts';

/**
 * The customer's bank took a payment back for good (billing.md §1.5): the money is gone from the till and counts as
 * written off. `lostCents` is all that was lost of the payment so far, `bookedCents` what the books know of it, so being
 * told twice books once (INV-10). What was bought goes on; ending it is the vendor's own decision (billing.md §3).
 */
export const loseDispute = (
  state: BillingState,
  attempt: Pick<Attempt, 'id' | 'accountId'>,
  { lostCents, bookedCents }: { readonly lostCents: number; readonly bookedCents: number },
  context: RuleContext,
): BillingWrites => {
  const draft = startDraft(state, context);
  const { now, newId } = draft.context;
  if (lostCents > bookedCents) post(draft, postDisputeLost(attempt, { lostCents, bookedCents }, now, newId));
  return finish(draft);
};
