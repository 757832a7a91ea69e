import { defaultCardCountries } from '@foyer/contract/vocabulary/cards';
import type { Sql } from './database.ts';
import { IS_OF_DISPUTE, LOST_CENTS } from './refundable-payments.ts';

/** A rule of the books, with the query that lists the rows that break it. */
interface BookRule {
  readonly rule: string;
  /** The first column names the row that is wrong. */
  readonly query: string;
  /** Next step of an administrator who finds such a row. */
  readonly advice: string;
}

const COMPARE_LEDGER = 'Compare its receipts with its ledger entries, and both with the last backup that passes.';
const COMPARE_PROVIDER = 'Compare it with the pages of the payment provider before any further refund.';

const cardCountries = defaultCardCountries.map((country) => `'${country}'`).join(', ');
const UNDECIDED = `('sending', 'requires_action', 'processing')`;

/** Rules that hold at any moment, each in one snapshot (I1 to I22, INV-1 to INV-4, INV-6). */
const always: readonly BookRule[] = [
  {
    rule: 'I2 balance is not the sum of its ledger',
    query: `
    SELECT a.id AS account, a.balance_cents, COALESCE(sum(CASE WHEN l.debit = 'customer_credit' THEN l.amount_cents WHEN l.credit = 'customer_credit' THEN -l.amount_cents END), 0) AS booked_cents
    FROM accounts a LEFT JOIN ledger_entries l ON l.account_id = a.id GROUP BY a.id
    HAVING a.balance_cents <> COALESCE(sum(CASE WHEN l.debit = 'customer_credit' THEN l.amount_cents WHEN l.credit = 'customer_credit' THEN -l.amount_cents END), 0)`,
    advice: 'The ledger counts. Grant and pay out no credit of this account before it is corrected.',
  },
  {
    rule: 'receivable is not what open invoices are owed',
    query: `
    SELECT account_id AS account, sum(booked) AS booked_cents, sum(due) AS due_cents FROM (
      SELECT account_id, CASE WHEN debit = 'receivable' THEN amount_cents ELSE -amount_cents END AS booked, 0 AS due
      FROM ledger_entries WHERE 'receivable' IN (debit, credit)
      UNION ALL SELECT account_id, 0, amount_due_cents FROM invoices WHERE status = 'open') x
    GROUP BY 1 HAVING sum(booked) <> sum(due)`,
    advice: COMPARE_LEDGER,
  },
  {
    rule: 'written off is not what was given up or lost',
    query: `
    SELECT account_id AS account, sum(booked) AS booked_cents, sum(due) AS due_cents, sum(lost) AS lost_cents FROM (
      SELECT account_id, CASE WHEN debit = 'write_off' THEN amount_cents ELSE -amount_cents END AS booked, 0 AS due, 0 AS lost
      FROM ledger_entries WHERE 'write_off' IN (debit, credit)
      UNION ALL SELECT e.account_id, 0, 0, ${LOST_CENTS} FROM ledger_entries e WHERE ${IS_OF_DISPUTE}
      UNION ALL SELECT account_id, 0, amount_due_cents, 0 FROM invoices WHERE status = 'uncollectible') x
    GROUP BY 1 HAVING sum(booked) <> sum(due) + sum(lost)`,
    advice: COMPARE_LEDGER,
  },
  {
    rule: 'cash is not what was paid',
    query: `
    SELECT account_id AS account, sum(booked) AS booked_cents, sum(paid) AS paid_cents FROM (
      SELECT account_id, CASE WHEN debit = 'cash' THEN amount_cents ELSE -amount_cents END AS booked, 0 AS paid
      FROM ledger_entries WHERE 'cash' IN (debit, credit)
      UNION ALL SELECT account_id, 0, amount_cents FROM payment_attempts WHERE status = 'succeeded' AND kind = 'charge'
      UNION ALL SELECT account_id, 0, -amount_cents FROM refunds WHERE status = 'succeeded'
      UNION ALL SELECT account_id, 0, CASE WHEN kind IN ('refund.returned', 'payment.kept', 'payment.dispute_won') THEN amount_cents ELSE -amount_cents END
      FROM ledger_entries WHERE kind IN ('credit.paid_out', 'payment.dispute_lost', 'payment.dispute_won', 'refund.borne', 'refund.returned', 'payment.kept')) x
    GROUP BY 1 HAVING sum(booked) <> sum(paid)`,
    advice: 'Compare its payments and refunds with the payment provider and with its ledger entries.',
  },
  {
    rule: 'a payment is booked twice',
    query: `
    SELECT account_id AS account, ref AS payment, count(*) AS times FROM (
      SELECT account_id, gateway_intent_ref AS ref FROM payment_attempts WHERE status = 'succeeded' AND kind = 'charge' AND gateway_intent_ref IS NOT NULL
      UNION ALL SELECT account_id, ref_id FROM ledger_entries WHERE kind = 'payment.kept') x
    GROUP BY 1, 2 HAVING count(*) > 1`,
    advice:
      'Its money came once. If it was kept as credit, record the credit as paid out (npm run foyer -- credit pay-out --help); this line stays, as a record.',
  },
  {
    rule: 'more was given back than was paid',
    query: `
    SELECT t.id AS payment, t.amount_cents AS paid_cents, sum(r.amount_cents) AS refunded_cents FROM payment_attempts t
    JOIN refunds r ON r.attempt_id = t.id AND r.status <> 'failed'
    GROUP BY t.id HAVING sum(r.amount_cents) > t.amount_cents`,
    advice: COMPARE_PROVIDER,
  },
  {
    rule: 'I9 more came back than was charged, by card and as credit',
    query: `
    SELECT x.id AS payment, x.refunded AS refunded_cents, x.credited AS credited_cents, x.charged AS charged_cents FROM (
      SELECT t.id, t.amount_cents AS paid, i.tax_rate_ppm, COALESCE((SELECT sum(r.amount_cents) FROM refunds r WHERE r.attempt_id = t.id AND r.status <> 'failed'), 0) AS refunded,
        COALESCE((SELECT sum(l.amount_cents) FROM invoice_lines l WHERE l.invoice_id = i.id AND l.kind <> 'proration_credit'), 0) AS charged,
        COALESCE((SELECT sum(-k.amount_cents) FROM invoice_lines l JOIN invoice_lines k ON k.source_line_id = l.id AND k.kind = 'proration_credit' AND NOT k.voided
          WHERE l.invoice_id = i.id), 0) AS credited
      FROM payment_attempts t JOIN invoices i ON i.id = t.invoice_id WHERE t.status = 'succeeded') x
    WHERE x.refunded > 0 AND x.refunded + x.credited * (1 + x.tax_rate_ppm / 1e6) > greatest(x.paid, x.charged * (1 + x.tax_rate_ppm / 1e6)) + 2`,
    advice: COMPARE_PROVIDER,
  },
  {
    rule: 'I9 tax was given back that was never collected',
    query: `
    SELECT l.account_id AS account, sum(CASE WHEN l.credit = 'tax_payable' THEN l.amount_cents ELSE -l.amount_cents END) AS kept_cents FROM ledger_entries l
    WHERE 'tax_payable' IN (l.debit, l.credit) GROUP BY 1 HAVING sum(CASE WHEN l.credit = 'tax_payable' THEN l.amount_cents ELSE -l.amount_cents END) < 0`,
    advice: COMPARE_LEDGER,
  },
  {
    rule: 'I3 an invoice is not the sum of its lines',
    query: `
    SELECT i.id AS invoice, i.number, i.account_id AS account FROM invoices i
    WHERE i.subtotal_cents - i.discount_cents <> COALESCE((SELECT sum(amount_cents) FROM invoice_lines l WHERE l.invoice_id = i.id), 0)`,
    advice: 'The figures of a receipt are final, so lines were lost or added: compare them with a backup.',
  },
  {
    rule: 'I4 a paid invoice is not covered',
    query: `
    SELECT i.id AS invoice, i.number, i.account_id AS account FROM invoices i
    WHERE i.status = 'paid' AND i.total_cents >= 0 AND i.total_cents <> i.credit_applied_cents + i.carried_cents
      + COALESCE((SELECT sum(t.amount_cents) FROM payment_attempts t WHERE t.invoice_id = i.id AND t.status = 'succeeded'), 0)`,
    advice: 'Look for its payment at the payment provider.',
  },
  {
    rule: 'I5 more than one payment for an invoice',
    query: `
    SELECT invoice_id AS invoice, string_agg(id, ' ' ORDER BY id) AS payments FROM payment_attempts
    WHERE status = 'succeeded' AND kind = 'charge' GROUP BY invoice_id HAVING count(*) > 1`,
    advice: 'If the payment provider has both, refund one of them there.',
  },
  {
    rule: 'I5 a payment without its charge',
    query: `
    SELECT t.id AS payment, t.account_id AS account FROM payment_attempts t JOIN accounts a ON a.id = t.account_id AND a.gateway = 'sandbox'
    LEFT JOIN sandbox.charges c ON c.id = t.gateway_charge_ref AND c.status = 'succeeded'
    WHERE t.status = 'succeeded' AND t.kind = 'charge' AND c.id IS NULL`,
    advice: 'A charge of the sandbox was deleted. It moved no money.',
  },
  {
    rule: 'I7 a period charged twice',
    query: `
    SELECT i.subscription_id AS subscription, i.period_start, string_agg(i.number, ' ' ORDER BY i.number) AS invoices FROM invoices i
    WHERE i.reason IN ('create', 'renewal', 'trial_end', 'promotion_end') AND i.status = 'paid' GROUP BY 1, 2 HAVING count(*) > 1`,
    advice: 'Refund one of the two receipts (npm run foyer -- refund --help).',
  },
  {
    rule: 'I12 a charge below the minimum',
    query: `SELECT id AS payment, account_id AS account, amount_cents FROM payment_attempts WHERE amount_cents > 0 AND amount_cents < 50`,
    advice: 'Foyer orders none: compare the amount with the payment provider.',
  },
  {
    rule: 'I13 a charge outside the card countries',
    query: `
    SELECT i.id AS invoice, i.number, t.id AS payment, i.bill_to ->> 'country' AS country FROM invoices i
    JOIN payment_attempts t ON t.invoice_id = i.id WHERE i.bill_to ->> 'country' NOT IN (${cardCountries})`,
    advice: 'Foyer orders none: refund it if the country is right.',
  },
  {
    rule: 'a void invoice left something in the books',
    query: `
    SELECT v.invoice, v.number, string_agg(v.name, ' ' ORDER BY v.name) AS ledger_accounts FROM (
      SELECT i.id AS invoice, i.number, x.name FROM invoices i
      CROSS JOIN (VALUES ('customer_credit'), ('receivable'), ('revenue'), ('tax_payable')) AS x(name)
      JOIN ledger_entries l ON l.ref_id = i.id AND x.name IN (l.debit, l.credit) WHERE i.status = 'void'
      GROUP BY i.id, x.name HAVING sum(CASE WHEN l.debit = x.name THEN l.amount_cents ELSE -l.amount_cents END) <> 0) v
    GROUP BY 1, 2`,
    advice: COMPARE_LEDGER,
  },
  {
    rule: 'INV-3 entitled to something that was never paid for',
    query: `
    SELECT s.id AS subscription, s.account_id AS account FROM subscriptions s
    WHERE s.status = 'active' AND s.source = 'card' AND s.unit_amount_cents > 0
      AND NOT EXISTS (SELECT 1 FROM invoices i WHERE i.subscription_id = s.id AND i.status IN ('paid', 'open'))`,
    advice: 'Find its receipt in a backup, or end it (npm run foyer -- subscriptions end --help).',
  },
  {
    rule: 'INV-3 captured money for a subscription that never began',
    query: `
    SELECT s.id AS subscription, i.id AS invoice, i.number FROM subscriptions s
    JOIN invoices i ON i.subscription_id = s.id AND i.status = 'paid' WHERE s.status IN ('incomplete', 'incomplete_expired')`,
    advice: 'Refund the receipt (npm run foyer -- refund --help).',
  },
  {
    rule: 'I21 a period of maintenance does not follow the one before',
    query: `
    SELECT m.id AS maintenance_period, m.subscription_id AS subscription, m.ended, m.starts_at FROM (
      SELECT p.id, p.subscription_id, p.starts_at, lag(p.expires_at) OVER (PARTITION BY p.subscription_id ORDER BY p.starts_at) AS ended
      FROM maintenance_periods p) m WHERE m.ended <> m.starts_at`,
    advice: 'Compare the maintenance of the licence with its receipts.',
  },
  {
    rule: 'I22 a purchase, its invoice and its maintenance say different things',
    query: `
    SELECT p.id AS purchase, p.status, i.number, i.status AS invoice_status, m.id AS maintenance_period
    FROM one_time_purchases p JOIN invoices i ON i.id = p.invoice_id
      LEFT JOIN maintenance_periods m ON m.source = 'purchase' AND m.source_id = p.id
    WHERE (p.status = 'success') <> (i.status = 'paid') OR (p.status = 'success') <> (m.id IS NOT NULL)
       OR (p.status = 'failed') <> (i.status = 'void') OR (p.status = 'pending') <> (i.status = 'open')`,
    advice: 'If the receipt is paid, the customer is owed the maintenance.',
  },
  {
    rule: 'I22 maintenance was bought by nobody',
    query: `
    SELECT m.id AS maintenance_period, m.subscription_id AS subscription, m.source_id AS purchase FROM maintenance_periods m
    LEFT JOIN one_time_purchases p ON p.id = m.source_id WHERE m.source = 'purchase' AND p.status IS DISTINCT FROM 'success'`,
    advice: 'Find the purchase in a backup.',
  },
  {
    rule: 'a row names another account than its subscription or receipt',
    query: `
    SELECT r.id AS row, r.account_id AS account, s.account_id AS expected FROM (
      SELECT id, account_id, subscription_id FROM subscription_changes UNION ALL SELECT id, account_id, subscription_id FROM subscription_discounts
      UNION ALL SELECT id, account_id, subscription_id FROM subscription_events UNION ALL SELECT id, account_id, subscription_id FROM maintenance_periods) r
    JOIN subscriptions s ON s.id = r.subscription_id WHERE r.account_id IS DISTINCT FROM s.account_id
    UNION ALL SELECT l.id, l.account_id, i.account_id FROM invoice_lines l JOIN invoices i ON i.id = l.invoice_id
    WHERE l.account_id IS DISTINCT FROM i.account_id`,
    advice: 'Foyer does not find the row. Set its account_id to that of its subscription or receipt.',
  },
  {
    rule: 'I15 a coupon counts other redemptions than it has',
    query: `
    SELECT c.id AS coupon, c.redeemed_count, u.used FROM coupons c
    CROSS JOIN LATERAL (SELECT count(*) AS used FROM coupon_redemptions r WHERE r.coupon_id = c.id AND r.status <> 'released') u
    WHERE c.redeemed_count <> u.used`,
    advice: 'The redemptions count: a code with a smaller count can be redeemed too often.',
  },
  {
    rule: 'INV-6 a prepaid code is used up and nothing came of it',
    query: `
    SELECT r.id AS redemption, r.account_id AS account, r.coupon_id AS coupon FROM coupon_redemptions r JOIN coupons c ON c.id = r.coupon_id
    WHERE r.status = 'applied' AND c.type <> 'Discount'
      AND NOT EXISTS (SELECT 1 FROM invoices i WHERE i.subscription_id = r.subscription_id AND i.reason = 'grant')`,
    advice: 'The customer has lost the code: give another one (npm run foyer -- coupons create-term --help).',
  },
  {
    rule: 'numbers of receipts have a gap',
    query: `
    SELECT c.id AS counter, c.last_number, c.skipped, n.receipts FROM invoice_counters c
    CROSS JOIN LATERAL (SELECT count(*) AS receipts FROM invoices) n WHERE c.last_number - c.skipped <> n.receipts`,
    advice: 'Receipts were deleted or added by SQL: compare their numbers with a backup.',
  },
];

const chargeWithoutPayment: BookRule = {
  rule: 'I5 a charge of the gateway without its payment',
  query: `
    SELECT c.id AS charge, c.attempt_id AS payment, c.amount_cents FROM sandbox.charges c LEFT JOIN payment_attempts t
      ON t.status = 'succeeded' AND t.gateway_charge_ref = c.id AND t.amount_cents = c.amount_cents
    WHERE c.status = 'succeeded' AND t.id IS NULL AND c.amount_cents > COALESCE(
      (SELECT sum(r.amount_cents) FROM sandbox.refunds r WHERE r.charge_id = c.id AND r.status <> 'failed'), 0)
    AND NOT EXISTS (SELECT FROM unplaced_payments p WHERE p.gateway_ref = c.intent_id AND p.status IN ('kept', 'dismissed'))`,
  advice:
    'The sandbox charged something that the books do not have. It moved no money. `npm run foyer -- reconcile` books it.',
};

/** Rules that hold when no call to the gateway is under way. A card being saved is no charge, so it may stay undecided. */
const whenSettled: readonly BookRule[] = [
  ...always,
  chargeWithoutPayment,
  {
    rule: 'a charge is undecided',
    query: `SELECT id AS payment, status FROM payment_attempts WHERE kind = 'charge' AND status IN ${UNDECIDED}`,
    advice: 'Recovery decides it.',
  },
];

/** Rules that hold while servers work: between a charge and its record the gateway knows more than the books. */
const whileWorking: readonly BookRule[] = [
  ...always,
  {
    ...chargeWithoutPayment,
    query: `${chargeWithoutPayment.query}
      AND NOT EXISTS (SELECT 1 FROM payment_attempts u WHERE u.id = c.attempt_id AND u.status IN ${UNDECIDED})`,
  },
  {
    rule: 'INV-2 a charge is undecided for more than 7 days',
    // The time it was sent is that of the account, which a sandbox clock may move far from now.
    query: `
    SELECT id AS payment, account_id AS account, status, created_at FROM payment_attempts
    WHERE kind = 'charge' AND status IN ${UNDECIDED} AND created_at < now() - interval '7 days'`,
    advice:
      'Run "payments ask" with its id, which books the answer of the payment provider. While it is undecided, the account can order nothing.',
  },
];

/** Rules of `checkBooks`, by their text. */
export const ruleNames = ({ isSettled }: { isSettled: boolean }): readonly string[] =>
  (isSettled ? whenSettled : whileWorking).map(({ rule }) => rule);

/** Lines for one rule. The rest of a long list would only hide the other rules. */
const MOST_LINES = 50;

const textOf = (value: unknown): string => (value instanceof Date ? value.toISOString() : String(value));

const lineOf = ({ rule, advice }: BookRule, row: object): string => {
  const facts = Object.entries(row).map(([name, value]) => `${name} ${textOf(value)}`);
  return `${rule}: ${facts.join(', ')}. ${advice}`;
};

/**
 * Looks for rows that the books must never hold, over all accounts of the database. Returns a line for each, with its ids and
 * what to do. An empty list is good. `isSettled`: no call to the gateway is under way, and recovery has run.
 */
export const checkBooks = async (sql: Pick<Sql, 'query'>, { isSettled }: { isSettled: boolean }): Promise<string[]> => {
  const lines: string[] = [];
  for (const rule of isSettled ? whenSettled : whileWorking) {
    const rows = await sql.query<object>(rule.query);
    lines.push(...rows.slice(0, MOST_LINES).map((row) => lineOf(rule, row)));
    if (rows.length > MOST_LINES) lines.push(`${rule.rule}: ${rows.length - MOST_LINES} more`);
  }
  return lines;
};
