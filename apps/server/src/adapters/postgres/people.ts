import type { AccountId } from '@foyer/contract/vocabulary/ids';
import type { Recipient } from '../../services/mail/ports.ts';
import type { Database } from './database.ts';

/** Small facts about who an account belongs to. */
export const makePeople = (database: Database) => ({
  /** Where mail for the account goes; the name is the current address's, else the one given at registration. */
  recipient: async (accountId: AccountId): Promise<Recipient | null> => {
    const [row] = await database.query<Recipient>(
      `SELECT u.email::text AS email, a.brand,
         COALESCE((SELECT d.first_name FROM addresses d WHERE d.account_id = a.id ORDER BY d.seq DESC LIMIT 1), u.first_name) AS first_name
       FROM users u JOIN accounts a ON a.id = u.account_id WHERE a.id = $1 AND u.deleted_at IS NULL AND a.status = 'open'`,
      [accountId],
    );
    return row ?? null;
  },
  gatewayCustomer: async (accountId: AccountId): Promise<string | null> => {
    const [row] = await database.query<{ ref: string | null }>(
      'SELECT gateway_customer_ref AS ref FROM accounts WHERE id = $1',
      [accountId],
    );
    return row?.ref ?? null;
  },
});
