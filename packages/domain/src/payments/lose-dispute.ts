import { type BillingWrites, finish, postEntries, type RuleContext, startDraft } from '../decision/draft.ts';
import type { Attempt, BillingState } from '../state/entities.ts';
import { type LostOfPayment, postDisputeLost, postDisputeWon } from '../state/ledger.ts';

/**
 * Books a payment that the customer's bank took back for good: cash becomes a write-off. Cents that are booked already are not
 * booked again, so a repeated event books nothing (INV-10). If the bank decides otherwise later, the write-off becomes cash again.
 * The subscription continues; ending it is up to an operator.
 */
export const loseDispute = (
  state: BillingState,
  attempt: Pick<Attempt, 'id' | 'accountId'>,
  lost: LostOfPayment,
  context: RuleContext,
): BillingWrites => {
  const draft = startDraft(state, context);
  const { now, newId } = draft.context;
  if (lost.lostCents > lost.bookedCents) postEntries(draft, postDisputeLost(attempt, lost, now, newId));
  if (lost.lostCents < lost.bookedCents) postEntries(draft, postDisputeWon(attempt, lost, now, newId));
  return finish(draft);
};
