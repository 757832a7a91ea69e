import { shareOf } from '@foyer/contract/vocabulary/money';
import type { BillingWrites } from '../decision/draft.ts';
import type { PaymentToRefund } from '../payments/refund.ts';
import type { CouponRedemption } from '../state/coupon-entities.ts';
import type {
  Attempt,
  BillingState,
  CreditableLine,
  Invoice,
  InvoiceLine,
  LedgerEntry,
  Refund,
  Subscription,
  SubscriptionEvent,
} from '../state/entities.ts';
import type { MailJob } from '../state/mail-job.ts';
import type { HeldRedemption, PromotionRedemption } from '../state/promotion-entities.ts';

/**
 * In-memory store of one account with its whole history. It is also a `BillingState`, so rules take it unchanged.
 * Values that the database computes for the rules (creditable lines, tax of the period) are computed from the history.
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

/** Writes rows over those with the same id. Throws if a row marked as new exists, or one marked as changed does not. */
const merged = <T extends Row>(
  table: string,
  rows: readonly T[],
  written: readonly T[],
  created: ReadonlySet<string>,
): T[] => {
  const byId = new Map(rows.map((row) => [row.id, row]));
  for (const row of written) {
    if (byId.has(row.id) === created.has(row.id))
      throw new Error(`${table} ${row.id}: marked as new but stored, or marked as changed but not stored`);
    byId.set(row.id, row);
  }
  return [...byId.values()];
};

/**
 * An earlier invoice may extend into the current period, for example a yearly one after a change to monthly. It is
 * excluded.
 */
const isOfPeriod = ({ periodStart, periodEnd }: Invoice, subscription: Subscription): boolean =>
  periodStart !== null &&
  periodEnd !== null &&
  periodStart >= subscription.currentPeriodStart &&
  periodEnd <= (subscription.currentPeriodEnd ?? Number.POSITIVE_INFINITY);

/** Charged lines of paid invoices of the subscription's current period, each with its invoice. */
const paidLines = (books: AccountBooks, subscription: Subscription): { line: InvoiceLine; invoice: Invoice }[] =>
  books.lines.flatMap((line) => {
    const invoice = books.allInvoices.find((candidate) => candidate.id === line.invoiceId);
    if (invoice?.subscriptionId !== subscription.id || invoice.status !== 'paid') return [];
    return line.kind === 'proration_credit' || line.kind === 'grant' || !isOfPeriod(invoice, subscription)
      ? []
      : [{ line, invoice }];
  });

/** Cents that an entry books as lost in a dispute; negative if a dispute was won after all. */
export const lostBy = ({ kind, amountCents }: Pick<LedgerEntry, 'kind' | 'amountCents'>): number =>
  kind === 'payment.dispute_lost' ? amountCents : kind === 'payment.dispute_won' ? -amountCents : 0;

/** Amount of a payment lost in disputes, in cents. */
export const lostCentsOf = ({ ledger }: Pick<AccountBooks, 'ledger'>, attemptId: string): number =>
  ledger.filter(({ refId }) => refId === attemptId).reduce((sum, entry) => sum + lostBy(entry), 0);

const refundedOf = (books: AccountBooks, { id, taxCents, totalCents }: Invoice) => {
  const attempts = books.attempts.filter(({ invoiceId }) => invoiceId === id);
  const refunds = books.refunds.filter(
    ({ attemptId, status }) => status !== 'failed' && attempts.some((attempt) => attempt.id === attemptId),
  );
  const refundedTaxCents = refunds.reduce((sum, refund) => sum + refund.taxCents, 0);
  const lostCents = attempts.reduce((sum, attempt) => sum + lostCentsOf(books, attempt.id), 0);
  const lostNetCents = lostCents > 0 ? shareOf(lostCents, totalCents - taxCents, totalCents) : 0;
  return {
    refundedCents: refunds.reduce((sum, { amountCents }) => sum + amountCents, 0) - refundedTaxCents + lostNetCents,
    refundedTaxCents,
    lostTaxCents: lostCents - lostNetCents,
  };
};

/** Tax of these invoices that is still booked after their refunds. */
const taxKeptCents = (books: AccountBooks, invoices: readonly Invoice[]): number =>
  invoices.reduce((total, invoice) => total + invoice.taxCents - refundedOf(books, invoice).refundedTaxCents, 0);

/**
 * Tax that a credit may give back. A lost dispute leaves the tax booked, but the customer has that money back already.
 */
const taxPoolCents = (books: AccountBooks, invoices: readonly Invoice[]): number =>
  invoices.reduce((total, invoice) => total - refundedOf(books, invoice).lostTaxCents, taxKeptCents(books, invoices));

const creditableLines = (books: AccountBooks): CreditableLine[] => {
  const paid = new Set(books.allInvoices.filter(({ status }) => status === 'paid').map(({ id }) => id));
  const credited = new Set(
    books.lines
      .filter(({ kind, invoiceId }) => kind === 'proration_credit' && paid.has(invoiceId))
      .map((line) => line.sourceLineId),
  );
  return books.subscriptions.flatMap((subscription) =>
    paidLines(books, subscription)
      .filter(({ line }) => !credited.has(line.id))
      .map(({ line, invoice }) => ({
        ...line,
        subscriptionId: subscription.id,
        taxRatePpm: invoice.taxRatePpm,
        refundedCents: refundedOf(books, invoice).refundedCents,
      })),
  );
};

/** Invoices of the current period and, through the lines they credit, those before. */
export const periodChain = (books: AccountBooks, subscription: Subscription): Invoice[] => {
  const chain = new Set(paidLines(books, subscription).map(({ invoice }) => invoice.id));
  for (const id of chain) {
    for (const credit of books.lines.filter((line) => line.invoiceId === id && line.sourceLineId !== null)) {
      const source = books.lines.find((line) => line.id === credit.sourceLineId);
      if (source) chain.add(source.invoiceId);
    }
  }
  return books.allInvoices.filter(({ id }) => chain.has(id));
};

/** Paid invoice with all invoices linked to it by credits, in both directions. */
export const tiedTo = (books: AccountBooks, { id }: Pick<Invoice, 'id'>): Invoice[] => {
  const invoiceOf = new Map(books.lines.map((line) => [line.id, line.invoiceId]));
  const tied = new Set([id]);
  for (const one of tied) {
    for (const { invoiceId, sourceLineId, voided } of books.lines) {
      const source = sourceLineId === null || voided ? undefined : invoiceOf.get(sourceLineId);
      if (source !== undefined && invoiceId === one) tied.add(source);
      if (source === one) tied.add(invoiceId);
    }
  }
  return books.allInvoices.filter((invoice) => tied.has(invoice.id) && invoice.status === 'paid');
};

/**
 * Coupons of the current period. All its invoices end with it: a change within the period charges the rest, another
 * interval begins a new period.
 */
const periodCoupons = (books: AccountBooks, { id, currentPeriodStart, currentPeriodEnd }: Subscription): string[] =>
  books.allInvoices.flatMap(({ subscriptionId, status, periodStart, periodEnd, couponCode }) => {
    const isOfPeriod = (periodStart ?? 0) >= currentPeriodStart && periodEnd === currentPeriodEnd;
    return subscriptionId === id && status === 'paid' && isOfPeriod && couponCode !== null ? [couponCode] : [];
  });

/** Books with the values that the database computes for the rules. */
export const withDerivedValues = (books: AccountBooks): AccountBooks => ({
  ...books,
  invoices: books.allInvoices.filter((invoice) => invoice.status === 'open' || invoice.status === 'uncollectible'),
  creditableLines: creditableLines(books),
  periodTaxCents: Object.fromEntries(
    books.subscriptions.map((subscription) => [subscription.id, taxPoolCents(books, periodChain(books, subscription))]),
  ),
  periodCoupons: Object.fromEntries(
    books.subscriptions.map((subscription) => [subscription.id, periodCoupons(books, subscription)]),
  ),
});

/** Sum of the charged lines of an invoice, and of later credits for them, without tax. */
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

/** Payment of an invoice with everything that determines its refundable amount. */
export const paymentOf = (books: AccountBooks, invoice: Invoice, attempt: Attempt): PaymentToRefund => ({
  invoice,
  attempt,
  refunds: books.refunds.filter((refund) => refund.attemptId === attempt.id),
  lostCents: lostCentsOf(books, attempt.id),
  taxKeptCents: taxKeptCents(books, tiedTo(books, invoice)),
  ...chargedAndCredited(books, invoice),
});

/** Books of an account without history. */
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

const heldBy = ({ promotionRedemptions, couponRedemptions }: BillingWrites): HeldRedemption[] => [
  ...promotionRedemptions
    .filter(({ status }) => status === 'held')
    .map(
      ({ id, accountId, promotionId, at }): HeldRedemption => ({
        ...{ id, accountId, kind: 'promotion', name: promotionId, heldAt: at },
      }),
    ),
  ...couponRedemptions
    .filter(({ status }) => status === 'held')
    .map(
      ({ id, accountId, couponId, at }): HeldRedemption => ({
        ...{ id, accountId, kind: 'prepaid', name: couponId, heldAt: at },
      }),
    ),
];

const withReleased = (
  redemptions: readonly PromotionRedemption[],
  { released }: BillingWrites,
): readonly PromotionRedemption[] =>
  redemptions.map((row) => (released.some(({ id }) => id === row.id) ? { ...row, status: 'released' } : row));

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
  return withDerivedValues({
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
    promotionRedemptions: withReleased(
      merged('promotion', books.promotionRedemptions, writes.promotionRedemptions, created),
      writes,
    ),
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
