import type { AccountId } from '@foyer/contract/vocabulary/ids';
import type { Instant } from '@foyer/contract/vocabulary/instants';
import type { HeldDiscount } from '@foyer/domain/state/coupon-entities';
import type {
  Account,
  Attempt,
  BillingState,
  BillTo,
  Card,
  CreditableLine,
  Invoice,
  Subscription,
  SubscriptionChange,
} from '@foyer/domain/state/entities';
import type { MaintenancePeriod, Purchase } from '@foyer/domain/state/maintenance-entities';
import type { HeldRedemption } from '@foyer/domain/state/promotion-entities';
import type { LoadedAccount } from '../../services/billing/ports.ts';
import { type Sql, toDate } from './database.ts';
import { GIVEN_BACK } from './refundable-payments.ts';
import { selectTaxRate, type TaxFound } from './tax-rates.ts';

/**
 * Keyed hashes of an email address or of the fingerprint of a card. They find the trials of its owner after both were
 * erased. The first one is stored.
 */
export type HashEmail = (email: string) => readonly [kept: string, ...others: string[]];

type Owned<T> = T & { readonly accountId: string };

/** Tax rate of an address; null if none is known. */
type TaxOfAddress = TaxFound | { readonly ratePpm: null; readonly taxReach: null };

/** Sums over the paid invoices of a subscription's current period. */
interface PeriodFacts {
  readonly subscriptionId: string;
  readonly taxCents: number;
  readonly changed: boolean;
  readonly coupons: readonly string[] | null;
}

const subscriptionColumns = `s.id, s.account_id, s.product, s.plan_id, s.price_id, s.unit_amount_cents, s.quantity, s.status, s.source, s.term,
  s.billing_anchor, s.cycle_index, s.current_period_start, s.current_period_end, s.trial_end, s.ever_paid, s.cancel_at_period_end,
  s.transition_at_end, s.transition_price_id, s.resumes_subscription_id, s.prepaid_display_code, s.suspended_at, s.noticed_period_end, s.announced, s.ended_at, s.end_reason`;

export const invoiceColumns = `i.id, i.account_id, i.subscription_id, i.reason, i.status, i.description, i.description_parts, i.period_start, i.period_end, i.subtotal_cents,
  i.discount_cents, i.tax_rate_ppm, i.tax_place, i.tax_cents, i.total_cents, i.credit_applied_cents, i.credit_added_cents, i.carried_cents,
  i.amount_due_cents, i.balance_after_cents, i.bill_to, i.coupon_code, i.finalized_at, i.paid_at, i.attempt_count, i.dunning_slot, i.next_attempt_at, i.overdue_at`;

export const attemptColumns = `t.id, t.kind, t.account_id, t.invoice_id, t.attempt_no, t.amount_cents, t.on_session, t.payment_method_id, t.status, t.gateway_key,
  t.gateway_intent_ref, t.gateway_charge_ref, t.brand, t.last4, t.error_code, t.decline_code, t.error_message, t.lease_until, t.sent_at, t.decided_at`;

export const lineColumns = `l.id, l.invoice_id, l.position, l.kind, l.description, l.description_parts, l.quantity, l.unit_amount_cents, l.gross_cents, l.discount_cents,
  l.amount_cents, l.period_start, l.period_end, l.price_id, l.source_line_id, l.voided`;

/** Condition for a paid invoice `i` whose service period lies in the current period of subscription `s`. */
const OF_PERIOD = `i.status = 'paid' AND i.period_start >= s.current_period_start AND i.period_end <= s.current_period_end`;

const LIVE = `('requested', 'incomplete', 'trialing', 'active', 'past_due', 'suspended')`;

export const selectEnded = `SELECT ${subscriptionColumns} FROM subscriptions s WHERE s.account_id = $1 AND s.status NOT IN ${LIVE} ORDER BY s.created_at DESC, s.id LIMIT 100`;

const accountsById = (lock: boolean) => `
  SELECT a.id, a.brand, a.status, a.export_status, a.balance_cents, a.next_action_at, c.frozen_at, u.email::text AS email, u.email_verified_at
  FROM accounts a LEFT JOIN clocks c ON c.id = a.clock_id LEFT JOIN users u ON u.account_id = a.id AND u.deleted_at IS NULL
  WHERE a.id = ANY($1) ORDER BY a.id ${lock ? 'FOR UPDATE OF a' : ''}`;

/** Ids and current times of accounts. An account with a sandbox clock has another time than the server. */
const LIVES_AT = 'unnest($1::text[], $2::timestamptz[]) AS o(account_id, now)';

const addresses = `
  SELECT DISTINCT ON (d.account_id) d.account_id, d.country, d.first_name, d.last_name, d.organization, d.address_line1, d.address_line2,
    d.city, d.state, d.postal_code, t.rate_ppm, t.tax_reach
  FROM ${LIVES_AT} JOIN addresses d ON d.account_id = o.account_id
    LEFT JOIN LATERAL (${selectTaxRate({ country: 'd.country', state: 'd.state', postalCode: 'd.postal_code', now: 'o.now' })}) t ON true
  ORDER BY d.account_id, d.seq DESC`;

const cards = `SELECT m.account_id, m.id, m.gateway_ref, m.brand, m.last4, m.exp_month, m.exp_year, m.fingerprint, m.expiry_noticed_days
  FROM payment_methods m WHERE m.account_id = ANY($1) AND m.status = 'active'`;

/**
 * Discounts of each subscription, in the same statement. Few have any, so a separate statement would cost every load a round
 * trip.
 */
const discountsOf = `(SELECT json_agg(json_build_object('id', d.id, 'subscriptionId', d.subscription_id, 'status', d.status, 'cyclesLeft', d.cycles_left,
    'invoiceId', d.invoice_id, 'code', r.typed_code, 'percentOff', c.percent_off,
    'priceIds', ARRAY(SELECT p.price_id FROM coupon_prices p WHERE p.coupon_id = c.id)))
  FROM subscription_discounts d JOIN coupon_redemptions r ON r.id = d.id AND r.account_id = d.account_id JOIN coupons c ON c.id = r.coupon_id
  WHERE d.account_id = s.account_id AND d.subscription_id = s.id AND d.status <> 'over') AS discounts`;

const liveSubscriptions = `SELECT ${subscriptionColumns}, ${discountsOf} FROM subscriptions s WHERE s.account_id = ANY($1) AND s.status IN ${LIVE} ORDER BY s.created_at, s.id`;

const pendingChanges = `SELECT s.account_id, h.id, h.subscription_id, h.mode, h.to_price_id, h.to_quantity, h.cancel_at_period_end, h.starts_new_period,
    h.status, h.invoice_id, h.apply_at
  FROM subscription_changes h JOIN subscriptions s ON s.id = h.subscription_id AND s.account_id = h.account_id WHERE s.account_id = ANY($1) AND h.status = 'pending'`;

const openInvoices = `SELECT ${invoiceColumns} FROM invoices i WHERE i.account_id = ANY($1) AND i.status IN ('open', 'uncollectible') ORDER BY i.finalized_at, i.id`;

const attemptsOf = `SELECT ${attemptColumns} FROM payment_attempts t WHERE t.invoice_id = ANY($1) AND t.account_id = ANY($2) ORDER BY t.attempt_no, t.id`;

/**
 * Paid lines of live subscriptions that cover future time and were not credited yet (D2). The invoice of a change credits
 * nothing before it is paid, and no other invoice credits while its payment is undecided. A lost dispute counts as a
 * refund, without its share of tax (decision 14).
 */
const creditable = `SELECT i.account_id, i.subscription_id, i.tax_rate_ppm, f.net_cents + d.net_cents AS refunded_cents, ${lineColumns}
  FROM ${LIVES_AT} JOIN subscriptions s ON s.account_id = o.account_id
    JOIN invoices i ON i.subscription_id = s.id AND i.account_id = s.account_id
    JOIN invoice_lines l ON l.invoice_id = i.id AND l.account_id = i.account_id
    ${GIVEN_BACK}
  WHERE s.status IN ${LIVE} AND ${OF_PERIOD} AND l.kind IN ('recurring', 'add_on', 'proration_charge') AND NOT l.voided AND l.period_end > o.now
    AND NOT EXISTS (SELECT 1 FROM invoice_lines k JOIN invoices b ON b.id = k.invoice_id AND b.account_id = k.account_id
      WHERE k.source_line_id = l.id AND k.account_id = l.account_id AND k.kind = 'proration_credit' AND NOT k.voided AND b.status = 'paid')
  ORDER BY i.finalized_at, l.position`;

/** Facts of current periods. An invoice of another interval does not count. */
const periodFacts = `SELECT i.account_id, i.subscription_id, sum(i.tax_cents - f.tax_cents - d.tax_cents)::bigint AS tax_cents, bool_or(i.reason = 'change') AS changed,
    array_agg(DISTINCT i.coupon_code) FILTER (WHERE i.coupon_code IS NOT NULL AND i.period_end = s.current_period_end) AS coupons
  FROM subscriptions s JOIN invoices i ON i.subscription_id = s.id AND i.account_id = s.account_id ${GIVEN_BACK}
  WHERE s.account_id = ANY($1) AND s.status IN ${LIVE} AND ${OF_PERIOD} GROUP BY i.account_id, i.subscription_id`;

/**
 * Tax of a period that a change began or divided: tax of its invoices, of the invoices its credits came from, and of those
 * before them, less refunds and lost disputes. That tax was collected, so no more than that is given back (D16).
 */
const chainTax = `WITH RECURSIVE chain AS (
    SELECT s.account_id, s.id AS subscription_id, i.id FROM subscriptions s JOIN invoices i ON i.subscription_id = s.id AND i.account_id = s.account_id
      WHERE s.id = ANY($1) AND s.account_id = ANY($2) AND ${OF_PERIOD}
    UNION SELECT c.account_id, c.subscription_id, l.invoice_id FROM chain c
      JOIN invoice_lines k ON k.invoice_id = c.id AND k.account_id = c.account_id
      JOIN invoice_lines l ON l.id = k.source_line_id AND l.account_id = k.account_id)
  SELECT c.subscription_id, sum(i.tax_cents - f.tax_cents - d.tax_cents)::bigint AS tax_cents
  FROM chain c JOIN invoices i ON i.id = c.id AND i.account_id = c.account_id ${GIVEN_BACK}
  GROUP BY c.subscription_id`;

const trialKeys = `SELECT account_id, trial_key FROM trial_redemptions WHERE account_id = ANY($1)
  UNION SELECT o.id, r.trial_key FROM unnest($4::text[], $2::text[]) AS o(id, email_hash) JOIN trial_redemptions r ON r.email_hash = o.email_hash
  UNION SELECT o.id, r.trial_key FROM unnest($5::text[], $3::text[]) AS o(id, card_hash) JOIN trial_redemptions r ON r.card_fingerprint_hash = o.card_hash`;

/** Maintenance period of each perpetual licence that ends last. */
const lastPeriods = `SELECT DISTINCT ON (m.subscription_id) m.account_id, m.id, m.subscription_id, m.starts_at, m.expires_at, m.source, m.source_id, m.noticed_days
  FROM maintenance_periods m WHERE m.subscription_id = ANY($1) AND m.account_id = ANY($2)
  ORDER BY m.subscription_id, m.expires_at DESC`;

export const purchaseColumns = `p.id, p.account_id, p.for_subscription_id, p.invoice_id, p.status, p.extension_id, p.name, p.quantity, p.unit_amount_cents,
  p.old_expiration, p.new_expiration, p.purchased_at`;

const purchasesOf = `SELECT ${purchaseColumns} FROM one_time_purchases p WHERE p.invoice_id = ANY($1) AND p.account_id = ANY($2) AND p.status = 'pending'`;

/** Promotions and codes that are held until an export review is decided, oldest first. */
export const heldOf = `SELECT p.account_id, p.id, 'promotion' AS kind, o.name, p.at AS held_at
    FROM promotion_redemptions p JOIN promotions o ON o.id = p.promotion_id WHERE p.account_id = ANY($1) AND p.status = 'held'
  UNION ALL SELECT c.account_id, c.id, 'prepaid', COALESCE(n.name, 'Maintenance'), c.at
    FROM coupon_redemptions c JOIN coupons k ON k.id = c.coupon_id LEFT JOIN plans n ON n.id = k.plan_id
    WHERE c.account_id = ANY($1) AND c.status = 'held'
  ORDER BY held_at, id`;

/**
 * Runs a statement only if there are ids. Few accounts have open invoices, licences, purchases, changed plans or reviews, so
 * most loads skip it.
 */
const few = async <T>(
  sql: Sql,
  statement: string,
  ids: readonly string[],
  ...besideEach: readonly (readonly unknown[])[]
): Promise<T[]> => (ids.length === 0 ? [] : sql.query<T>(statement, [ids, ...besideEach]));

/**
 * Cache of rows grouped by account, one per result. Without grouping, a load of a hundred accounts would read all rows for
 * each.
 */
const groups = new WeakMap<readonly object[], Map<string, readonly object[]>>();

const rowsOfAccount = <T extends { readonly accountId: string }>(
  rows: readonly T[],
  accountId: string,
): readonly T[] => {
  const known = groups.get(rows) ?? Map.groupBy(rows, (row) => row.accountId);
  groups.set(rows, known);
  return (known.get(accountId) ?? []) as readonly T[];
};

/**
 * Loads the billing state of many accounts, in a fixed number of statements. With `lock` the rows of the accounts are locked
 * first, in the order of their ids, and everything else is read under these locks.
 */
export const loadBillingStates = async (
  sql: Sql,
  accountIds: readonly AccountId[],
  { lock, wallNow, hashEmail }: { lock: boolean; wallNow: Instant; hashEmail: HashEmail },
): Promise<LoadedAccount[]> => {
  const accounts = await sql.query<
    Account & { frozenAt: Instant | null; email: string | null; emailVerifiedAt: Instant | null }
  >(accountsById(lock), [accountIds]);
  if (accounts.length === 0) return [];
  const ids = accounts.map((account) => account.id);
  const hashes = accounts.map((account) => hashEmail(account.email ?? ''));
  const instants = accounts.map(({ frozenAt }) => toDate(frozenAt ?? wallNow));
  const billTos = await sql.query<Owned<BillTo & TaxOfAddress>>(addresses, [ids, instants]);
  const cardRows = await sql.query<Owned<Card & { expiryNoticedDays: number | null }>>(cards, [ids]);
  const cardHashes = accounts.map(({ id }) => {
    const fingerprint = rowsOfAccount(cardRows, id)[0]?.fingerprint;
    return fingerprint ? hashEmail(`card ${fingerprint}`) : [];
  });
  const live = await sql.query<Subscription & { discounts: HeldDiscount[] | null }>(liveSubscriptions, [ids]);
  const subscriptions = live.map(({ discounts: _discounts, ...subscription }): Subscription => subscription);
  const changes = await sql.query<Owned<SubscriptionChange>>(pendingChanges, [ids]);
  const invoices = await sql.query<Invoice>(openInvoices, [ids]);
  const owed = invoices.map(({ id }) => id);
  const attempts = await few<Attempt>(sql, attemptsOf, owed, ids);
  const periods = await sql.query<Owned<PeriodFacts>>(periodFacts, [ids]);
  // Only paid lines of the current period can still be credited.
  const hasPaid = (id: string) => rowsOfAccount(periods, id).length > 0;
  const lines = await few<Owned<CreditableLine>>(
    sql,
    creditable,
    ids.filter(hasPaid),
    instants.filter((_, index) => hasPaid(ids[index] ?? '')),
  );
  const changed = periods.filter((period) => period.changed).map(({ subscriptionId }) => subscriptionId);
  const chains = await few<Pick<PeriodFacts, 'subscriptionId' | 'taxCents'>>(sql, chainTax, changed, ids);
  const chained = new Map(chains.map(({ subscriptionId, taxCents }) => [subscriptionId, taxCents]));
  const trials = await sql.query<{ accountId: string; trialKey: string }>(trialKeys, [
    ids,
    hashes.flat(),
    cardHashes.flat(),
    hashes.flatMap((known, index) => known.map(() => ids[index])),
    cardHashes.flatMap((known, index) => known.map(() => ids[index])),
  ]);

  const reviewed = accounts.filter(({ exportStatus }) => exportStatus === 'pending').map(({ id }) => id);
  const held = await few<HeldRedemption>(sql, heldOf, reviewed);
  const licences = subscriptions.filter(({ term }) => term === 'perpetual').map(({ id }) => id);
  const maintenance = await few<Owned<MaintenancePeriod>>(sql, lastPeriods, licences, ids);
  const oneTime = invoices.filter(({ reason }) => reason === 'one_time').map(({ id }) => id);
  const purchases = await few<Purchase>(sql, purchasesOf, oneTime, ids);

  return accounts.map(({ frozenAt, email, emailVerifiedAt, ...account }, index) => {
    const [billTo] = rowsOfAccount(billTos, account.id);
    const [card] = rowsOfAccount(cardRows, account.id);
    const state: BillingState = {
      account,
      emailHash: hashes[index]?.[0] ?? '',
      verifiedEmail: emailVerifiedAt === null ? null : email,
      billTo: billTo ? stripBillTo(billTo) : null,
      card: card ? stripCard(card) : null,
      cardFingerprintHash: cardHashes[index]?.[0] ?? null,
      cardNoticedDays: card?.expiryNoticedDays ?? null,
      taxRatePpm: billTo?.ratePpm ?? 0,
      taxReach: billTo?.taxReach ?? null,
      subscriptions: rowsOfAccount(subscriptions, account.id),
      changes: rowsOfAccount(changes, account.id).map(stripAccount),
      invoices: rowsOfAccount(invoices, account.id),
      attempts: rowsOfAccount(attempts, account.id),
      creditableLines: rowsOfAccount(lines, account.id).map(stripAccount),
      periodTaxCents: Object.fromEntries(
        rowsOfAccount(periods, account.id).map(({ subscriptionId: id, taxCents }) => [id, chained.get(id) ?? taxCents]),
      ),
      periodCoupons: Object.fromEntries(
        rowsOfAccount(periods, account.id).flatMap(({ subscriptionId, coupons }) =>
          coupons ? [[subscriptionId, coupons]] : [],
        ),
      ),
      trialKeysUsed: rowsOfAccount(trials, account.id).map((row) => row.trialKey),
      held: rowsOfAccount(held, account.id),
      maintenance: rowsOfAccount(maintenance, account.id).map(stripAccount),
      purchases: rowsOfAccount(purchases, account.id),
      discounts: rowsOfAccount(live, account.id).flatMap(({ discounts }) => discounts ?? []),
    };
    return { state, now: frozenAt ?? wallNow };
  });
};

const stripAccount = <T extends object>({ accountId: _accountId, ...rest }: Owned<T>): Omit<Owned<T>, 'accountId'> =>
  rest;

const stripCard = ({
  accountId: _accountId,
  expiryNoticedDays: _expiryNoticedDays,
  ...card
}: Owned<Card & { expiryNoticedDays: number | null }>): Card => card;

const stripBillTo = ({
  accountId: _accountId,
  ratePpm: _ratePpm,
  taxReach: _taxReach,
  ...billTo
}: Owned<BillTo & TaxOfAddress>): BillTo => billTo;
