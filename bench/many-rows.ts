import pg from 'pg';

/**
 * Copies one customer any number of times with set-based SQL, in every table that billing and the pages read.
 * Columns come from the schema, so a new column needs no change here. Foreign keys and triggers are off: the copies of a
 * consistent customer are consistent.
 */

/** SQL expression for an id with our format: the prefix, and a text that grows with the number. */
export const benchId = (prefix: string, number: string): string =>
  `'${prefix}_' || lpad(to_hex((${number})::bigint), 10, '0') || 'BENCHBENCHBENCH0'`;

interface Copied {
  /** SQL condition for the rows of the customer to copy; `$1` is the account id. */
  readonly where: string;
  /** SQL expressions of the columns that differ between copies: `n` is the customer, `m` the receipt, `k` the row. */
  readonly columns: Readonly<Record<string, string>>;
  /** True if the table has rows for each receipt. */
  readonly perReceipt?: boolean;
}

const account = benchId('acc', 'n');
const subscription = benchId('sub', 'n');
const card = benchId('pm', 'n');
/** Ids stay unique up to 16 receipts per customer and 8 rows per receipt. */
const invoice = benchId('inv', 'n * 16 + m');
const attempt = benchId('att', 'n * 16 + m');
const row = (prefix: string) => benchId(prefix, '(n * 16 + m) * 8 + k');
const earlier = (column: string) => `t.${column} - m * interval '1 month'`;
const ofInvoice = 'invoice_id IN (SELECT id FROM invoices WHERE account_id = $1)';
const ofSubscription = 'subscription_id IN (SELECT id FROM subscriptions WHERE account_id = $1)';

const tables: Readonly<Record<string, Copied>> = {
  accounts: {
    where: 'id = $1',
    columns: {
      id: account,
      gateway_customer_ref: benchId('cus', 'n'),
      next_action_at: `now() + interval '30 days' + (n % 40000) * interval '1 minute'`,
    },
  },
  users: {
    where: 'account_id = $1',
    columns: { id: benchId('usr', 'n'), account_id: account, email: `'bench-' || n || '@bench.arcwave.test'` },
  },
  addresses: { where: 'account_id = $1', columns: { id: benchId('adr', 'n'), account_id: account } },
  payment_methods: {
    where: 'account_id = $1',
    columns: { id: card, account_id: account, gateway_ref: benchId('card', 'n') },
  },
  subscriptions: { where: 'account_id = $1', columns: { id: subscription, account_id: account } },
  subscription_events: {
    where: ofSubscription,
    columns: { id: benchId('evt', 'n * 8 + k'), account_id: account, subscription_id: subscription },
  },
  invoices: {
    where: 'account_id = $1',
    columns: {
      id: invoice,
      number: `'B-' || (n * 16 + m)`,
      account_id: account,
      subscription_id: subscription,
      period_start: earlier('period_start'),
      period_end: earlier('period_end'),
      finalized_at: earlier('finalized_at'),
      paid_at: earlier('paid_at'),
    },
    perReceipt: true,
  },
  invoice_lines: {
    where: ofInvoice,
    columns: { id: row('lin'), account_id: account, invoice_id: invoice },
    perReceipt: true,
  },
  payment_attempts: {
    where: 'invoice_id IS NOT NULL AND account_id = $1',
    columns: {
      id: attempt,
      account_id: account,
      invoice_id: invoice,
      payment_method_id: card,
      gateway_intent_ref: benchId('pi', 'n * 16 + m'),
      gateway_charge_ref: benchId('ch', 'n * 16 + m'),
    },
    perReceipt: true,
  },
  ledger_entries: {
    where: 'account_id = $1',
    columns: {
      id: row('led'),
      account_id: account,
      ref_id: `CASE WHEN t.ref_id LIKE 'inv%' THEN ${invoice} ELSE ${attempt} END`,
    },
    perReceipt: true,
  },
};

const columnsOf = async (client: pg.Client, table: string): Promise<string[]> => {
  const { rows } = await client.query<{ name: string }>(
    `SELECT column_name AS name FROM information_schema.columns
     WHERE table_schema = 'public' AND table_name = $1 AND is_generated = 'NEVER' ORDER BY ordinal_position`,
    [table],
  );
  return rows.map(({ name }) => name);
};

export interface ManyRows {
  readonly accountId: string;
  readonly copies: number;
  readonly receipts: number;
  /** True to copy the ledger as well. Billing needs it; pages do not read it. */
  readonly books: boolean;
}

/** Customers per INSERT statement. */
const CHUNK = 100_000;

export const makeManyRows = async (
  config: pg.ClientConfig,
  { accountId, copies, receipts, books }: ManyRows,
): Promise<void> => {
  const client = new pg.Client(config);
  await client.connect();
  try {
    await client.query(`SET session_replication_role = replica`);
    await client.query(`SET TimeZone = 'UTC'`);
    for (const [table, { where, columns, perReceipt }] of Object.entries(tables)) {
      if (table === 'ledger_entries' && !books) continue;
      const names = await columnsOf(client, table);
      const values = names.map((name) => columns[name] ?? `t.${name}`);
      for (let from = 1; from <= copies; from += CHUNK) {
        await client.query(
          `INSERT INTO ${table} (${names.join(', ')}) SELECT ${values.join(', ')}
           FROM generate_series($2::bigint, $3::bigint) n CROSS JOIN generate_series(0, $4::bigint - 1) m
           CROSS JOIN (SELECT *, row_number() OVER () AS k FROM ${table} WHERE ${where}) t`,
          [accountId, from, Math.min(copies, from + CHUNK - 1), perReceipt ? receipts : 1],
        );
      }
      console.log(`  ${table}: at least ${copies * (perReceipt ? receipts : 1)} rows copied`);
    }
    await client.query('UPDATE invoice_counters SET last_number = (SELECT count(*) FROM invoices)');
    await client.query('VACUUM (ANALYZE)');
  } finally {
    await client.end();
  }
};
