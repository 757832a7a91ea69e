import { DAY_MS, type Instant } from '@foyer/contract/vocabulary/instants';
import { CHALLENGE_TIMEOUT_MS, isUndecided } from '../state/due.ts';
import type { Attempt, Invoice, Subscription } from '../state/entities.ts';
import type { BillingSettings } from '../state/settings.ts';
import { isEntitled } from '../state/status.ts';
import type { AccountBooks } from './account-books.ts';
import { text } from './moments.ts';

type Report = (invariant: string, what: string) => void;

const endOf = ({ status, term, trialEnd, currentPeriodEnd }: Subscription): Instant =>
  (status === 'trialing' ? trialEnd : status === 'active' && term !== 'perpetual' ? currentPeriodEnd : null) ??
  Number.POSITIVE_INFINITY;

/** Undecided payments of a subscription or, for a trial, of an order that may replace it. */
const underWay = (books: AccountBooks, row: Subscription): Attempt[] =>
  books.attempts.filter(isUndecided).filter(({ invoiceId }) => {
    const invoice = books.invoices.find(({ id }) => id === invoiceId);
    const payer = books.subscriptions.find(({ id }) => id === invoice?.subscriptionId);
    if (!payer || payer.id === row.id) return payer !== undefined;
    const isBeside = row.status === 'trialing' && payer.product === row.product;
    return isBeside && (payer.status === 'incomplete' || payer.status === 'active');
  });

/** Checks that no payment begun after the end of a trial or period delays that end (S5, S12). */
export const checkEnds = (books: AccountBooks, report: Report): void => {
  for (const row of books.subscriptions.filter(({ product }) => product !== 'scope')) {
    const late = underWay(books, row).find(({ onSession, sentAt }) => onSession && sentAt >= endOf(row));
    if (late) report('S12', `${late.id} delays the end of ${row.id}, ${text(endOf(row))}`);
  }
};

/**
 * Subscriptions that are live a day after their end, although all due work was done. Payments without an answer of the
 * gateway or bank are allowed.
 */
export const servedPastEnd = (books: AccountBooks, now: Instant): string[] =>
  books.subscriptions
    .filter((row) => endOf(row) + DAY_MS <= now)
    .filter(
      (row) =>
        !underWay(books, row).some(({ status, leaseUntil }) => status !== 'requires_action' || leaseUntil !== null),
    )
    .map((row) => `S12: ${row.id} is ${row.status} since ${text(endOf(row))}, at ${text(now)}`);

/**
 * Time of the last retry slot of each open invoice. Recorded while it is visible, because no row has it once the slot
 * is used.
 */
export class LastSlots {
  private readonly at = new Map<string, Instant>();
  /** Invoices that were open during an outage. */
  private readonly stoodStill = new Set<string>();
  private readonly dunningDays: readonly number[];

  constructor({ dunningDays }: BillingSettings) {
    this.dunningDays = dunningDays;
  }

  see({ invoices }: AccountBooks): void {
    for (const { id, dunningSlot, nextAttemptAt } of invoices)
      if (nextAttemptAt !== null && dunningSlot === this.dunningDays.length - 1) this.at.set(id, nextAttemptAt);
  }

  /**
   * Time of the last slot by the timetable. An outage moves it, and a gateway or bank that takes longer than a
   * challenge.
   */
  private dueBy({ attempts }: AccountBooks, { id, finalizedAt, dunningSlot }: Invoice, now: Instant): Instant {
    const isSlow = attempts
      .filter(({ invoiceId }) => invoiceId === id)
      .some(({ onSession, sentAt, decidedAt }) => (decidedAt ?? now) - sentAt > (onSession ? CHALLENGE_TIMEOUT_MS : 0));
    if (isSlow || dunningSlot === 0 || this.stoodStill.has(id)) return this.at.get(id) ?? Number.POSITIVE_INFINITY;
    return finalizedAt + (this.dunningDays.at(-1) ?? 0) * DAY_MS;
  }

  /**
   * Subscriptions entitled too long after the last slot, although all due work was done: the suspension waits for one
   * challenge, 23 h (S15).
   */
  servedPast(books: AccountBooks, now: Instant, isAfterOutage: boolean): string[] {
    const open = books.invoices.filter(({ status }) => status === 'open');
    if (isAfterOutage) for (const { id } of open) this.stoodStill.add(id);
    return open
      .filter((invoice) => this.dueBy(books, invoice, now) + CHALLENGE_TIMEOUT_MS < now)
      .flatMap((invoice) => books.subscriptions.filter(({ id }) => id === invoice.subscriptionId).filter(isEntitled))
      .filter((row) => !underWay(books, row).some(({ status }) => status !== 'requires_action'))
      .map((row) => `S15: ${row.id} is ${row.status} and unpaid at ${text(now)}`);
  }
}
