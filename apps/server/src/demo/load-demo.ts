import type { Instant } from '@foyer/contract/vocabulary/instants';
import type { Catalogue } from '@foyer/domain/catalogue/catalogue';
import { addMonths, periodBoundary, periodIndexAt } from '@foyer/domain/dates/months';
import { newId } from '../adapters/new-id.ts';
import { type Database, type Sql, toDate } from '../adapters/postgres/database.ts';
import { insertRows } from '../adapters/postgres/rows.ts';
import type { PasswordHasher } from '../services/identity/ports.ts';
import type { LinkRequest } from '../services/mail/ports.ts';
import { DEMO_PASSWORD, type DemoCustomer, type DemoSubscription, demoCustomers, emailOf } from './demo-customers.ts';

export interface DemoNeeds {
  readonly database: Database;
  readonly hasher: Pick<PasswordHasher, 'hash'>;
  readonly catalogue: Catalogue;
  readonly now: Instant;
  /** Saves a card the way a customer would, through the gateway. */
  readonly addCard: (accountId: string, token: string) => Promise<unknown>;
  /** Advances the clock of the account to `to` and runs all work that becomes due. */
  readonly advance: (accountId: string, to: Instant) => Promise<void>;
  readonly enqueueMails: (sql: Sql, mails: readonly LinkRequest[]) => Promise<void>;
}

const allClaims = {
  usr: { info: { update: true, delete: true }, password: { update: true } },
  access: { mfa: { create: true } },
  drive: {},
  tron: {},
};
/** An export review withdraws the scope claim until it is cleared. */
const claimsOf = ({ exportPending }: DemoCustomer) => {
  const { tron, ...others } = allClaims;
  return exportPending ? others : { ...others, tron };
};

const PERPETUAL_MONTHS = 1200;

const subscriptionRow = (accountId: string, demo: DemoSubscription, catalogue: Catalogue, now: Instant) => {
  const plan = catalogue.plans.find((candidate) => candidate.id === demo.planId);
  const price = catalogue.prices.find(
    (candidate) => candidate.planId === demo.planId && candidate.interval === demo.interval,
  );
  if (!plan || !price)
    throw new Error(
      `DEMO=1: the catalogue has no plan ${demo.planId} with interval ${demo.interval}; add it, or set DEMO=0`,
    );
  const anchor = demo.startedAt(now);
  const perpetual = demo.perpetualUntil !== undefined;
  const cycleIndex = perpetual ? 0 : periodIndexAt(anchor, price.intervalMonths, now) - demo.pastRenewals;
  const start = periodBoundary(anchor, price.intervalMonths, cycleIndex);
  const end = perpetual
    ? addMonths(anchor, PERPETUAL_MONTHS)
    : periodBoundary(anchor, price.intervalMonths, cycleIndex + 1);
  return {
    id: newId('subscription'),
    accountId,
    product: plan.product,
    planId: plan.id,
    priceId: price.id,
    unitAmountCents: price.amountCents,
    quantity: 1,
    status: 'active',
    source: perpetual ? 'prepaid' : 'card',
    term: perpetual ? 'perpetual' : 'recurring',
    billingAnchor: anchor,
    cycleIndex,
    currentPeriodStart: start,
    currentPeriodEnd: end,
    everPaid: true,
    prepaidDisplayCode: demo.prepaidDisplayCode ?? null,
    cancelAtPeriodEnd: false,
    addOnIds: [],
    createdAt: anchor,
    updatedAt: new Date(anchor).toISOString(),
    transitionAtEnd: false,
  };
};

/** Start of the sandbox clock: the date of the first past renewal, so that the billing rules make it. */
const clockStart = (rows: readonly { currentPeriodEnd: Instant }[], now: Instant): Instant =>
  Math.min(now, ...rows.map((row) => row.currentPeriodEnd));

const insertAccount = async (sql: Sql, customer: DemoCustomer, needs: DemoNeeds): Promise<string> => {
  const { now, catalogue } = needs;
  const accountId = newId('account');
  const clockId = newId('clock');
  const rows = customer.subscriptions.map((demo) => ({ demo, row: subscriptionRow(accountId, demo, catalogue, now) }));
  await sql.query('INSERT INTO clocks (id, frozen_at) VALUES ($1, $2)', [
    clockId,
    toDate(
      clockStart(
        rows.map(({ row }) => row),
        now,
      ),
    ),
  ]);
  await sql.query(
    `INSERT INTO accounts (id, brand, gateway, export_status, clock_id) VALUES ($1, $2, 'sandbox', $3, $4)`,
    [accountId, customer.brand, customer.exportPending ? 'pending' : 'none', clockId],
  );
  if (customer.exportPending) {
    // Stores the claim in the review, as opening one does, so that clearing it restores the claim.
    await sql.query(
      `INSERT INTO export_reviews (id, account_id, reason, held_action) VALUES ($1, $2, 'demo', '{"claims":{"tron":{}}}')`,
      [newId('exportReview'), accountId],
    );
  }
  const { address } = customer;
  if (address) {
    await insertRows(sql, { name: 'addresses', instants: [] }, [
      {
        id: newId('address'),
        accountId,
        seq: 1,
        firstName: customer.firstName,
        lastName: customer.lastName,
        addressLine2: '',
        ignoreValidation: false,
        createdAt: new Date(now).toISOString(),
        ...address,
      },
    ]);
  }
  for (const { demo, row } of rows) {
    await insertRows(
      sql,
      { name: 'subscriptions', instants: ['billingAnchor', 'currentPeriodStart', 'currentPeriodEnd', 'createdAt'] },
      [row],
    );
    if (!demo.perpetualUntil) continue;
    await sql.query(
      `INSERT INTO maintenance_periods (id, account_id, subscription_id, starts_at, expires_at, source, source_id) VALUES ($1, $2, $3, $4, $5, 'initial', $3)`,
      [
        newId('maintenancePeriod'),
        accountId,
        row.id,
        toDate(row.billingAnchor),
        toDate(demo.perpetualUntil(now).maintenanceEnds),
      ],
    );
  }
  return accountId;
};

const insertUser = async (
  sql: Sql,
  accountId: string,
  customer: DemoCustomer,
  passwordHash: string,
  now: Instant,
): Promise<void> => {
  await sql.query(
    `INSERT INTO users (id, account_id, first_name, last_name, email, email_verified_at, password_hash, password_changed_at, claims)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      newId('user'),
      accountId,
      customer.firstName,
      customer.lastName,
      emailOf(customer),
      customer.emailVerified ? toDate(now) : null,
      passwordHash,
      toDate(now),
      JSON.stringify(claimsOf(customer)),
    ],
  );
};

/**
 * Creates the demo customers that are missing. Existing ones keep all changes. Each has a sandbox clock that starts at
 * the current time.
 */
export const loadDemo = async (needs: DemoNeeds): Promise<void> => {
  const { database } = needs;
  const known = await database.query<{ email: string }>(
    'SELECT email::text FROM users WHERE email = ANY($1::citext[]) AND deleted_at IS NULL',
    [demoCustomers.map(emailOf)],
  );
  const existing = new Set(known.map(({ email }) => email));
  const missing = demoCustomers.filter((customer) => !existing.has(emailOf(customer)));
  if (missing.length === 0) return;
  const passwordHash = await needs.hasher.hash(DEMO_PASSWORD);
  for (const customer of missing) {
    const accountId = await database.transaction((sql) => insertAccount(sql, customer, needs));
    if (customer.cardToken) await needs.addCard(accountId, customer.cardToken);
    await needs.advance(accountId, needs.now);
    // The user is inserted last, because a customer counts as complete once it exists. An interrupted start then begins this
    // customer again.
    await database.transaction(async (sql) => {
      await insertUser(sql, accountId, customer, passwordHash, needs.now);
      if (customer.emailVerified) return;
      // the mail of a registration, which Home tells the customer to open
      const origin = { address: null, userAgent: null, requestId: null };
      const to = emailOf(customer);
      await needs.enqueueMails(sql, [{ ...origin, kind: 'link_request', template: 'verify_email', to, at: needs.now }]);
    });
  }
};
