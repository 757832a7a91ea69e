import type { ClaimedAddress, ClaimedUser, ClaimedUsers } from '../../services/product-sign-in/ports.ts';
import type { Database } from './database.ts';
import { FIRST_NAME } from './first-name.ts';

/** Users as products read them. */
export const makeClaimedUsers = (database: Database): ClaimedUsers => ({
  ofAccount: async (accountId) => {
    const [row] = await database.query<Omit<ClaimedUser, 'address'> & { [Key in keyof ClaimedAddress]: string | null }>(
      `SELECT u.email::text AS email, u.email_verified_at, u.language, ${FIRST_NAME} AS first_name,
         COALESCE(d.last_name, u.last_name) AS last_name,
         d.country, d.address_line1, d.address_line2, d.city, d.state, d.postal_code
       FROM users u JOIN accounts a ON a.id = u.account_id
         LEFT JOIN LATERAL (SELECT * FROM addresses d WHERE d.account_id = a.id ORDER BY d.seq DESC LIMIT 1) d ON true
       WHERE a.id = $1 AND a.status = 'open' AND u.deleted_at IS NULL`,
      [accountId],
    );
    if (!row) return null;
    const { email, emailVerifiedAt, language, firstName, lastName, ...address } = row;
    return {
      email,
      emailVerifiedAt,
      language,
      firstName,
      lastName,
      address: address.country === null ? null : (address as ClaimedAddress),
    };
  },
});
