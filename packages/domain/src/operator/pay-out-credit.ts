import { type BillingWrites, finish, postEntries, queueMail, type RuleContext, startDraft } from '../decision/draft.ts';
import { refuseOperator } from '../operator-refusal.ts';
import { ok, type Result } from '../result.ts';
import type { BillingState } from '../state/entities.ts';
import { postPaidOut } from '../state/ledger.ts';

export interface PaidOut {
  readonly writes: BillingWrites;
  readonly amountCents: number;
}

/**
 * Books account credit that the vendor paid out outside the gateway: all of it, or `wantedCents`. Closed accounts are
 * allowed, because their credit stays for this (S22). Refused if there is less credit (I23).
 */
export const payOutCredit = (
  state: BillingState,
  payOutId: string,
  wantedCents: number | null,
  context: RuleContext,
): Result<PaidOut> => {
  const creditCents = Math.max(0, -state.account.balanceCents);
  if (creditCents === 0) return refuseOperator('nothing_left');
  const amountCents = wantedCents ?? creditCents;
  if (amountCents <= 0) return refuseOperator('amount_not_positive');
  if (amountCents > creditCents)
    return refuseOperator('more_than_left', { amounts: { leftCents: creditCents, requestedCents: amountCents } });
  const draft = startDraft(state, context);
  const { now, newId } = draft.context;
  postEntries(draft, postPaidOut({ id: payOutId, accountId: state.account.id }, amountCents, now, newId));
  queueMail(draft, 'credit_paid_out', { facts: { amountCents } });
  return ok({ writes: finish(draft), amountCents });
};
