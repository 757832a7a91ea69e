import { DAY_MS, type Instant } from '@foyer/contract/vocabulary/instants';
import { type Draft, postEntries, put, queueMail, recordEvent, subscriptionOf } from '../decision/draft.ts';
import { validUntil } from '../entitlements/entitlement.ts';
import { voidInvoice } from '../invoices/void-invoice.ts';
import { CHALLENGE_TIMEOUT_MS } from '../state/due.ts';
import type { Attempt, BillingState, Invoice, Subscription } from '../state/entities.ts';
import { postWrittenOff } from '../state/ledger.ts';
import { failureOf, type MailFacts, type UnpaidOutcome } from '../state/mail-job.ts';
import type { BillingSettings } from '../state/settings.ts';
import { isChargeable, isInCardCountry } from '../state/status.ts';
import { creditShares } from './use-credit.ts';

/**
 * Declines that a retry with the same card cannot change. Retry slots pass without a charge until another card is
 * saved.
 */
const hardDeclines: readonly string[] = [
  'expired_card',
  'incorrect_number',
  'incorrect_cvc',
  'lost_card',
  'stolen_card',
  'fraudulent',
  'authentication_required',
];

/** Latest attempt on an invoice. */
export const lastAttempt = (state: Pick<BillingState, 'attempts'>, invoice: Pick<Invoice, 'id'>): Attempt | undefined =>
  state.attempts
    .filter((attempt) => attempt.invoiceId === invoice.id)
    .reduce<Attempt | undefined>(
      (last, attempt) => (last && last.attemptNo > attempt.attemptNo ? last : attempt),
      undefined,
    );

const asksCustomer = ({ declineCode, errorCode }: Pick<Attempt, 'declineCode' | 'errorCode'>): boolean =>
  declineCode === 'authentication_required' || errorCode === 'authentication_required';

/** Tells whether the bank declined the card on file at the last attempt, and did not only ask the customer to confirm. */
export const isCardDeclined = (
  last: Pick<Attempt, 'status' | 'declineCode' | 'errorCode' | 'paymentMethodId'> | undefined,
  card: BillingState['card'],
): boolean => last?.status === 'declined' && last.paymentMethodId === card?.id && !asksCustomer(last);

/** Tells whether the last attempt on an invoice rules out another one with the same card. */
export const isHardDecline = (last: Attempt | null | undefined, cardId: string | null): boolean =>
  last?.status === 'declined' &&
  last.paymentMethodId === cardId &&
  (hardDeclines.includes(last.declineCode ?? '') || hardDeclines.includes(last.errorCode ?? ''));

/** Tells whether a charge in this retry slot can succeed. */
export const canChargeSucceed = (state: BillingState, invoice: Invoice, settings: BillingSettings): boolean =>
  isChargeable(state, settings) && state.card !== null && !isHardDecline(lastAttempt(state, invoice), state.card.id);

/**
 * Tells whether an unpaid plan stops although auto-renew is on: there is no card, or it was declined for good, and
 * credit does not pay. So no retry charges anything until the customer does something (S13, B10).
 */
export const isStoppedUntilPaid = (
  state: BillingState,
  { id, status }: Pick<Subscription, 'id' | 'status'>,
  settings: BillingSettings,
): boolean => {
  const invoice = state.invoices.find((row) => row.subscriptionId === id && row.status === 'open');
  if (status !== 'past_due' || !invoice) return false;
  return (
    (state.card === null || isHardDecline(lastAttempt(state, invoice), state.card.id)) &&
    creditShares(invoice, state.account.balanceCents, settings).dueCents > 0
  );
};

/**
 * Milliseconds for which a due retry slot waited for a challenge: 23 h at most. Longer delays come from the bank or the
 * worker and are not counted.
 */
const challengeDelayMs = ({ state }: Draft, invoice: Invoice): number => {
  const last = lastAttempt(state, invoice);
  if (!last?.onSession || last.decidedAt === null || invoice.nextAttemptAt === null) return 0;
  return Math.max(0, Math.min(last.decidedAt, last.sentAt + CHALLENGE_TIMEOUT_MS) - invoice.nextAttemptAt);
};

/**
 * Time of the slot after `slot`, counted from now; null after the last one. Time spent waiting for a challenge is
 * subtracted. Otherwise each slot could add a day, and three challenges could delay the suspension instead of one
 * (S15).
 */
const slotAfterNow = (draft: Draft, invoice: Invoice, slot: number): Instant | null => {
  const { now, settings } = draft.context;
  const days = settings.dunningDays[slot];
  if (days === undefined) return null;
  return now - challengeDelayMs(draft, invoice) + (days - (settings.dunningDays[slot - 1] ?? 0)) * DAY_MS;
};

/**
 * Uses one retry slot and plans the next one 3, 5 or 7 days later. A late slot moves the following ones, so that an
 * outage never causes several charges at once (INV-11).
 */
export const consumeRetrySlot = (draft: Draft, invoice: Invoice): Invoice => {
  const dunningSlot = invoice.dunningSlot + 1;
  return put(draft, 'invoices', { ...invoice, dunningSlot, nextAttemptAt: slotAfterNow(draft, invoice, dunningSlot) });
};

const hasSlotFallenDue = ({ context: { now } }: Draft, { nextAttemptAt }: Invoice): boolean =>
  nextAttemptAt !== null && nextAttemptAt <= now;

/**
 * Uses a due slot for an attempt that the customer starts. Otherwise the slot would wait behind that attempt and the
 * next one, and a customer who never answers the bank would keep an unpaid plan (S15).
 */
export const consumeDueRetrySlot = (draft: Draft, invoice: Invoice): Invoice =>
  hasSlotFallenDue(draft, invoice) ? consumeRetrySlot(draft, invoice) : invoice;

/** Moves a slot that fell due while the bank was deciding about the attempt before. Otherwise it would run at once. */
const moveMissedSlot = (draft: Draft, invoice: Invoice): Invoice =>
  hasSlotFallenDue(draft, invoice)
    ? put(draft, 'invoices', { ...invoice, nextAttemptAt: slotAfterNow(draft, invoice, invoice.dunningSlot) })
    : invoice;

/**
 * Tells whether the customer left a challenge open past the time of the last slot. Another challenge after it would
 * delay the suspension by a second day (S15).
 */
export const isChallengeOpenPastLastSlot = (draft: Draft, invoice: Invoice): boolean => {
  const last = lastAttempt(draft.state, invoice);
  return (
    hasSlotFallenDue(draft, invoice) &&
    slotAfterNow(draft, invoice, invoice.dunningSlot + 1) === null &&
    last?.onSession === true &&
    (last.decidedAt ?? Number.NEGATIVE_INFINITY) >= (invoice.nextAttemptAt ?? Number.POSITIVE_INFINITY)
  );
};

/**
 * Event that follows if a plan stays unpaid, and its time by the timetable (S15, S17). Null if no period of it is
 * unpaid.
 */
export const unpaidOutcome = (
  state: Pick<BillingState, 'invoices'>,
  subscription: Subscription,
  settings: BillingSettings,
): UnpaidOutcome | null => {
  const { status, suspendedAt, everPaid } = subscription;
  if (status === 'suspended' && suspendedAt !== null)
    return { kind: 'ends', at: suspendedAt + settings.suspensionDays * DAY_MS };
  const lastSlotAt = status === 'past_due' ? validUntil(subscription, state, settings) : null;
  return lastSlotAt === null ? null : { kind: everPaid ? 'pauses' : 'ends', at: lastSlotAt };
};

/**
 * Reason why no retry will charge the card, until the customer does something. Abroad another card is refused too; the
 * address may have changed since the invoice was made.
 */
const reasonForNoRetry = (state: BillingState, invoice: Invoice, settings: BillingSettings): MailFacts['blockedBy'] => {
  if (!isInCardCountry(state, settings)) return 'card_country';
  if (state.card === null) return 'no_card';
  return isHardDecline(lastAttempt(state, invoice), state.card.id) ? 'declined_card' : undefined;
};

/** Mail fact about an invoice that no retry will charge; none if a retry will. */
const blockOf = ({ state, context: { settings } }: Draft, invoice: Invoice): MailFacts => {
  const blockedBy = reasonForNoRetry(state, invoice, settings);
  return blockedBy ? { blockedBy } : {};
};

/** Event that follows if the plan stays unpaid, with its status as the draft has it now. */
const currentOutcome = ({ state, context: { settings } }: Draft, { id }: Subscription): UnpaidOutcome | null => {
  const subscription = state.subscriptions.find((row) => row.id === id);
  return subscription ? unpaidOutcome(state, subscription, settings) : null;
};

const suspendSubscription = (draft: Draft, subscription: Subscription, invoice: Invoice): Invoice => {
  const { now } = draft.context;
  const overdue = put(draft, 'invoices', { ...invoice, overdueAt: now });
  put(draft, 'subscriptions', { ...subscription, status: 'suspended', suspendedAt: now });
  recordEvent(draft, subscription, 'suspended', 'system');
  queueMail(draft, 'payment_overdue', {
    invoice: overdue,
    facts: { ...blockOf(draft, invoice), ifUnpaid: currentOutcome(draft, subscription) },
  });
  return overdue;
};

/**
 * Ends dunning after the last slot. A subscription that was ever paid is suspended and can still be paid. One that was
 * never paid is canceled and its invoice voided (S15, D14).
 */
const endDunning = (draft: Draft, subscription: Subscription, invoice: Invoice): void => {
  const { now } = draft.context;
  if (!subscription.everPaid) {
    voidInvoice(draft, invoice);
    put(draft, 'subscriptions', { ...subscription, status: 'canceled', endedAt: now, endReason: 'payment_failed' });
    recordEvent(draft, subscription, 'canceled', 'system', { reason: 'payment_failed' });
    const unpaid = { cents: invoice.amountDueCents, isDue: false };
    queueMail(draft, 'subscription_ended', { subscription, facts: { unpaid } });
    return;
  }
  suspendSubscription(draft, subscription, invoice);
};

/** Tells whether the retries of the open invoice still decide about the subscription. */
export const isInDunning = ({ status }: Subscription): boolean => status === 'active' || status === 'past_due';

/**
 * Uses a due slot before the customer pays out of turn. If they let the last slot pass, the subscription is suspended
 * first: paying resumes it, but it is not entitled meanwhile (S15). A never-paid subscription is not entitled while
 * past due anyway.
 */
export const consumeSlotForCustomerPayment = (draft: Draft, invoice: Invoice): Invoice => {
  const subscription = subscriptionOf(draft, invoice);
  const isServed = subscription?.everPaid && isInDunning(subscription);
  const isOver = isServed && isChallengeOpenPastLastSlot(draft, invoice);
  const taken = consumeDueRetrySlot(draft, invoice);
  return isOver ? suspendSubscription(draft, subscription, taken) : taken;
};

/** Sets an active subscription past due after the first attempt on a period failed (S13). */
export const markPastDue = (draft: Draft, subscription: Subscription): void => {
  if (subscription.status !== 'active') return;
  put(draft, 'subscriptions', { ...subscription, status: 'past_due' });
  recordEvent(draft, subscription, 'past_due', 'system');
};

/** Continues dunning after a slot was used. `isReminder`: nothing was tried since an earlier mail. */
const afterSlot = (draft: Draft, subscription: Subscription, invoice: Invoice, isReminder: boolean): void => {
  if (!isInDunning(subscription)) return;
  const failed = lastAttempt(draft.state, invoice);
  const waiting = failed?.onSession ? consumeDueRetrySlot(draft, invoice) : moveMissedSlot(draft, invoice);
  if (waiting.nextAttemptAt === null) {
    endDunning(draft, subscription, waiting);
    return;
  }
  markPastDue(draft, subscription);
  queueMail(draft, 'payment_failed', {
    invoice: waiting,
    facts: {
      nextAt: waiting.nextAttemptAt,
      ...failureOf(failed),
      ...blockOf(draft, waiting),
      ifUnpaid: currentOutcome(draft, subscription),
      ...(!subscription.everPaid && { isPaused: true }),
      ...(isReminder && { isReminder }),
    },
  });
};

/**
 * Handles a failed attempt (S13, S15). Attempts of the customer between slots do not change the timetable. An attempt
 * that was undecided when a slot fell due uses that slot; only a late answer of the bank moves one.
 */
export const afterFailedAttempt = (draft: Draft, subscription: Subscription, invoice: Invoice): void =>
  afterSlot(draft, subscription, invoice, false);

/**
 * Handles a slot that passed without an attempt, because none can succeed (S13, S15). The first mail about the period
 * says that it is unpaid, the later ones are reminders.
 */
export const afterSkippedSlot = (draft: Draft, subscription: Subscription, invoice: Invoice): void =>
  afterSlot(draft, subscription, invoice, subscription.status === 'past_due');

/** Writes an open invoice off as `uncollectible`. The customer can still pay it. */
export const writeOffInvoice = (draft: Draft, open: Invoice): Invoice => {
  const { now, newId } = draft.context;
  postEntries(draft, postWrittenOff(open, now, newId));
  return put(draft, 'invoices', { ...open, status: 'uncollectible', nextAttemptAt: null });
};

/**
 * Cancels a subscription that was suspended too long, and writes its invoice off. Paying the invoice later does not
 * restore the subscription (S17).
 */
export const endSuspended = (draft: Draft, subscription: Subscription): void => {
  const { now } = draft.context;
  const open = draft.state.invoices.find(
    (invoice) => invoice.subscriptionId === subscription.id && invoice.status === 'open',
  );
  if (open) writeOffInvoice(draft, open);
  put(draft, 'subscriptions', {
    ...subscription,
    status: 'canceled',
    suspendedAt: null,
    endedAt: now,
    endReason: 'unpaid',
  });
  recordEvent(draft, subscription, 'canceled', 'system', { reason: 'unpaid' });
  const facts = open && { unpaid: { cents: open.amountDueCents, isDue: true } };
  queueMail(draft, 'subscription_ended', { subscription, ...(facts && { facts }) });
};
