import { type BillingWrites, finish, postEntries, queueMail, type RuleContext, startDraft } from '../decision/draft.ts';
import { refuseOperator } from '../operator-refusal.ts';
import { ok, type Result } from '../result.ts';
import { isUndecided } from '../state/due.ts';
import type { BillingState } from '../state/entities.ts';
import { postKept, postPaidOut } from '../state/ledger.ts';
import type { GatewayRefund } from './refund.ts';
import { byAge, useCredit } from './use-credit.ts';

/**
 * Books a payment that a restored database has lost and no rule can place as account credit, so that the customer pays
 * nothing twice (decision 73). The credit pays open invoices at once. Refused while a charge of the account is undecided:
 * it may wait for this payment, and would be charged in full. Refunds that the payment has at the gateway are paid out of
 * the credit first; a payment of which nothing is left is refused.
 */
export const keepPayment = (
  state: BillingState,
  gatewayRef: string,
  amountCents: number,
  refunds: readonly GatewayRefund[],
  context: RuleContext,
): Result<BillingWrites> => {
  if (state.account.status === 'closed') return refuseOperator('account_closed');
  if (state.attempts.some(isUndecided)) return refuseOperator('undecided');
  const leftCents = refunds.reduce((left, refund) => left - refund.amountCents, amountCents);
  if (leftCents <= 0) return refuseOperator('nothing_left');
  const draft = startDraft(state, context);
  const { now, newId } = draft.context;
  postEntries(draft, postKept({ id: gatewayRef, accountId: state.account.id }, amountCents, now, newId));
  for (const refund of refunds)
    postEntries(
      draft,
      postPaidOut({ id: refund.refundRef, accountId: state.account.id }, refund.amountCents, now, newId),
    );
  queueMail(draft, 'credit_granted', { facts: { amountCents: leftCents } });
  for (const invoice of state.invoices.filter(({ status }) => status === 'open').sort(byAge)) useCredit(draft, invoice);
  return ok(finish(draft));
};
