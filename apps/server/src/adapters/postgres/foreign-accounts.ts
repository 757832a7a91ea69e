import type { Database } from './database.ts';

/**
 * Whether open accounts belong to another payment gateway than `gateway`, or have a sandbox clock although payments are
 * real. This gateway does not know their cards, so charging them would fail and end their subscriptions.
 */
export const hasForeignAccounts = async (database: Database, gateway: 'sandbox' | 'stripe'): Promise<boolean> => {
  const rows = await database.query(
    `SELECT 1 FROM accounts WHERE status = 'open' AND (gateway <> $1 OR $1 <> 'sandbox' AND clock_id IS NOT NULL) LIMIT 1`,
    [gateway],
  );
  return rows.length > 0;
};
