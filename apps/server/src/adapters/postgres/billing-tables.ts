import type { Table } from './rows.ts';

/** The tables that billing decisions are written to, with their columns that hold instants. */
export const billingTables = {
  accounts: { name: 'accounts', instants: ['nextActionAt'] },
  subscriptions: {
    name: 'subscriptions',
    instants: [
      'billingAnchor',
      'currentPeriodStart',
      'currentPeriodEnd',
      'trialEnd',
      'suspendedAt',
      'noticedPeriodEnd',
      'endedAt',
      'createdAt',
    ],
  },
  changes: { name: 'subscription_changes', instants: ['applyAt'] },
  events: { name: 'subscription_events', instants: ['at'] },
  invoices: {
    name: 'invoices',
    instants: ['periodStart', 'periodEnd', 'finalizedAt', 'paidAt', 'nextAttemptAt', 'overdueAt'],
  },
  lines: { name: 'invoice_lines', instants: ['periodStart', 'periodEnd'] },
  attempts: { name: 'payment_attempts', instants: ['leaseUntil', 'sentAt', 'decidedAt'] },
  refunds: { name: 'refunds', instants: ['leaseUntil', 'sentAt', 'decidedAt'] },
  ledger: { name: 'ledger_entries', instants: ['at'] },
  trials: { name: 'trial_redemptions', instants: [] },
  promotionRedemptions: { name: 'promotion_redemptions', instants: ['at'] },
  maintenance: { name: 'maintenance_periods', instants: ['startsAt', 'expiresAt'] },
  purchases: { name: 'one_time_purchases', instants: ['oldExpiration', 'newExpiration', 'purchasedAt'] },
  moved: { name: 'invoice_lines', instants: ['periodStart', 'periodEnd'] },
} as const satisfies Record<string, Table>;
