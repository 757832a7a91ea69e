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

/** Inputs of a rule besides the account's rows. Time and ids are passed in, so a rule is deterministic. */
export interface RuleContext {
  readonly now: Instant;
  readonly newId: (kind: IdKind) => string;
  readonly catalogue: Catalogue;
  readonly settings: BillingSettings;
}

/** All rows a decision writes. The caller stores them in one transaction, with one statement per table. */
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
  /** Held promotion redemptions that are released unused. */
  readonly released: readonly HeldRedemption[];
  readonly maintenance: readonly MaintenancePeriod[];
  readonly purchases: readonly Purchase[];
  /** Storing a new redemption also increments `redeemed_count` of its coupon. */
  readonly couponRedemptions: readonly CouponRedemption[];
  /** Redemptions of orders that failed. Each gives one use back to its coupon. */
  readonly freedCoupons: readonly FreedCoupon[];
  readonly discounts: readonly HeldDiscount[];
  readonly mails: readonly MailJob[];
  readonly cardNotices: readonly CardNotice[];
  /** Invoices with a moved service period (S16). Their lines move by the same time. */
  readonly movedInvoices: readonly MovedInvoice[];
  /** Changes of entitlements, sent to the vendor's products (BY-08). */
  readonly entitlements: readonly EntitlementChange[];
  /** Ids of new rows: these are inserted, all others are updated. */
  readonly created: ReadonlySet<string>;
}

/** A mail about the card's expiry was sent, `days` before the expiry. */
export interface CardNotice {
  readonly cardId: string;
  readonly days: number;
}

/** Redemption of an order that failed. Its coupon counts one use fewer. */
export interface FreedCoupon {
  readonly redemptionId: string;
}

/** New service period of an invoice that was paid while its subscription was suspended (S16). */
export interface MovedInvoice {
  readonly invoiceId: string;
  readonly periodStart: Instant;
  readonly periodEnd: Instant;
}

/**
 * Account state during a decision, and the rows written so far. Internal rules mutate the draft. Exported decisions
 * create one and return its writes, so they are pure functions for their callers.
 */
export interface Draft {
  state: BillingState;
  /** State at the start of the decision. */
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

/** Begins a decision. Ids made by the draft's own context are marked as new rows. */
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

/** Subscription of an invoice; undefined for the invoice of a one-time purchase. */
export const subscriptionOf = (draft: Draft, invoice: Invoice): Subscription | undefined =>
  draft.state.subscriptions.find((subscription) => subscription.id === invoice.subscriptionId);

/** Compares all members by identity. */
const isSame = <T extends object>(before: T, after: T): boolean =>
  (Object.keys(after) as (keyof T)[]).every((member) => before[member] === after[member]);

/** Writes a subscription and updates the draft's state. An unchanged row is not written. */
export const putSubscription = (draft: Draft, row: Subscription): Subscription => {
  const before = draft.state.subscriptions.find(({ id }) => id === row.id);
  if (before && isSame(before, row)) return row;
  draft.subscriptions.set(row.id, row);
  draft.state = { ...draft.state, subscriptions: replaced(draft.state.subscriptions, row) };
  return row;
};

/** Writes a change of plan and updates the draft's state. Writes it also if it is unchanged. */
export const putChange = (draft: Draft, row: SubscriptionChange): SubscriptionChange => {
  draft.changes.set(row.id, row);
  draft.state = { ...draft.state, changes: replaced(draft.state.changes, row) };
  return row;
};

/**
 * Writes an invoice and updates the draft's state. The receipt number is assigned on storing, so that numbers have no
 * gaps.
 */
export const putInvoice = (draft: Draft, row: Invoice): Invoice => {
  draft.invoices.set(row.id, row);
  draft.state = { ...draft.state, invoices: replaced(draft.state.invoices, row) };
  return row;
};

/**
 * Writes a payment attempt and updates the draft's state. The row is committed before the gateway is called (INV-26).
 */
export const putAttempt = (draft: Draft, row: Attempt): Attempt => {
  draft.attempts.set(row.id, row);
  draft.state = { ...draft.state, attempts: replaced(draft.state.attempts, row) };
  return row;
};

/** Writes a maintenance period and updates the draft's state. */
export const putMaintenance = (draft: Draft, row: MaintenancePeriod): MaintenancePeriod => {
  draft.maintenance.set(row.id, row);
  draft.state = { ...draft.state, maintenance: replaced(draft.state.maintenance, row) };
  return row;
};

/** Writes a one-time purchase and updates the draft's state. */
export const putPurchase = (draft: Draft, row: Purchase): Purchase => {
  draft.purchases.set(row.id, row);
  draft.state = { ...draft.state, purchases: replaced(draft.state.purchases, row) };
  return row;
};

/** Writes the discount of a subscription and updates the draft's state. */
export const putDiscount = (draft: Draft, row: HeldDiscount): HeldDiscount => {
  draft.discounts.set(row.id, row);
  draft.state = { ...draft.state, discounts: replaced(draft.state.discounts, row) };
  return row;
};

/** Writes a promotion redemption and removes it from the held ones: a decided redemption has nothing due. */
export const putRedemption = (draft: Draft, row: PromotionRedemption): PromotionRedemption => {
  draft.promotionRedemptions.set(row.id, row);
  draft.state = { ...draft.state, held: draft.state.held.filter(({ id }) => id !== row.id) };
  return row;
};

/** Adds ledger entries and changes the account balance by their sum, so that the two always agree (I2). */
export const post = (draft: Draft, entries: readonly LedgerEntry[]): void => {
  draft.ledger.push(...entries);
  const { account } = draft.state;
  draft.state = {
    ...draft.state,
    account: { ...account, balanceCents: account.balanceCents + balanceChange(entries) },
  };
};

/** Appends an event to the history of a subscription. Events are never changed. */
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

/**
 * Queues a mail that is sent after the commit. `facts` holds values that may have changed by the time it is rendered
 * (decision 2).
 */
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

/** Returns the rows of the decision, with the next time at which the account has something due. */
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
