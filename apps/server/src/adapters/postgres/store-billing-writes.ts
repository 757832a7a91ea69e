import type { BillingWrites } from '@foyer/domain/billing/draft';
import type { Invoice, MailJob } from '@foyer/domain/billing/entities';
import { billingTables as tables } from './billing-tables.ts';
import { at, type Sql } from './database.ts';
import { insertRows, type Table, updateRows } from './rows.ts';

/** Sends jobs inside the transaction that causes them, so that neither exists without the other (INV-26). */
export type EnqueueMails = (sql: Sql, mails: readonly MailJob[]) => Promise<void>;

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

/** Numbers without a gap: the counter's row is locked until the transaction ends, so it is taken last. */
const numberInvoices = async (sql: Sql, invoices: readonly Invoice[]): Promise<(Invoice & { number: string })[]> => {
  if (invoices.length === 0) return [];
  const [counter] = await sql.query<{ lastNumber: number }>(
    `UPDATE invoice_counters SET last_number = last_number + $1 WHERE id = 'invoices' RETURNING last_number`,
    [invoices.length],
  );
  const first = (counter?.lastNumber ?? 0) - invoices.length + 1;
  return invoices.map((invoice, index) => ({ ...invoice, number: `R-${String(first + index).padStart(6, '0')}` }));
};

/** Stores a decision: one statement a table, the invoice counter last (billing.md §3). */
export const storeBillingWrites = async (
  sql: Sql,
  writes: BillingWrites,
  enqueueMails: EnqueueMails,
): Promise<void> => {
  const { created } = writes;
  await put(sql, tables.subscriptions, writes.subscriptions, created);
  await put(sql, tables.changes, writes.changes, created);
  await insertRows(sql, tables.events, writes.events);
  await insertRows(sql, tables.trials, writes.trials);
  await insertRows(sql, tables.lines, writes.lines);
  await put(sql, tables.attempts, writes.attempts, created);
  await put(sql, tables.refunds, writes.refunds, created);
  await insertRows(sql, tables.ledger, writes.ledger);
  await sql.query('UPDATE accounts SET balance_cents = $2, next_action_at = $3 WHERE id = $1', [
    writes.account.id,
    writes.account.balanceCents,
    writes.account.nextActionAt === null ? null : at(writes.account.nextActionAt),
  ]);
  for (const moved of writes.movedInvoices) {
    await sql.query('UPDATE invoice_lines SET period_start = $2, period_end = $3 WHERE invoice_id = $1', [
      moved.invoiceId,
      at(moved.periodStart),
      at(moved.periodEnd),
    ]);
  }
  const voided = writes.invoices.filter((invoice) => invoice.status === 'void').map((invoice) => invoice.id);
  if (voided.length > 0)
    await sql.query('UPDATE invoice_lines SET voided = true WHERE invoice_id = ANY($1) AND NOT voided', [voided]);
  await enqueueMails(sql, writes.mails);
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
