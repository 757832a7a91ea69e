import type { UsageReport, UsageRows } from '../../services/usage/ports.ts';
import { type Database, toDate } from './database.ts';

/** Last report of each limit of an account. */
export const makeUsageRows = (database: Database): UsageRows => ({
  // The conflict locks the row, so of two reports at once the later measurement stays.
  storeUsage: async (accountId, { product, limit, used, measuredAt }, vendorKeyId) => {
    const stored = await database.query(
      `INSERT INTO usage_reports AS u (account_id, product, limit_name, used, measured_at, vendor_key_id)
       VALUES ($1, $2, $3, $4, $5, $6)
       ON CONFLICT (account_id, product, limit_name) DO UPDATE
         SET used = EXCLUDED.used, measured_at = EXCLUDED.measured_at, vendor_key_id = EXCLUDED.vendor_key_id, reported_at = now()
         WHERE u.measured_at < EXCLUDED.measured_at OR (u.measured_at = EXCLUDED.measured_at AND u.used = EXCLUDED.used)
       RETURNING 1`,
      [accountId, product, limit, used, toDate(measuredAt), vendorKeyId],
    );
    return stored.length === 1;
  },
  usageOf: (accountId) =>
    database.query<UsageReport>(
      `SELECT product, limit_name AS "limit", used, measured_at FROM usage_reports WHERE account_id = $1
       ORDER BY product, limit_name DESC`,
      [accountId],
    ),
});
