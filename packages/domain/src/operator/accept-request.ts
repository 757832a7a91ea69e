import type { SubscriptionId } from '@foyer/contract/vocabulary/ids';
import { addMonths } from '../dates/months.ts';
import {
  type BillingWrites,
  type Draft,
  finish,
  put,
  queueMail,
  type RuleContext,
  recordEvent,
  startDraft,
} from '../decision/draft.ts';
import { planAndPrice } from '../invoices/renewal-invoice.ts';
import { refuseOperator } from '../operator-refusal.ts';
import { ok, type Result } from '../result.ts';
import { undecidedAttemptOf } from '../state/due.ts';
import type { BillingState } from '../state/entities.ts';
import { isRequested } from '../state/status.ts';
import { replaces, takeOver } from '../subscriptions/grant-term.ts';

/** Rows of an acceptance, and the subscriptions that ended because of it. */
export interface AcceptedRequest {
  readonly writes: BillingWrites;
  readonly replaced: readonly SubscriptionId[];
}

/** Credit for the unused paid days of the replaced plans. A trial has none. */
const creditedCents = ({ rows }: Draft): number =>
  rows.invoices.reduce((sum, { creditAddedCents }) => sum + creditAddedCents, 0);

/**
 * Accepts a request for a plan by agreement for an operator. The plan begins now. It replaces what the account has of
 * the product, as prepaid time does (S19, S24). Refused without a verified email address, while a payment of a
 * replaced plan is undecided, and over prepaid time, because that was paid for.
 */
export const acceptRequest = (
  state: BillingState,
  subscriptionId: string,
  context: RuleContext,
): Result<AcceptedRequest> => {
  const request = state.subscriptions.find(({ id }) => id === subscriptionId);
  if (!request || !isRequested(request)) return refuseOperator('not_requested');
  if (state.verifiedEmail === null) return refuseOperator('email_not_verified');
  const { plan, price } = planAndPrice(context, request);
  const held = state.subscriptions.filter((subscription) => replaces(context.catalogue, { plan }, subscription));
  if (held.some(({ source }) => source === 'prepaid')) return refuseOperator('prepaid_held');
  const ofHeld = state.invoices.filter((invoice) => held.some(({ id }) => id === invoice.subscriptionId));
  if (ofHeld.some((invoice) => undecidedAttemptOf(state, invoice.id))) return refuseOperator('undecided');
  const draft = startDraft(state, context);
  for (const subscription of held) takeOver(draft, subscription, 'operator');
  const accepted = put(draft, 'subscriptions', {
    ...request,
    status: 'active',
    billingAnchor: context.now,
    currentPeriodStart: context.now,
    currentPeriodEnd: addMonths(context.now, price.intervalMonths),
  });
  recordEvent(draft, accepted, 'request_accepted', 'operator');
  const addedCents = creditedCents(draft);
  queueMail(draft, 'request_accepted', { subscription: accepted, ...(addedCents > 0 && { facts: { addedCents } }) });
  return ok({ writes: finish(draft), replaced: held.map(({ id }) => id) });
};
