import type { BillingWrites } from '../billing/draft.ts';
import type {
  BillingState,
  CreditableLine,
  Invoice,
  InvoiceLine,
  LedgerEntry,
  Refund,
  Subscription,
  SubscriptionEvent,
} from '../billing/entities.ts';
import type { MailJob } from '../billing/mail-job.ts';
import type { CouponRedemption } from '../coupons/entities.ts';
import type { HeldRedemption, PromotionRedemption } from '../promotions/entities.ts';

/**
 * An account with its whole history: a store of one account in memory. It is a billing state too, so rules take it
 * as it is; what a store must work out for them (creditable lines, tax of the period) it works out from the history.
 */
export interface AccountBooks extends BillingState {
  readonly allInvoices: readonly Invoice[];
  readonly lines: readonly InvoiceLine[];
  readonly refunds: readonly Refund[];
  readonly ledger: readonly LedgerEntry[];
  readonly events: readonly SubscriptionEvent[];
  readonly mails: readonly MailJob[];
  readonly couponRedemptions: readonly CouponRedemption[];
  readonly promotionRedemptions: readonly PromotionRedemption[];
}

type Row = { readonly id: string };

/** Writes rows over those of the same id. A row that claims to be new and is there, or to be old and is not, is a defect. */
const merged = <T extends Row>(
  table: string,
  rows: readonly T[],
  written: readonly T[],
  created: ReadonlySet<string>,
): T[] => {
  const byId = new Map(rows.map((row) => [row.id, row]));
  for (const row of written) {
    if (byId.has(row.id) === created.has(row.id)) throw new Error(`${table} ${row.id}: new or changed?`);
    byId.set(row.id, row);
  }
  return [...byId.values()];
};

/** Overlaps the present period; half-open, so a line that ends where the period starts is over. */
const coversPeriod = (line: InvoiceLine, subscription: Subscription): boolean =>
  line.periodStart !== null &&
  line.periodEnd !== null &&
  line.periodEnd > subscription.currentPeriodStart &&
  line.periodStart < (subscription.currentPeriodEnd ?? Number.POSITIVE_INFINITY);

/** Lines of paid invoices that charged for the subscription's present period, each with its invoice. */
const paidLines = (books: AccountBooks, subscription: Subscription): { line: InvoiceLine; invoice: Invoice }[] =>
  books.lines.flatMap((line) => {
    const invoice = books.allInvoices.find((candidate) => candidate.id === line.invoiceId);
    if (invoice?.subscriptionId !== subscription.id || invoice.status !== 'paid') return [];
    return line.kind === 'proration_credit' || line.kind === 'grant' || !coversPeriod(line, subscription)
      ? []
      : [{ line, invoice }];
  });

const refundedOf = (books: AccountBooks, invoice: Invoice) => {
  const refunds = books.refunds.filter(
    ({ attemptId, status }) =>
      status !== 'failed' && books.attempts.some(({ id, invoiceId }) => id === attemptId && invoiceId === invoice.id),
  );
  const refundedTaxCents = refunds.reduce((sum, { taxCents }) => sum + taxCents, 0);
  return {
    refundedCents: refunds.reduce((sum, { amountCents }) => sum + amountCents, 0) - refundedTaxCents,
    refundedTaxCents,
  };
};

const creditableLines = (books: AccountBooks): CreditableLine[] => {
  const credited = new Set(
    books.lines.filter((line) => line.kind === 'proration_credit' && !line.voided).map((line) => line.sourceLineId),
  );
  return books.subscriptions.flatMap((subscription) =>
    paidLines(books, subscription)
      .filter(({ line }) => !credited.has(line.id))
      .map(({ line, invoice }) => ({
        ...line,
        subscriptionId: subscription.id,
        taxRatePpm: invoice.taxRatePpm,
        ...refundedOf(books, invoice),
      })),
  );
};

/** The invoices of the present period and, through the lines they credit, those before it in the chain (billing.md §2.2, 4). */
export const periodChain = (books: AccountBooks, subscription: Subscription): Invoice[] => {
  const chain = new Set(paidLines(books, subscription).map(({ invoice }) => invoice.id));
  for (const id of chain) {
    for (const credit of books.lines.filter((line) => line.invoiceId === id && line.sourceLineId !== null)) {
      const source = books.lines.find((line) => line.id === credit.sourceLineId);
      if (source) chain.add(source.invoiceId);
    }
  }
  return books.allInvoices.filter((invoice) => chain.has(invoice.id) && invoice.status !== 'void');
};

/** Bills of the present period end with it: a change within it charges the rest, another interval begins a new one. */
const periodCoupons = (books: AccountBooks, { id, currentPeriodStart, currentPeriodEnd }: Subscription): string[] =>
  books.allInvoices.flatMap(({ subscriptionId, status, periodStart, periodEnd, couponCode }) => {
    const isOfPeriod = (periodStart ?? 0) >= currentPeriodStart && periodEnd === currentPeriodEnd;
    return subscriptionId === id && status === 'paid' && isOfPeriod && couponCode !== null ? [couponCode] : [];
  });

/** The books with what a store works out for the rules from the history, worked out anew. */
export const derived = (books: AccountBooks): AccountBooks => ({
  ...books,
  invoices: books.allInvoices.filter((invoice) => invoice.status === 'open' || invoice.status === 'uncollectible'),
  creditableLines: creditableLines(books),
  periodTaxCents: Object.fromEntries(
    books.subscriptions.map((subscription) => [
      subscription.id,
      periodChain(books, subscription).reduce((total, invoice) => total + invoice.taxCents, 0),
    ]),
  ),
  periodCoupons: Object.fromEntries(
    books.subscriptions.map((subscription) => [subscription.id, periodCoupons(books, subscription)]),
  ),
});

/** What an invoice charged by its lines, and what later changes gave credit for out of them, without tax. */
export const chargedAndCredited = (
  books: AccountBooks,
  { id }: Pick<Invoice, 'id'>,
): { chargedCents: number; creditedCents: number } => {
  const charges = books.lines.filter((line) => line.invoiceId === id && line.kind !== 'proration_credit');
  const ids = new Set(charges.map((line) => line.id));
  const credits = books.lines.filter(
    (line) => !line.voided && line.sourceLineId !== null && ids.has(line.sourceLineId),
  );
  return {
    chargedCents: charges.reduce((sum, line) => sum + line.amountCents, 0),
    creditedCents: credits.reduce((sum, line) => sum - line.amountCents, 0),
  };
};

/** Opens the books of an account that has no history yet. */
export const openBooks = (state: BillingState): AccountBooks => ({
  ...state,
  allInvoices: state.invoices,
  lines: [],
  refunds: [],
  ledger: [],
  events: [],
  mails: [],
  couponRedemptions: [],
  promotionRedemptions: [],
});

const heldBy = (writes: BillingWrites): HeldRedemption[] =>
  writes.promotionRedemptions
    .filter(({ status }) => status === 'held')
    .map(({ id, accountId, promotionId, at }) => ({
      id,
      accountId,
      kind: 'promotion',
      name: promotionId,
      heldAt: at,
    }));

const freed = (redemptions: readonly CouponRedemption[], { freedCoupons }: BillingWrites): CouponRedemption[] => {
  const ids = new Set(freedCoupons.map(({ redemptionId }) => redemptionId));
  return redemptions.map((row) => (ids.has(row.id) ? { ...row, status: 'released' } : row));
};

/** Stores a decision, as the database adapter does in one transaction. */
export const applyWrites = (books: AccountBooks, writes: BillingWrites): AccountBooks => {
  const { created } = writes;
  const moved = new Map(writes.movedInvoices.map((invoice) => [invoice.invoiceId, invoice]));
  const allInvoices = merged('invoice', books.allInvoices, writes.invoices, created);
  const voided = new Set(allInvoices.filter((invoice) => invoice.status === 'void').map((invoice) => invoice.id));
  const lines = merged('line', books.lines, writes.lines, created).map((line): InvoiceLine => {
    const dates = moved.get(line.invoiceId);
    return {
      ...line,
      voided: voided.has(line.invoiceId),
      ...(dates ? { periodStart: dates.periodStart, periodEnd: dates.periodEnd } : {}),
    };
  });
  const decided = new Set([
    ...[...writes.promotionRedemptions, ...writes.released, ...writes.couponRedemptions].map(({ id }) => id),
    ...writes.freedCoupons.map(({ redemptionId }) => redemptionId),
  ]);
  return derived({
    ...books,
    account: { ...books.account, balanceCents: writes.account.balanceCents, nextActionAt: writes.account.nextActionAt },
    subscriptions: merged('subscription', books.subscriptions, writes.subscriptions, created),
    changes: merged('change', books.changes, writes.changes, created),
    attempts: merged('attempt', books.attempts, writes.attempts, created),
    maintenance: merged('maintenance', books.maintenance, writes.maintenance, created),
    purchases: merged('purchase', books.purchases, writes.purchases, created),
    held: books.held.filter(({ id }) => !decided.has(id)).concat(heldBy(writes)),
    discounts: merged('discount', books.discounts, writes.discounts, created),
    couponRedemptions: freed(merged('redemption', books.couponRedemptions, writes.couponRedemptions, created), writes),
    promotionRedemptions: merged('promotion', books.promotionRedemptions, writes.promotionRedemptions, created),
    cardNoticedDays: writes.cardNotices.at(-1)?.days ?? books.cardNoticedDays,
    trialKeysUsed: [...books.trialKeysUsed, ...writes.trials.map((trial) => trial.trialKey)],
    allInvoices,
    lines,
    refunds: merged('refund', books.refunds, writes.refunds, created),
    ledger: [...books.ledger, ...writes.ledger],
    events: [...books.events, ...writes.events],
    mails: [...books.mails, ...writes.mails],
  });
};
