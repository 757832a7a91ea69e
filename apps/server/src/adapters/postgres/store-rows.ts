import type { AccountId } from '@foyer/contract/vocabulary/ids';
import type { BillingList, BillingRows } from '@foyer/domain/decision/tables';
import type { MailJob } from '@foyer/domain/state/mail-job';
import type { Sql } from './database.ts';
import type { AnnounceEntitlements } from './hook-deliveries.ts';
import { insertRows, type Table, updateRows } from './rows.ts';

/** Jobs and messages of a decision. They are stored in its transaction, so neither exists without the other (INV-26). */
export interface SideEffects {
  readonly enqueueMails: (sql: Sql, mails: readonly MailJob[]) => Promise<void>;
  readonly announceEntitlements: AnnounceEntitlements;
}

/** Stores the rows of one list of billing decisions, each with the account of its decision. It is called only with rows. */
export type StoreRows<List extends BillingList> = (
  sql: Sql,
  rows: readonly (BillingRows[List] & { readonly accountId: AccountId })[],
  needs: SideEffects & { readonly created: ReadonlySet<string> },
) => Promise<void>;

/** Updates stored rows and inserts new ones. Rows without id are always new. */
export const putRows = async (
  sql: Sql,
  table: Table,
  rows: readonly object[],
  created: ReadonlySet<string>,
): Promise<void> => {
  const isStored = (row: object) => 'id' in row && typeof row.id === 'string' && !created.has(row.id);
  await updateRows(sql, table, rows.filter(isStored));
  await insertRows(
    sql,
    table,
    rows.filter((row) => !isStored(row)),
  );
};
