import { type BillingWrites, finish, postEntries, queueMail, type RuleContext, startDraft } from '../decision/draft.ts';
import type { BillingState, LedgerEntry } from '../state/entities.ts';
import { postRefundAsGoodwill, postUnplacedRefundReversed } from '../state/ledger.ts';
import type { GatewayRefund } from './refund.ts';

/**
 * Status of a gateway refund that matches no payment. An operator decides how to book it (decision 19): `booked` as a
 * refund of a receipt, paid out `from_credit`, or `dismissed` and borne by the vendor. `returned`: the bank could not
 * credit it, so the money is back.
 */
export type UnplacedStatus = 'waiting' | 'booked' | 'from_credit' | 'dismissed' | 'returned';

/** Books the cash outflow of a refund made at the gateway as goodwill: the vendor bears it. */
export const bookRefundAsGoodwill = (
  state: BillingState,
  { refundRef, amountCents }: GatewayRefund,
  context: RuleContext,
): BillingWrites => {
  const draft = startDraft(state, context);
  const { now, newId } = draft.context;
  postEntries(draft, postRefundAsGoodwill({ id: refundRef, accountId: state.account.id }, amountCents, now, newId));
  queueMail(draft, 'refunded', { facts: { amountCents } });
  return finish(draft);
};

/**
 * Books the return of an unplaced refund that the bank could not credit after an operator had decided. The money goes
 * back to the account it was taken from. A refund booked on a receipt is reversed by `reverseRefund` instead.
 */
export const reverseUnplacedRefund = (
  state: BillingState,
  { refundRef, amountCents }: GatewayRefund,
  status: Extract<UnplacedStatus, 'from_credit' | 'dismissed'>,
  context: RuleContext,
): BillingWrites => {
  const draft = startDraft(state, context);
  const { now, newId } = draft.context;
  const source: LedgerEntry['credit'] = status === 'from_credit' ? 'customer_credit' : 'goodwill';
  postEntries(
    draft,
    postUnplacedRefundReversed({ id: refundRef, accountId: state.account.id }, source, amountCents, now, newId),
  );
  return finish(draft);
};
