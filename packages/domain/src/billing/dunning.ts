import { DAY_MS, type Instant } from '@foyer/contract/vocabulary/instants';
import { isChargeable } from '../subscription/status.ts';
import { type Draft, mail, note, post, putInvoice, putSubscription, subscriptionOf } from './draft.ts';
import { CHALLENGE_MS } from './due.ts';
import type { Attempt, BillingState, Invoice, Subscription } from './entities.ts';
import { postWrittenOff } from './ledger.ts';
import { failureOf } from './mail-job.ts';
import type { BillingSettings } from './settings.ts';
import { voidInvoice } from './void-invoice.ts';

/** Declines that a repeated call cannot change: the slots pass without one until another card is there (billing.md §2.7). */
const hardDeclines: readonly string[] = [
  'expired_card',
  'incorrect_number',
  'incorrect_cvc',
  'lost_card',
  'stolen_card',
  'fraudulent',
  'authentication_required',
];

const lastAttempt = (state: BillingState, invoice: Invoice): Attempt | undefined =>
  state.attempts
    .filter((attempt) => attempt.invoiceId === invoice.id)
    .reduce<Attempt | undefined>(
      (last, attempt) => (last && last.attemptNo > attempt.attemptNo ? last : attempt),
      undefined,
    );

/** Is it worth asking the gateway in this slot? */
export const isWorthTrying = (state: BillingState, invoice: Invoice, settings: BillingSettings): boolean => {
  if (!isChargeable(state, settings) || state.card === null) return false;
  const last = lastAttempt(state, invoice);
  if (last?.status !== 'declined' || last.paymentMethodId !== state.card.id) return true;
  return !hardDeclines.includes(last.declineCode ?? '') && !hardDeclines.includes(last.errorCode ?? '');
};

/**
 * How long a slot that is due has stood behind a question to the customer, who cannot make that longer than the 23 h of
 * one; what is more is the bank's or the worker's.
 */
const heldUpMs = ({ state }: Draft, invoice: Invoice): number => {
  const last = lastAttempt(state, invoice);
  if (!last?.onSession || last.decidedAt === null || invoice.nextAttemptAt === null) return 0;
  return Math.max(0, Math.min(last.decidedAt, last.sentAt + CHALLENGE_MS) - invoice.nextAttemptAt);
};

/**
 * When a slot comes that lies behind one taken at this moment; null when there are no more. What a question held up moves
 * nothing behind it: with a day for each slot, S15 would wait for three questions and not for one.
 */
const slotAfterNow = (draft: Draft, invoice: Invoice, slot: number): Instant | null => {
  const { now, settings } = draft.context;
  const days = settings.dunningDays[slot];
  if (days === undefined) return null;
  return now - heldUpMs(draft, invoice) + (days - (settings.dunningDays[slot - 1] ?? 0)) * DAY_MS;
};

/**
 * Uses up one slot of the timetable; the next one is counted from it: 3, 5 and 7 days later (billing.md §2.7). One that
 * is taken late, after an outage, moves those behind it: they are never taken in a burst (INV-11).
 */
export const takeSlot = (draft: Draft, invoice: Invoice): Invoice => {
  const dunningSlot = invoice.dunningSlot + 1;
  return putInvoice(draft, { ...invoice, dunningSlot, nextAttemptAt: slotAfterNow(draft, invoice, dunningSlot) });
};

const isOvertaken = ({ context: { now } }: Draft, { nextAttemptAt }: Invoice): boolean =>
  nextAttemptAt !== null && nextAttemptAt <= now;

/**
 * A slot whose moment has come is used up by an attempt out of turn. Left to the worker, it would wait behind that one,
 * and behind the next: who pays again and again and never answers the bank would be served for nothing (S15).
 */
export const takeSlotThatCame = (draft: Draft, invoice: Invoice): Invoice =>
  isOvertaken(draft, invoice) ? takeSlot(draft, invoice) : invoice;

/** A slot that passed while the bank was still deciding about the one before would be taken at once: it moves too. */
const moveOvertakenSlot = (draft: Draft, invoice: Invoice): Invoice =>
  isOvertaken(draft, invoice)
    ? putInvoice(draft, { ...invoice, nextAttemptAt: slotAfterNow(draft, invoice, invoice.dunningSlot) })
    : invoice;

/**
 * The customer let the moment of the last slot pass over a question of their bank. Another question behind it would put
 * S15 off by a second day.
 */
export const isWaitedOut = (draft: Draft, invoice: Invoice): boolean => {
  const last = lastAttempt(draft.state, invoice);
  return (
    isOvertaken(draft, invoice) &&
    slotAfterNow(draft, invoice, invoice.dunningSlot + 1) === null &&
    last?.onSession === true &&
    (last.decidedAt ?? Number.NEGATIVE_INFINITY) >= (invoice.nextAttemptAt ?? Number.POSITIVE_INFINITY)
  );
};

const suspend = (draft: Draft, subscription: Subscription, invoice: Invoice): Invoice => {
  const { now } = draft.context;
  const overdue = putInvoice(draft, { ...invoice, overdueAt: now });
  putSubscription(draft, { ...subscription, status: 'suspended', suspendedAt: now });
  note(draft, subscription, 'suspended', 'system');
  mail(draft, 'payment_overdue', { invoice: overdue });
  return overdue;
};

/** S15: nobody could be charged. Who paid before is suspended and may still pay; who never did owes nothing (D14). */
const exhaust = (draft: Draft, subscription: Subscription, invoice: Invoice): void => {
  const { now } = draft.context;
  if (!subscription.everPaid) {
    voidInvoice(draft, invoice);
    putSubscription(draft, { ...subscription, status: 'canceled', endedAt: now, endReason: 'payment_failed' });
    note(draft, subscription, 'canceled', 'system', { reason: 'payment_failed' });
    mail(draft, 'subscription_ended', { subscription });
    return;
  }
  suspend(draft, subscription, invoice);
};

/** The timetable of its open invoice still decides what becomes of it. */
export const isBeingCollected = ({ status }: Subscription): boolean => status === 'active' || status === 'past_due';

/**
 * The slot before the customer pays out of turn. Where they waited the last one out, the service ends first: they may be
 * asked again, and paid it starts again, but it does not go on meanwhile (S15). What was never paid does not go on anyway.
 */
export const takeSlotToPay = (draft: Draft, invoice: Invoice): Invoice => {
  const subscription = subscriptionOf(draft, invoice);
  const isServed = subscription?.everPaid && isBeingCollected(subscription);
  const isOver = isServed && isWaitedOut(draft, invoice);
  const taken = takeSlotThatCame(draft, invoice);
  return isOver ? suspend(draft, subscription, taken) : taken;
};

/** S13: the first attempt on a new period failed. */
export const fallBehind = (draft: Draft, subscription: Subscription): void => {
  if (subscription.status !== 'active') return;
  putSubscription(draft, { ...subscription, status: 'past_due' });
  note(draft, subscription, 'past_due', 'system');
};

/**
 * After an attempt failed, or a slot passed without one (S13, S15). Attempts a customer makes between the slots change
 * nothing about the timetable. One that was kept undecided over a slot's moment was that slot's; only the bank moves one.
 */
export const afterFailedAttempt = (draft: Draft, subscription: Subscription, invoice: Invoice): void => {
  if (!isBeingCollected(subscription)) return;
  const failed = lastAttempt(draft.state, invoice);
  const waiting = failed?.onSession ? takeSlotThatCame(draft, invoice) : moveOvertakenSlot(draft, invoice);
  if (waiting.nextAttemptAt === null) {
    exhaust(draft, subscription, waiting);
    return;
  }
  fallBehind(draft, subscription);
  mail(draft, 'payment_failed', {
    invoice: waiting,
    facts: { nextAt: waiting.nextAttemptAt, ...failureOf(failed) },
  });
};

/** A debt nobody counts on any more; it may still be paid. */
export const writeOff = (draft: Draft, open: Invoice): Invoice => {
  const { now, newId } = draft.context;
  post(draft, postWrittenOff(open, now, newId));
  return putInvoice(draft, { ...open, status: 'uncollectible', nextAttemptAt: null });
};

/** S17: suspended too long. The debt is written off; the subscription stays ended also when it is paid after all. */
export const endSuspended = (draft: Draft, subscription: Subscription): void => {
  const { now } = draft.context;
  const open = draft.state.invoices.find(
    (invoice) => invoice.subscriptionId === subscription.id && invoice.status === 'open',
  );
  if (open) writeOff(draft, open);
  putSubscription(draft, { ...subscription, status: 'canceled', suspendedAt: null, endedAt: now, endReason: 'unpaid' });
  note(draft, subscription, 'canceled', 'system', { reason: 'unpaid' });
  mail(draft, 'subscription_ended', { subscription });
};
