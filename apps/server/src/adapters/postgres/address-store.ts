import type { AddressReads, AddressRows, StoredAddressRow } from '../../services/address/ports.ts';
import type { Database, Sql } from './database.ts';

/** Join of the newest address `d` of account `a`, if it has one. */
export const NEWEST_ADDRESS = `LEFT JOIN LATERAL (
    SELECT * FROM addresses WHERE account_id = a.id ORDER BY seq DESC LIMIT 1) d ON true`;

const COLUMNS =
  'id, country, first_name, last_name, organization, address_line1, address_line2, city, state, postal_code, phone1';

export const makeAddressReads = (database: Database): AddressReads => ({
  list: (accountId) =>
    database.query<StoredAddressRow>(`SELECT ${COLUMNS} FROM addresses WHERE account_id = $1 ORDER BY seq`, [
      accountId,
    ]),
});

export const makeAddressRows = (sql: Sql): AddressRows => ({
  current: async (accountId) => {
    const [row] = await sql.query<StoredAddressRow>(
      `SELECT ${COLUMNS} FROM addresses WHERE account_id = $1 ORDER BY seq DESC LIMIT 1`,
      [accountId],
    );
    return row ?? null;
  },
  add: async (accountId, row) => {
    await sql.query(
      `INSERT INTO addresses (id, account_id, seq, country, first_name, last_name, organization, address_line1,
         address_line2, city, state, postal_code, phone1, ignore_validation)
       SELECT $1, $2, COALESCE(max(seq), 0) + 1, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13
       FROM addresses WHERE account_id = $2`,
      [
        row.id,
        accountId,
        row.country,
        row.firstName,
        row.lastName,
        row.organization,
        row.addressLine1,
        row.addressLine2,
        row.city,
        row.state,
        row.postalCode,
        row.phone1,
        row.ignoreValidation,
      ],
    );
  },
});
