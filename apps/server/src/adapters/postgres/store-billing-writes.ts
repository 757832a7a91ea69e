import { receiptNumber } from '@foyer/contract/vocabulary/receipt-number';
import type { BillingLists, BillingWrites } from '@foyer/domain/decision/draft';
import { type BillingList, billingLists, billingTables } from '@foyer/domain/decision/tables';
import type { Invoice, Subscription } from '@foyer/domain/state/entities';
import { storeDiscounts, storeFreedCoupons, storeRedemptions } from './coupon-store.ts';
import { type Sql, toDate } from './database.ts';
import { insertRows, type Table, updateRows } from './rows.ts';
import { putRows, type SideEffects, type StoreRows } from './store-rows.ts';

/**
 * Changed rows go first, because what ends makes room for what begins. A trial that is attached to a plan begun by the
 * same decision is last: it refers to the new row.
 */
const storeSubscriptions: StoreRows<'subscriptions'> = async (sql, rows, { created }) => {
  const refersToNew = ({ id, resumesSubscriptionId }: Subscription) =>
    !created.has(id) && resumesSubscriptionId !== null && created.has(resumesSubscriptionId);
  await putRows(
    sql,
    billingTables.subscriptions,
    rows.filter((row) => !refersToNew(row)),
    created,
  );
  await updateRows(sql, billingTables.subscriptions, rows.filter(refersToNew));
};

/** Assigns receipt numbers without gaps. It locks the row of the counter until the transaction ends. */
const numberInvoices = async (sql: Sql, invoices: readonly Invoice[]): Promise<(Invoice & { number: string })[]> => {
  if (invoices.length === 0) return [];
  const [counter] = await sql.query<{ lastNumber: number }>(
    `UPDATE invoice_counters SET last_number = last_number + $1 WHERE id = 'invoices' RETURNING last_number`,
    [invoices.length],
  );
  const first = (counter?.lastNumber ?? 0) - invoices.length + 1;
  return invoices.map((invoice, index) => ({ ...invoice, number: receiptNumber(first + index) }));
};

const storeInvoices: StoreRows<'invoices'> = async (sql, rows, { created }) => {
  const voided = rows.filter(({ status }) => status === 'void');
  if (voided.length > 0)
    await sql.query(
      'UPDATE invoice_lines SET voided = true WHERE account_id = ANY($1) AND invoice_id = ANY($2) AND NOT voided',
      [voided.map(({ accountId }) => accountId), voided.map(({ id }) => id)],
    );
  const isNew = ({ id }: Invoice) => created.has(id);
  await updateRows(
    sql,
    billingTables.invoices,
    rows.filter((row) => !isNew(row)),
  );
  await insertRows(sql, billingTables.invoices, await numberInvoices(sql, rows.filter(isNew)));
};

type ListWithoutTable = {
  [List in BillingList]: (typeof billingTables)[List] extends null ? List : never;
}[BillingList];

type Stores = { readonly [List in BillingList]?: StoreRows<List> };

/** Lists with separate statements. The others are stored as rows of their table. */
const stores: Stores = {
  subscriptions: storeSubscriptions,
  couponRedemptions: storeRedemptions,
  discounts: storeDiscounts,
  freedCoupons: storeFreedCoupons,
  released: async (sql, rows) => {
    await sql.query(
      `UPDATE promotion_redemptions SET status = 'released' WHERE account_id = ANY($1) AND id = ANY($2) AND status = 'held'`,
      [rows.map(({ accountId }) => accountId), rows.map(({ id }) => id)],
    );
  },
  movedInvoices: async (sql, rows) => {
    for (const { accountId, invoiceId, periodStart, periodEnd } of rows)
      await sql.query(
        'UPDATE invoice_lines SET period_start = $3, period_end = $4 WHERE account_id = $1 AND invoice_id = $2',
        [accountId, invoiceId, toDate(periodStart), toDate(periodEnd)],
      );
  },
  cardNotices: async (sql, rows) => {
    for (const { accountId, cardId, days } of rows)
      await sql.query('UPDATE payment_methods SET expiry_noticed_days = $3 WHERE account_id = $1 AND id = $2', [
        accountId,
        cardId,
        days,
      ]);
  },
  mails: (sql, rows, { enqueueMails }) => enqueueMails(sql, rows),
  entitlements: (sql, rows, { announceEntitlements }) => announceEntitlements(sql, rows),
  invoices: storeInvoices,
} satisfies Stores & { readonly [List in ListWithoutTable]: StoreRows<List> };

const accounts: Table = { name: 'accounts', instants: ['nextActionAt'] };

/** Stores decisions about different accounts with one statement for each table. */
export const storeBillingWrites = async (
  sql: Sql,
  decisions: readonly BillingWrites[],
  effects: SideEffects,
): Promise<void> => {
  const needs = { ...effects, created: new Set(decisions.flatMap(({ created }) => [...created])) };
  const storeList = async <List extends BillingList>(list: List): Promise<void> => {
    const rows = decisions.flatMap(({ account, ...lists }: BillingWrites) =>
      (lists as BillingLists)[list].map((row) => ({ ...row, accountId: account.id })),
    );
    if (rows.length === 0) return;
    const store: StoreRows<List> | undefined = stores[list];
    const table: Table | null = billingTables[list];
    if (store) await store(sql, rows, needs);
    else if (table) await putRows(sql, table, rows, needs.created);
  };
  await updateRows(
    sql,
    accounts,
    decisions.map(({ account }) => account),
  );
  for (const list of billingLists) await storeList(list);
};
