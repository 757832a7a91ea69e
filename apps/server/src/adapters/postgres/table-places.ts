/**
 * Place of each table in a database that is divided by account (decision 90). `npm run check` refuses a table without a
 * place, and statements of account tables that do not name the account.
 */
export type TablePlace =
  /**
   * Rows of one account, which would be together in one shard. `column` names the account. It is null if the table finds
   * its account only through another table, which has to change before the table can be distributed.
   */
  | { readonly place: 'account'; readonly column: string | null }
  /** Names and codes that are unique for all accounts and lead to one, or are looked up before the account is known. */
  | { readonly place: 'directory' }
  /** Plans, prices and taxes, read beside every account. A copy would be on every node. */
  | { readonly place: 'catalogue' }
  /** Rows of the installation: operators, keys, counters, queues, parked events. They would stay on one node. */
  | { readonly place: 'node' };

const account = (column: string | null): TablePlace => ({ place: 'account', column });
const directory: TablePlace = { place: 'directory' };
const catalogue: TablePlace = { place: 'catalogue' };
const node: TablePlace = { place: 'node' };

/** Place of each table. A comment names the column that leads to the account where the table has none. */
export const tablePlaces: Readonly<Record<string, TablePlace>> = {
  accounts: account('id'),
  users: account('account_id'),
  addresses: account('account_id'),
  payment_methods: account('account_id'),
  subscriptions: account('account_id'),
  subscription_changes: account('account_id'),
  subscription_discounts: account('account_id'),
  subscription_events: account('account_id'),
  maintenance_periods: account('account_id'),
  one_time_purchases: account('account_id'),
  invoices: account('account_id'),
  invoice_lines: account('account_id'),
  payment_attempts: account('account_id'),
  refunds: account('account_id'),
  ledger_entries: account('account_id'),
  coupon_redemptions: account('account_id'),
  promotion_redemptions: account('account_id'),
  trial_redemptions: account('account_id'),
  export_reviews: account('account_id'),
  gateway_removals: account('account_id'),
  closing_orders: account('account_id'),
  entitlement_events: account('account_id'),
  usage_reports: account('account_id'),
  idempotency_keys: account('account_id'),
  portal_links: account('account_id'),
  product_grants: account('account_id'),
  security_events: account('account_id'), // null for sign-ins of operators
  sessions: account('account_id'),
  known_devices: account('account_id'),
  email_tokens: account('account_id'),
  totp_secrets: account('account_id'),
  recovery_codes: account('account_id'),
  passkeys: account('account_id'),
  consents: account('account_id'),
  data_exports: account('account_id'),
  operator_views: account('account_id'),

  account_external_ids: directory,
  user_identities: directory,
  passkey_challenges: directory, // without a user for a sign-in, with one who adds a passkey
  promotion_codes: directory,
  coupon_batches: directory,
  coupons: directory,
  coupon_prices: directory,
  openid_records: directory,
  unplaced_refunds: directory,
  unplaced_payments: directory,

  families: catalogue,
  plans: catalogue,
  plan_prices: catalogue,
  features: catalogue,
  plan_features: catalogue,
  add_ons: catalogue,
  plan_add_ons: catalogue,
  promotions: catalogue,
  promotion_aliases: catalogue,
  promotion_grants: catalogue,
  maintenance_extensions: catalogue,
  tax_rates: catalogue,
  catalogue_imports: catalogue,
  clocks: catalogue,

  invoice_counters: node,
  product_hook_deliveries: node,
  product_hook_attempts: node,
  mails: node,
  webhook_events: node,
  failure_counters: node,
  rate_windows: node,
  oidc_sign_ins: node,
  openid_signing_keys: node,
  operators: node,
  operator_sessions: node,
  operator_devices: node,
  operator_idempotency_keys: node,
  audit_log: node,
  vendor_keys: node,
  vendor_idempotency_keys: node,
  restored_backups: node,
  schema_migrations: node,
  page_files: node,
  installation_secret: node,
  'sandbox.answers': node,
  'sandbox.cards': node,
  'sandbox.charges': node,
  'sandbox.customers': node,
  'sandbox.events': node,
  'sandbox.intents': node,
  'sandbox.refunds': node,
  'sandbox.tokens': node,
};
