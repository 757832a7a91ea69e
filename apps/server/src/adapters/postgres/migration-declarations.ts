/**
 * Effect of a migration on servers of earlier releases that use the same database. Beside an `expand` one they start and
 * work. Beside a `contract` one they may not run, because it changes or removes something that they use.
 */
export type MigrationKind = 'expand' | 'contract';

/** Header of a migration. */
export interface Declaration {
  readonly kind: MigrationKind;
  /** Existing tables on which writes wait until the migration commits. */
  readonly locks: readonly string[];
  /** Tables on which they wait longer the more rows a table has, with the reason. */
  readonly longLocks: readonly string[];
  /** Work done while customers write, and therefore outside the one transaction of the migration. Null if there is none. */
  readonly outside: 'indexes' | 'batches' | null;
}

const contract = (locks: readonly string[], longLocks: readonly string[] = []): Declaration => ({
  kind: 'contract',
  locks,
  longLocks,
  outside: null,
});

/**
 * Migrations from before the headers, since release 2.0.0. A landed migration is never edited, so they are declared here. All
 * are `contract`: servers that lack one of them refuse every newer migration.
 */
export const landedMigrations: Readonly<Record<string, Declaration>> = {
  '0051-actor-of-an-event.sql': contract(['security_events']),
  '0052-families.sql': contract(
    ['coupons', 'plans', 'promotion_grants', 'subscriptions'],
    [
      'coupons: each row is checked for its family',
      'plans: each row is checked for its family',
      'promotion_grants: each row is checked for its family',
      'subscriptions: rows of families with several live subscriptions are written, and an index is built',
    ],
  ),
  '0053-charge-keys.sql': contract(
    ['payment_attempts', 'sandbox.intents'],
    ['sandbox.intents: an index is built, and a server without the sandbox has no rows there'],
  ),
  '0054-restored-backups.sql': contract(['invoice_counters']),
  '0055-unplaced-payments.sql': contract([]),
};
