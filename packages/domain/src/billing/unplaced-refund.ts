import { type BillingWrites, finish, mail, post, type RuleContext, startDraft } from './draft.ts';
import type { BillingState, LedgerEntry } from './entities.ts';
import { postRefundBorne, postUnplacedReturned } from './ledger.ts';
import type { ForeignRefund } from './refund.ts';

/**
 * Of a refund that was made at the gateway and fits into no payment a person says what it is (decision 19): `booked` as a
 * refund of a receipt, paid out `from_credit`, or `dismissed`, when the vendor bears it. `returned`: the bank could not
 * credit it, so the money is back.
 */
export type UnplacedStatus = 'waiting' | 'booked' | 'from_credit' | 'dismissed' | 'returned';

/** The customer keeps it, and it counts as the vendor's gift: money that has left the till at the gateway leaves it in the books too. */
export const bearRefund = (
  state: BillingState,
  { refundRef, amountCents }: ForeignRefund,
  context: RuleContext,
): BillingWrites => {
  const draft = startDraft(state, context);
  const { now, newId } = draft.context;
  post(draft, postRefundBorne({ id: refundRef, accountId: state.account.id }, amountCents, now, newId));
  mail(draft, 'refunded', { facts: { amountCents } });
  return finish(draft);
};

/**
 * The bank could not credit a refund after an operator had said what it was: the money is in the till again, and where it
 * was said to come from. One that stands on a receipt is a refund like any other (`reverseRefund`).
 */
export const takeBackUnplaced = (
  state: BillingState,
  { refundRef, amountCents }: ForeignRefund,
  status: Extract<UnplacedStatus, 'from_credit' | 'dismissed'>,
  context: RuleContext,
): BillingWrites => {
  const draft = startDraft(state, context);
  const { now, newId } = draft.context;
  const source: LedgerEntry['credit'] = status === 'from_credit' ? 'customer_credit' : 'goodwill';
  post(draft, postUnplacedReturned({ id: refundRef, accountId: state.account.id }, source, amountCents, now, newId));
  return finish(draft);
};
