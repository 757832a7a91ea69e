import type { AccountId } from '@foyer/contract/vocabulary/ids';
import type { GatewayCustomer } from '../../services/billing/ports.ts';
import type { HeldRow, Recipient } from '../../services/mail/ports.ts';
import type { Database } from './database.ts';
import { FIRST_NAME } from './first-name.ts';

/** Single rows of an account that mails and payments need. */
export const makeAccountReads = (database: Database) => ({
  /** Recipient of mails to the account. The name comes from the current address, or from registration. */
  recipient: async (accountId: AccountId): Promise<Recipient | null> => {
    const [row] = await database.query<Recipient>(
      `SELECT u.email::text AS email, u.language, a.brand, ${FIRST_NAME} AS first_name
       FROM users u JOIN accounts a ON a.id = u.account_id WHERE a.id = $1 AND u.deleted_at IS NULL AND a.status = 'open'`,
      [accountId],
    );
    return row ?? null;
  },
  /** Card on file as mails name it. One row, because the whole billing state takes a dozen statements for each mail. */
  card: async (accountId: AccountId): Promise<{ brand: string; last4: string } | null> => {
    const [row] = await database.query<{ brand: string; last4: string }>(
      `SELECT brand, last4 FROM payment_methods WHERE account_id = $1 AND status = 'active'`,
      [accountId],
    );
    return row ?? null;
  },
  /** Subscription that a mail names. Never one whose first payment failed. */
  heldRow: async (accountId: AccountId, id: string): Promise<HeldRow | null> => {
    const [row] = await database.query<HeldRow>(
      `SELECT id, product, plan_id, source, status FROM subscriptions
       WHERE account_id = $1 AND id = $2 AND status NOT IN ('incomplete', 'incomplete_expired')`,
      [accountId, id],
    );
    return row ?? null;
  },
  /**
   * Customer at the gateway, and the idempotency key for creating the next one. The key counts the deleted customers.
   */
  gatewayCustomer: async (accountId: AccountId): Promise<GatewayCustomer> => {
    const [row] = await database.query<{ ref: string | null; deleted: number }>(
      `SELECT gateway_customer_ref AS ref, (SELECT count(*) FROM gateway_removals r WHERE r.account_id = a.id) AS deleted
       FROM accounts a WHERE id = $1`,
      [accountId],
    );
    const nth = row && row.deleted > 0 ? `:${row.deleted}` : '';
    return { ref: row?.ref ?? null, key: `${accountId}:customer${nth}` };
  },
});
