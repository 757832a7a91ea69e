import type { Harness } from './harness.ts';

/** Tables of a customer with a due renewal, with the columns that must be unique for each copy. */
const copied: Readonly<Record<string, readonly string[]>> = {
  accounts: ['id', 'gateway_customer_ref'],
  addresses: ['id', 'account_id'],
  'sandbox.customers': ['id', 'account_ref'],
  'sandbox.cards': ['id', 'customer_id'],
  payment_methods: ['id', 'account_id', 'gateway_ref'],
  subscriptions: ['id', 'account_id'],
};

const ownerColumn: Readonly<Record<string, string>> = {
  accounts: 'id',
  'sandbox.customers': 'id',
  'sandbox.cards': 'customer_id',
};

/**
 * Copies one customer, with one statement for each table. The ids of the copies end in `_1`, `_2` and so on. The first
 * invoice is not copied, so no copy has paid before its renewal.
 */
const multiply = async (h: Harness, accountId: string, copies: number): Promise<void> => {
  const [owner] = await h.database.query<{ ref: string }>(
    'SELECT gateway_customer_ref AS ref FROM accounts WHERE id = $1',
    [accountId],
  );
  for (const [table, own] of Object.entries(copied)) {
    const columns = own.map((column) => `'${column}', t.${column} || '_' || n`).join(', ');
    await h.database.query(
      `INSERT INTO ${table} SELECT (jsonb_populate_record(t, jsonb_build_object(${columns}))).*
       FROM ${table} t CROSS JOIN generate_series(1, $2::int) n WHERE t.${ownerColumn[table] ?? 'account_id'} = $1`,
      [table.startsWith('sandbox.') ? owner?.ref : accountId, copies],
    );
  }
};

const DAY_MS = 86_400_000;

/** Makes `count` customers with a monthly plan whose renewal has been due for a few days. */
export const makeDue = async (h: Harness, count: number): Promise<string> => {
  const customer = await h.makeCustomer({ card: 'tok_visa' });
  h.wall.set(Date.now() - 36 * DAY_MS);
  await h.services.placeOrder(customer.accountId, { planId: 'pln_drive_starter_monthly' }, null, null);
  h.wall.reset();
  await multiply(h, customer.accountId, count - 1);
  return customer.accountId;
};
