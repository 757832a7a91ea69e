import { type BillingWrites, finish, postEntries, type RuleContext, startDraft } from '../decision/draft.ts';
import type { Attempt, BillingState } from '../state/entities.ts';
import { postDisputeLost } from '../state/ledger.ts';

/**
 * Books a payment that the customer's bank took back for good: cash becomes a write-off. `lostCents` is the total lost
 * of this payment, `bookedCents` the part already booked, so a repeated event books nothing (INV-10). The subscription
 * continues; ending it is up to an operator.
 */
export const loseDispute = (
  state: BillingState,
  attempt: Pick<Attempt, 'id' | 'accountId'>,
  { lostCents, bookedCents }: { readonly lostCents: number; readonly bookedCents: number },
  context: RuleContext,
): BillingWrites => {
  const draft = startDraft(state, context);
  const { now, newId } = draft.context;
  if (lostCents > bookedCents) postEntries(draft, postDisputeLost(attempt, { lostCents, bookedCents }, now, newId));
  return finish(draft);
};
