import type { IdKind } from '@foyer/contract/vocabulary/ids';
import type { Instant } from '@foyer/contract/vocabulary/instants';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { CouponRedemption, HeldDiscount } from '../coupons/entities.ts';
import { type EntitlementChange, entitlementChanges } from '../entitlement/changes.ts';
import type { MaintenancePeriod, Purchase } from '../maintenance/entities.ts';
import type { HeldRedemption, PromotionRedemption } from '../promotions/entities.ts';
import { nextActionAt } from './due.ts';
import type {
  Attempt,
  BillingState,
  Invoice,
  InvoiceLine,
  LedgerEntry,
  Refund,
  Subscription,
  SubscriptionChange,
  SubscriptionEvent,
  TrialRedemption,
} from './entities.ts';
import { balanceChange } from './ledger.ts';
import type { MailFacts, MailJob } from './mail-job.ts';
import type { BillingSettings } from './settings.ts';

/** What a rule needs besides the account itself. Time and ids are arguments, so that a rule gives the same answer twice. */
export interface RuleContext {
  readonly now: Instant;
  readonly newId: (kind: IdKind) => string;
  readonly catalogue: Catalogue;
  readonly settings: BillingSettings;
}

/** All rows a decision writes; stored in one transaction, one statement a table. */
export interface BillingWrites {
  readonly account: { readonly id: string; readonly balanceCents: number; readonly nextActionAt: Instant | null };
  readonly subscriptions: readonly Subscription[];
  readonly changes: readonly SubscriptionChange[];
  readonly events: readonly SubscriptionEvent[];
  readonly invoices: readonly Invoice[];
  readonly lines: readonly InvoiceLine[];
  readonly attempts: readonly Attempt[];
  readonly refunds: readonly Refund[];
  readonly ledger: readonly LedgerEntry[];
  readonly trials: readonly TrialRedemption[];
  readonly promotionRedemptions: readonly PromotionRedemption[];
  /** Promotions that were kept and are given back unused. */
  readonly released: readonly HeldRedemption[];
  readonly maintenance: readonly MaintenancePeriod[];
  readonly purchases: readonly Purchase[];
  /** A new one is counted on its coupon as it is stored. */
  readonly couponRedemptions: readonly CouponRedemption[];
  /** Redemptions that came to nothing: their coupons are free again. */
  readonly freedCoupons: readonly FreedCoupon[];
  readonly discounts: readonly HeldDiscount[];
  readonly mails: readonly MailJob[];
  readonly cardNotices: readonly CardNotice[];
  /** Invoices whose dates of service moved (S16); their lines move with them. */
  readonly movedInvoices: readonly MovedInvoice[];
  /** What the account may use differently from now on, for the vendor's products (BY-08). */
  readonly entitlements: readonly EntitlementChange[];
  /** Ids of the rows that are new; the others are changed. */
  readonly created: ReadonlySet<string>;
}

/** The customer is mailed that a card expires, or has. */
export interface CardNotice {
  readonly cardId: string;
  readonly days: number;
}

/** A redemption that came to nothing. Its coupon counts one use fewer. */
export interface FreedCoupon {
  readonly redemptionId: string;
}

/** The days of service of a bill that was paid late, as they are now (S16). */
export interface MovedInvoice {
  readonly invoiceId: string;
  readonly periodStart: Instant;
  readonly periodEnd: Instant;
}

/**
 * An account's state while a decision is being made, and the rows the decision has produced so far.
 * Rules below change the draft; the exported decisions start one from a state and return the writes, so seen from
 * outside they are plain functions of their arguments.
 */
export interface Draft {
  state: BillingState;
  /** As it was when the decision began. */
  readonly before: BillingState;
  readonly context: RuleContext;
  readonly subscriptions: Map<string, Subscription>;
  readonly changes: Map<string, SubscriptionChange>;
  readonly events: SubscriptionEvent[];
  readonly invoices: Map<string, Invoice>;
  readonly lines: Map<string, InvoiceLine>;
  readonly attempts: Map<string, Attempt>;
  readonly refunds: Map<string, Refund>;
  readonly ledger: LedgerEntry[];
  readonly trials: TrialRedemption[];
  readonly promotionRedemptions: Map<string, PromotionRedemption>;
  readonly released: HeldRedemption[];
  readonly maintenance: Map<string, MaintenancePeriod>;
  readonly purchases: Map<string, Purchase>;
  readonly couponRedemptions: Map<string, CouponRedemption>;
  readonly freedCoupons: FreedCoupon[];
  readonly discounts: Map<string, HeldDiscount>;
  readonly mails: MailJob[];
  readonly cardNotices: CardNotice[];
  readonly movedInvoices: MovedInvoice[];
  readonly created: Set<string>;
}

const emptyDraft = () => ({
  subscriptions: new Map<string, Subscription>(),
  changes: new Map<string, SubscriptionChange>(),
  events: [] as SubscriptionEvent[],
  invoices: new Map<string, Invoice>(),
  lines: new Map<string, InvoiceLine>(),
  attempts: new Map<string, Attempt>(),
  refunds: new Map<string, Refund>(),
  ledger: [] as LedgerEntry[],
  trials: [] as TrialRedemption[],
  promotionRedemptions: new Map<string, PromotionRedemption>(),
  released: [] as HeldRedemption[],
  maintenance: new Map<string, MaintenancePeriod>(),
  purchases: new Map<string, Purchase>(),
  couponRedemptions: new Map<string, CouponRedemption>(),
  freedCoupons: [] as FreedCoupon[],
  discounts: new Map<string, HeldDiscount>(),
  mails: [] as MailJob[],
  cardNotices: [] as CardNotice[],
  movedInvoices: [] as MovedInvoice[],
});

/** A decision begins: nothing is written yet. Ids drawn from the draft's own context are those of new rows. */
export const startDraft = (state: BillingState, context: RuleContext): Draft => {
  const created = new Set<string>();
  const newId: RuleContext['newId'] = (kind) => {
    const id = context.newId(kind);
    created.add(id);
    return id;
  };
  return { ...emptyDraft(), state, before: state, context: { ...context, newId }, created };
};

const replaced = <T extends { readonly id: string }>(rows: readonly T[], row: T): T[] => {
  const others = rows.filter((candidate) => candidate.id !== row.id);
  return others.length === rows.length
    ? [...rows, row]
    : rows.map((candidate) => (candidate.id === row.id ? row : candidate));
};

/** What an invoice is for; a one-time purchase is for none. */
export const subscriptionOf = (draft: Draft, invoice: Invoice): Subscription | undefined =>
  draft.state.subscriptions.find((subscription) => subscription.id === invoice.subscriptionId);

/** Does it say the very same? A row that is put back unchanged needs no statement. */
const isSame = <T extends object>(before: T, after: T): boolean =>
  (Object.keys(after) as (keyof T)[]).every((member) => before[member] === after[member]);

/** Writes a row and shows it to what is decided after it. One that is put back unchanged writes nothing. */
export const putSubscription = (draft: Draft, row: Subscription): Subscription => {
  const before = draft.state.subscriptions.find(({ id }) => id === row.id);
  if (before && isSame(before, row)) return row;
  draft.subscriptions.set(row.id, row);
  draft.state = { ...draft.state, subscriptions: replaced(draft.state.subscriptions, row) };
  return row;
};

/** The same for a change of plan; unlike a subscription it is written also when nothing of it moved. */
export const putChange = (draft: Draft, row: SubscriptionChange): SubscriptionChange => {
  draft.changes.set(row.id, row);
  draft.state = { ...draft.state, changes: replaced(draft.state.changes, row) };
  return row;
};

/** The same for an invoice. Its number is given when it is stored, without a gap (billing.md §1.5). */
export const putInvoice = (draft: Draft, row: Invoice): Invoice => {
  draft.invoices.set(row.id, row);
  draft.state = { ...draft.state, invoices: replaced(draft.state.invoices, row) };
  return row;
};

/** The same for an attempt. Its row stands before the gateway is asked (INV-26). */
export const putAttempt = (draft: Draft, row: Attempt): Attempt => {
  draft.attempts.set(row.id, row);
  draft.state = { ...draft.state, attempts: replaced(draft.state.attempts, row) };
  return row;
};

/** The same for a stretch of maintenance. */
export const putMaintenance = (draft: Draft, row: MaintenancePeriod): MaintenancePeriod => {
  draft.maintenance.set(row.id, row);
  draft.state = { ...draft.state, maintenance: replaced(draft.state.maintenance, row) };
  return row;
};

/** The same for a one-time purchase. */
export const putPurchase = (draft: Draft, row: Purchase): Purchase => {
  draft.purchases.set(row.id, row);
  draft.state = { ...draft.state, purchases: replaced(draft.state.purchases, row) };
  return row;
};

/** The same for the discount of a subscription. */
export const putDiscount = (draft: Draft, row: HeldDiscount): HeldDiscount => {
  draft.discounts.set(row.id, row);
  draft.state = { ...draft.state, discounts: replaced(draft.state.discounts, row) };
  return row;
};

/** What is no longer held has nothing due any more. */
export const putRedemption = (draft: Draft, row: PromotionRedemption): PromotionRedemption => {
  draft.promotionRedemptions.set(row.id, row);
  draft.state = { ...draft.state, held: draft.state.held.filter(({ id }) => id !== row.id) };
  return row;
};

/** Adds ledger rows and moves the account's balance with them, so the two cannot drift apart (I2). */
export const post = (draft: Draft, entries: readonly LedgerEntry[]): void => {
  draft.ledger.push(...entries);
  const { account } = draft.state;
  draft.state = {
    ...draft.state,
    account: { ...account, balanceCents: account.balanceCents + balanceChange(entries) },
  };
};

/** Adds to the subscription's history, which is never rewritten (billing.md §1.3). */
export const note = (
  draft: Draft,
  subscription: Pick<Subscription, 'id'>,
  type: SubscriptionEvent['type'],
  actor: SubscriptionEvent['actor'],
  data: SubscriptionEvent['data'] = {},
): void => {
  const { now, newId } = draft.context;
  draft.events.push({ id: newId('subscriptionEvent'), subscriptionId: subscription.id, type, at: now, actor, data });
};

/** Asks for a letter, sent once the decision is stored. Facts that may have changed by then travel with it (decision 2). */
export const mail = (
  draft: Draft,
  template: MailJob['template'],
  about: { invoice?: Invoice; subscription?: Pick<Subscription, 'id'>; facts?: MailFacts },
): void => {
  draft.mails.push({
    template,
    accountId: draft.state.account.id,
    invoiceId: about.invoice?.id ?? null,
    subscriptionId: about.subscription?.id ?? about.invoice?.subscriptionId ?? null,
    at: draft.context.now,
    facts: about.facts ?? {},
  });
};

/** The finished decision, with the moment at which the account needs attention next. */
export const finish = (draft: Draft): BillingWrites => ({
  account: {
    id: draft.state.account.id,
    balanceCents: draft.state.account.balanceCents,
    nextActionAt: nextActionAt(draft.state, draft.context.settings),
  },
  subscriptions: [...draft.subscriptions.values()],
  changes: [...draft.changes.values()],
  events: draft.events,
  invoices: [...draft.invoices.values()],
  lines: [...draft.lines.values()],
  attempts: [...draft.attempts.values()],
  refunds: [...draft.refunds.values()],
  ledger: draft.ledger,
  trials: draft.trials,
  promotionRedemptions: [...draft.promotionRedemptions.values()],
  released: draft.released,
  maintenance: [...draft.maintenance.values()],
  purchases: [...draft.purchases.values()],
  couponRedemptions: [...draft.couponRedemptions.values()],
  freedCoupons: draft.freedCoupons,
  discounts: [...draft.discounts.values()],
  mails: draft.mails,
  cardNotices: draft.cardNotices,
  movedInvoices: draft.movedInvoices,
  entitlements: entitlementChanges(draft.before, draft.state, draft.context),
  created: draft.created,
});
