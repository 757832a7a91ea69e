import { type BillingWrites, finish, postEntries, queueMail, type RuleContext, startDraft } from '../decision/draft.ts';
import { refuseOperator } from '../operator-refusal.ts';
import { byAge, useCredit } from '../payments/use-credit.ts';
import { ok, type Result } from '../result.ts';
import { undecidedAttemptOf } from '../state/due.ts';
import type { BillingState } from '../state/entities.ts';
import { postGoodwill } from '../state/ledger.ts';

/**
 * Grants account credit. It pays open invoices at once, oldest first, except those with an undecided payment; the rest
 * is used before the card. `grantId` is the reference of the ledger entry. Refused for amounts of 0 or less and for
 * closed accounts.
 */
export const grantCredit = (
  state: BillingState,
  grantId: string,
  amountCents: number,
  context: RuleContext,
): Result<BillingWrites> => {
  if (amountCents <= 0) return refuseOperator('amount_not_positive');
  if (state.account.status === 'closed') return refuseOperator('account_closed');
  const draft = startDraft(state, context);
  const { now, newId } = draft.context;
  postEntries(draft, postGoodwill({ id: grantId, accountId: state.account.id }, amountCents, now, newId));
  const open = state.invoices
    .filter((invoice) => invoice.status === 'open' && !undecidedAttemptOf(state, invoice.id))
    .sort(byAge);
  queueMail(draft, 'credit_granted', { facts: { amountCents } });
  for (const invoice of open) useCredit(draft, invoice);
  return ok(finish(draft));
};
