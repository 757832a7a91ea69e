import type { Database } from './database.ts';

/**
 * Whether open accounts belong to another payment gateway than this, or live by a sandbox clock where money is real:
 * their cards mean nothing here, and charging them would end their subscriptions (billing.md §5).
 */
export const hasForeignAccounts = async (database: Database, gateway: 'sandbox' | 'stripe'): Promise<boolean> => {
  const rows = await database.query(
    `SELECT 1 FROM accounts WHERE status = 'open' AND (gateway <> $1 OR $1 <> 'sandbox' AND clock_id IS NOT NULL) LIMIT 1`,
    [gateway],
  );
  return rows.length > 0;
};
