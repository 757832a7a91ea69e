import type { Instant } from '@foyer/contract/vocabulary/instants';
import { claimTree } from '@foyer/domain/identity/claims';
import { newId } from '../src/adapters/new-id.ts';
import { type Database, toDate } from '../src/adapters/postgres/database.ts';
import { insertRows } from '../src/adapters/postgres/rows.ts';

/** Claims of a new customer unless DEFAULT_CLAIMS is set (SE-08). */
export const defaultClaimPaths: readonly string[] = [
  'drive',
  'tron',
  'usr:info:update',
  'usr:info:delete',
  'usr:password:update',
  'access:mfa:create',
];

/** The password of every customer the tests make. */
export const PASSWORD = 'correct-horse-2026';

/**
 * Low cost for password hashes of tests, because every customer signs in. The test of the hasher uses the real cost.
 */
export const passwordCost = { memoryCost: 16, timeCost: 1, parallelism: 1 } as const;

export const boston = {
  country: 'US',
  firstName: 'Ada',
  lastName: 'Byron',
  organization: 'Analytical Engines',
  addressLine1: '1 Main St',
  addressLine2: '',
  city: 'Boston',
  state: 'MA',
  postalCode: '02110',
  phone1: '6175550100',
};

export const berlin = { ...boston, country: 'DE', city: 'Berlin', state: '', postalCode: '12207' };
/** No sales tax there. */
export const portland = { ...boston, city: 'Portland', state: 'OR', postalCode: '97201' };

export interface CustomerOptions {
  /** Default: Boston, where the demo rate is 8.25 %. */
  readonly address?: typeof boston | null;
  /** A token of the sandbox gateway; none by default. */
  readonly card?: string | null;
  readonly brand?: 'scope' | 'drive';
  /** The moment a sandbox clock of the customer's own starts at; null leaves the account on the wall clock. */
  readonly clock?: string | null;
  readonly exportStatus?: 'none' | 'pending' | 'cleared' | 'denied';
  /** Paths of what the user may do; by default only which products are offered. */
  readonly claims?: readonly string[];
  readonly emailVerified?: boolean;
}

export interface CustomerRow {
  readonly accountId: string;
  readonly userId: string;
  readonly email: string;
}

let made = 0;

/** Puts a customer into the database as registration and the address form would; the card goes through the service. */
export const insertCustomer = (
  database: Database,
  passwordHash: string,
  {
    address = boston,
    brand = 'drive',
    clock = null,
    exportStatus = 'none',
    claims = ['drive', 'tron'],
    emailVerified = true,
  }: CustomerOptions,
): Promise<CustomerRow> =>
  database.transaction(async (sql) => {
    made += 1;
    const accountId = newId('account');
    const userId = newId('user');
    const email = `customer-${made}@test.arcwave.test`;
    const clockId = clock === null ? null : newId('clock');
    if (clock !== null) {
      await sql.query('INSERT INTO clocks (id, frozen_at) VALUES ($1, $2)', [
        clockId,
        toDate(Date.parse(clock) as Instant),
      ]);
    }
    await sql.query(
      `INSERT INTO accounts (id, brand, gateway, export_status, clock_id) VALUES ($1, $2, 'sandbox', $3, $4)`,
      [accountId, brand, exportStatus, clockId],
    );
    await sql.query(
      `INSERT INTO users (id, account_id, first_name, last_name, email, email_verified_at, password_hash, password_changed_at, claims)
       VALUES ($1, $2, 'Ada', 'Byron', $3, $4, $5, now(), $6)`,
      [userId, accountId, email, emailVerified ? new Date() : null, passwordHash, JSON.stringify(claimTree(claims))],
    );
    if (address) {
      const createdAt = new Date().toISOString();
      await insertRows(sql, { name: 'addresses', instants: [] }, [
        { id: newId('address'), accountId, seq: 1, ignoreValidation: false, createdAt, ...address },
      ]);
    }
    return { accountId, userId, email };
  });

/** Whom the tests screen; the customers they make are of no interest unless they say so. */
export const screeningLists = {
  reviewCountries: ['CU'],
  denyCountries: ['KP'],
  reviewDomains: ['institute.example'],
  denyDomains: [],
};
