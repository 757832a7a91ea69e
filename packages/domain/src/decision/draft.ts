import type { IdKind } from '@foyer/contract/vocabulary/ids';
import type { Instant } from '@foyer/contract/vocabulary/instants';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { entitlementChanges } from '../entitlements/changes.ts';
import { nextActionAt } from '../state/due.ts';
import type {
  Account,
  BillingState,
  Invoice,
  LedgerEntry,
  Subscription,
  SubscriptionEvent,
} from '../state/entities.ts';
import { balanceChange } from '../state/ledger.ts';
import type { MailFacts, MailJob } from '../state/mail-job.ts';
import type { BillingSettings } from '../state/settings.ts';
import { type BillingList, type BillingRows, billingLists } from './tables.ts';

/** Inputs of a rule besides the account's rows. Time and ids are passed in, so a rule is deterministic. */
export interface RuleContext {
  readonly now: Instant;
  readonly newId: (kind: IdKind) => string;
  readonly catalogue: Catalogue;
  readonly settings: BillingSettings;
}

/** Rows of a decision, by list. */
export type BillingLists = { readonly [List in BillingList]: readonly BillingRows[List][] };

/** All rows a decision writes. The caller stores them in one transaction, with one statement per table. */
export interface BillingWrites extends BillingLists {
  readonly account: Pick<Account, 'id' | 'balanceCents' | 'nextActionAt'>;
  /** Ids of new rows: these are inserted, all others are updated. */
  readonly created: ReadonlySet<string>;
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
  rows: BillingLists;
  readonly created: ReadonlySet<string>;
}

const noRows = Object.fromEntries(billingLists.map((list) => [list, []])) as {
  readonly [List in BillingList]: never[];
};

/** Begins a decision. Ids made by the draft's own context are marked as new rows. */
export const startDraft = (state: BillingState, context: RuleContext): Draft => {
  const created = new Set<string>();
  const newId: RuleContext['newId'] = (kind) => {
    const id = context.newId(kind);
    created.add(id);
    return id;
  };
  return { rows: noRows, state, before: state, context: { ...context, newId }, created };
};

/** Subscription of an invoice; undefined for the invoice of a one-time purchase. */
export const subscriptionOf = (draft: Draft, invoice: Invoice): Subscription | undefined =>
  draft.state.subscriptions.find((subscription) => subscription.id === invoice.subscriptionId);

/** Compares all members by identity. */
const isSame = <T extends object>(before: T, after: T): boolean =>
  (Object.keys(after) as (keyof T)[]).every((member) => before[member] === after[member]);

/** Replaces the row with the same id, or appends. Rows without id are always appended. */
const withRow = <Row extends object>(rows: readonly Row[], row: Row): readonly Row[] => {
  const index = 'id' in row ? rows.findIndex((other) => 'id' in other && other.id === row.id) : -1;
  return index < 0 ? [...rows, row] : rows.with(index, row);
};

/**
 * Writes a row to a list, and to the list of the same name in the draft's state, if there is one. An unchanged
 * subscription is not written.
 */
export const put = <List extends BillingList>(draft: Draft, list: List, row: BillingRows[List]): BillingRows[List] => {
  const lists: { readonly [Known in BillingList]?: readonly BillingRows[Known][] } = draft.state;
  const known = lists[list];
  if (list === 'subscriptions' && known?.some((before) => isSame(before, row))) return row;
  draft.rows = { ...draft.rows, [list]: withRow(draft.rows[list], row) };
  if (known) draft.state = { ...draft.state, [list]: withRow(known, row) };
  return row;
};

/** Removes a held redemption from the draft's state: after its decision nothing is due for it. */
export const dropHeld = (draft: Draft, redemptionId: string): void => {
  draft.state = { ...draft.state, held: draft.state.held.filter(({ id }) => id !== redemptionId) };
};

/** Adds ledger entries and changes the account balance by their sum, so that the two always agree (I2). */
export const postEntries = (draft: Draft, entries: readonly LedgerEntry[]): void => {
  for (const entry of entries) put(draft, 'ledger', entry);
  const { account } = draft.state;
  draft.state = {
    ...draft.state,
    account: { ...account, balanceCents: account.balanceCents + balanceChange(entries) },
  };
};

/** Appends an event to the history of a subscription. Events are never changed. */
export const recordEvent = (
  draft: Draft,
  subscription: Pick<Subscription, 'id'>,
  type: SubscriptionEvent['type'],
  actor: SubscriptionEvent['actor'],
  data: SubscriptionEvent['data'] = {},
): void => {
  const { now, newId } = draft.context;
  put(draft, 'events', { id: newId('subscriptionEvent'), subscriptionId: subscription.id, type, at: now, actor, data });
};

/**
 * Queues a mail that is sent after the commit. `facts` holds values that may have changed by the time it is rendered
 * (decision 2).
 */
export const queueMail = (
  draft: Draft,
  template: MailJob['template'],
  about: { invoice?: Invoice; subscription?: Pick<Subscription, 'id'>; facts?: MailFacts },
): void => {
  put(draft, 'mails', {
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
    nextActionAt: nextActionAt(draft.state, draft.context),
  },
  ...draft.rows,
  entitlements: entitlementChanges(draft.before, draft.state, draft.context),
  created: draft.created,
});
