import { receiptNumber } from '@foyer/contract/vocabulary/receipt-number';
import type { BillingWrites } from '@foyer/domain/billing/draft';
import type { Invoice, Subscription } from '@foyer/domain/billing/entities';
import type { MailJob } from '@foyer/domain/billing/mail-job';
import { billingTables as tables } from './billing-tables.ts';
import { storeCouponWrites } from './coupon-store.ts';
import { at, type Sql } from './database.ts';
import type { AnnounceEntitlements } from './hook-deliveries.ts';
import { insertRows, type Table, updateRows } from './rows.ts';

/** Sends jobs inside the transaction that causes them, so that neither exists without the other (INV-26). */
export type EnqueueMails = (sql: Sql, mails: readonly MailJob[]) => Promise<void>;

/** What leaves the house because of a decision: mails to customers, messages to the vendor's products. */
export interface SideEffects {
  readonly enqueueMails: EnqueueMails;
  readonly announceEntitlements: AnnounceEntitlements;
}

const put = async (
  sql: Sql,
  table: Table,
  rows: readonly { readonly id: string }[],
  created: ReadonlySet<string>,
): Promise<void> => {
  await updateRows(
    sql,
    table,
    rows.filter((row) => !created.has(row.id)),
  );
  await insertRows(
    sql,
    table,
    rows.filter((row) => created.has(row.id)),
  );
};

/**
 * Changed rows go first, because what ends makes room for what begins; but a trial that comes to lie over a plan begun by
 * the same decision can name it only once it is there.
 */
const putSubscriptions = async (
  sql: Sql,
  rows: BillingWrites['subscriptions'],
  created: ReadonlySet<string>,
): Promise<void> => {
  const namesNew = ({ id, resumesSubscriptionId }: Subscription) =>
    !created.has(id) && resumesSubscriptionId !== null && created.has(resumesSubscriptionId);
  await put(
    sql,
    tables.subscriptions,
    rows.filter((row) => !namesNew(row)),
    created,
  );
  await updateRows(sql, tables.subscriptions, rows.filter(namesNew));
};

/** Numbers without a gap: the counter's row is locked until the transaction ends, so it is taken last. */
const numberInvoices = async (sql: Sql, invoices: readonly Invoice[]): Promise<(Invoice & { number: string })[]> => {
  if (invoices.length === 0) return [];
  const [counter] = await sql.query<{ lastNumber: number }>(
    `UPDATE invoice_counters SET last_number = last_number + $1 WHERE id = 'invoices' RETURNING last_number`,
    [invoices.length],
  );
  const first = (counter?.lastNumber ?? 0) - invoices.length + 1;
  return invoices.map((invoice, index) => ({ ...invoice, number: receiptNumber(first + index) }));
};

const releasePromotions = async (sql: Sql, released: BillingWrites['released']): Promise<void> => {
  if (released.length === 0) return;
  await sql.query(`UPDATE promotion_redemptions SET status = 'released' WHERE id = ANY($1) AND status = 'held'`, [
    released.map(({ id }) => id),
  ]);
};

type Lists = Omit<BillingWrites, 'account' | 'created'>;

/** What one decision has, for any number of accounts. */
type MergedWrites = Lists & Pick<BillingWrites, 'created'> & { readonly accounts: readonly BillingWrites['account'][] };

const merge = (decisions: readonly BillingWrites[]): MergedWrites => {
  const [{ account: _account, created: _created, ...lists } = {}] = decisions;
  const merged = Object.keys(lists).map((name) => [
    name,
    decisions.flatMap((writes): readonly unknown[] => writes[name as keyof Lists]),
  ]);
  return {
    ...(Object.fromEntries(merged) as Lists),
    accounts: decisions.map(({ account }) => account),
    created: new Set(decisions.flatMap(({ created }) => [...created])),
  };
};

/**
 * Stores decisions about different accounts with one statement for each table. The invoice counter is last: all accounts
 * share its row, and its lock makes others wait.
 */
export const storeBillingWrites = async (
  sql: Sql,
  decisions: readonly BillingWrites[],
  { enqueueMails, announceEntitlements }: SideEffects,
): Promise<void> => {
  if (decisions.length === 0) return;
  const writes = merge(decisions);
  const { created } = writes;
  await putSubscriptions(sql, writes.subscriptions, created);
  await put(sql, tables.changes, writes.changes, created);
  await insertRows(sql, tables.events, writes.events);
  await insertRows(sql, tables.trials, writes.trials);
  await storeCouponWrites(sql, writes);
  await put(sql, tables.promotionRedemptions, writes.promotionRedemptions, created);
  await releasePromotions(sql, writes.released);
  await put(sql, tables.maintenance, writes.maintenance, created);
  await put(sql, tables.purchases, writes.purchases, created);
  await insertRows(sql, tables.lines, writes.lines);
  await put(sql, tables.attempts, writes.attempts, created);
  await put(sql, tables.refunds, writes.refunds, created);
  await insertRows(sql, tables.ledger, writes.ledger);
  await updateRows(sql, tables.accounts, writes.accounts);
  for (const moved of writes.movedInvoices) {
    await sql.query('UPDATE invoice_lines SET period_start = $2, period_end = $3 WHERE invoice_id = $1', [
      moved.invoiceId,
      at(moved.periodStart),
      at(moved.periodEnd),
    ]);
  }
  for (const { cardId, days } of writes.cardNotices) {
    await sql.query('UPDATE payment_methods SET expiry_noticed_days = $2 WHERE id = $1', [cardId, days]);
  }
  const voided = writes.invoices.filter((invoice) => invoice.status === 'void').map((invoice) => invoice.id);
  if (voided.length > 0)
    await sql.query('UPDATE invoice_lines SET voided = true WHERE invoice_id = ANY($1) AND NOT voided', [voided]);
  await enqueueMails(sql, writes.mails);
  await announceEntitlements(sql, writes.entitlements);
  await updateRows(
    sql,
    tables.invoices,
    writes.invoices.filter((invoice) => !created.has(invoice.id)),
  );
  await insertRows(
    sql,
    tables.invoices,
    await numberInvoices(
      sql,
      writes.invoices.filter((invoice) => created.has(invoice.id)),
    ),
  );
};
