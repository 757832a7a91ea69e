/** What one of the vendor's people may do (OP-01). Roles add up; an admin may do everything. */
export const operatorRoles = ['support', 'billing', 'catalogue', 'admin'] as const;
export type OperatorRole = (typeof operatorRoles)[number];

const everybody = operatorRoles;
const customers = ['support', 'billing'] as const;
const money = ['billing'] as const;
const sale = ['catalogue'] as const;

/**
 * Which roles may make which call of the console: the one table that the server obeys, the page shows buttons by, and a
 * test walks. A call that stands nowhere here does not compile (operator.ts).
 */
export const operatorCalls = {
  'DELETE /api/operator/sessions/me': everybody,
  'GET /api/operator/me': everybody,
  'POST /api/operator/me/change-password': everybody,
  'POST /api/operator/customers/search': customers,
  'GET /api/operator/customers/:accountId': customers,
  'GET /api/operator/customers/:accountId/timeline': customers,
  'GET /api/operator/customers/:accountId/receipts': customers,
  'GET /api/operator/customers/:accountId/mails': customers,
  'POST /api/operator/customers/:accountId/credit': money,
  'POST /api/operator/customers/:accountId/address': customers,
  'POST /api/operator/customers/:accountId/close': ['support'],
  'POST /api/operator/customers/:accountId/view': ['support'],
  'POST /api/operator/customers/:accountId/sessions/end': customers,
  'POST /api/operator/customers/:accountId/mails/:mailId/resend': customers,
  'POST /api/operator/receipts/:id/refund': money,
  'POST /api/operator/receipts/:id/void': money,
  'POST /api/operator/subscriptions/:id/end': money,
  'POST /api/operator/receipts/:id/write-off': money,
  'GET /api/operator/reviews': ['support'],
  'POST /api/operator/reviews/:id/clear': ['support'],
  'POST /api/operator/reviews/:id/deny': ['support'],
  'GET /api/operator/coupon-batches': sale,
  'POST /api/operator/coupon-batches': sale,
  'GET /api/operator/coupon-batches/:id': sale,
  'GET /api/operator/coupon-batches/:id/redemptions': sale,
  'POST /api/operator/coupon-batches/:id/revoke': sale,
  'GET /api/operator/catalogue': operatorRoles,
  'POST /api/operator/catalogue/reload': sale,
  'GET /api/operator/work': customers,
  'GET /api/operator/work/:list': customers,
  'POST /api/operator/jobs/:id/retry': customers,
  'GET /api/operator/audit': ['admin'],
} as const satisfies Readonly<Record<string, readonly OperatorRole[]>>;
export type OperatorCall = keyof typeof operatorCalls;

/** Calls that an operator can make before choosing a password (L9). */
const beforeOwnPassword: readonly OperatorCall[] = [
  'DELETE /api/operator/sessions/me',
  'GET /api/operator/me',
  'POST /api/operator/me/change-password',
];

/** Whether a call is allowed while the operator still has the printed password. */
export const mayCallBeforeOwnPassword = (call: OperatorCall): boolean => beforeOwnPassword.includes(call);

/** Whether operators of these roles must have two-step authentication: they can move money. */
export const needsSecondStep = (roles: readonly OperatorRole[]): boolean =>
  roles.includes('admin') || roles.includes('billing');

export const mayCall = (roles: readonly string[], call: OperatorCall): boolean =>
  roles.includes('admin') || (operatorCalls[call] as readonly string[]).some((role) => roles.includes(role));

/** Why something is done: no writing call of the console goes without (INV-4). */
export const REASON_MAX = 500;

/** The most credit that is given at once: a misplaced point must not cost a hundredfold. */
export const CREDIT_MAX_CENTS = 100_000_00;
