import type { Attempt } from '@foyer/domain/state/entities';
import type { Purchase } from '@foyer/domain/state/maintenance-entities';
import type { PurchaseReads, PurchaseRow } from '../../services/billing/ports.ts';
import type { Database } from './database.ts';
import { attemptColumns, purchaseColumns } from './load-billing-states.ts';

/** One-time purchases, each with the attempt that paid it, else the last one. */
export const makePurchaseReads = (database: Pick<Database, 'query'>): PurchaseReads => {
  const one = async (where: string, values: readonly unknown[]): Promise<PurchaseRow | null> => {
    const [purchase] = await database.query<Purchase>(
      `SELECT ${purchaseColumns} FROM one_time_purchases p WHERE ${where}`,
      values,
    );
    if (!purchase) return null;
    const [attempt] = await database.query<Attempt>(
      `SELECT ${attemptColumns} FROM payment_attempts t WHERE t.invoice_id = $1
       ORDER BY (t.status = 'succeeded') DESC, t.attempt_no DESC LIMIT 1`,
      [purchase.invoiceId],
    );
    return { purchase, attempt: attempt ?? null };
  };
  return {
    purchase: (accountId, id) => one('p.account_id = $1 AND p.id = $2', [accountId, id]),
    purchaseOfInvoice: (accountId, invoiceId) => one('p.account_id = $1 AND p.invoice_id = $2', [accountId, invoiceId]),
  };
};
