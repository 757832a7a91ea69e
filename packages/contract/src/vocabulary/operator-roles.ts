/** Roles of operators (OP-01). An operator may have several; an admin may do everything. */
export const operatorRoles = ['support', 'billing', 'catalogue', 'admin'] as const;
export type OperatorRole = (typeof operatorRoles)[number];

const allRoles = operatorRoles;
const customers = ['support', 'billing'] as const;
const money = ['billing'] as const;
const sale = ['catalogue'] as const;

/**
 * Roles allowed for each operator call. The server enforces this table, the operator site shows buttons by it, and a test
 * checks every entry. A call without an entry does not compile (`operator.ts`).
 */
export const operatorCalls = {
  'DELETE /api/operator/sessions/me': allRoles,
  'GET /api/operator/me': allRoles,
  'POST /api/operator/me/change-password': allRoles,
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
  'POST /api/operator/subscriptions/:id/accept': money,
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
  'GET /api/operator/charts': customers,
  'POST /api/operator/jobs/:id/retry': customers,
  'POST /api/operator/jobs/:id/dismiss': customers,
  'POST /api/operator/payments/:id/ask': money,
  'GET /api/operator/hook-endpoints': customers,
  'POST /api/operator/hook-endpoints/:id/test': customers,
  'GET /api/operator/hooks': customers,
  'GET /api/operator/hooks/:id': customers,
  'POST /api/operator/hooks/:id/resend': customers,
  'GET /api/operator/vendor-keys': ['admin'],
  'POST /api/operator/vendor-keys': ['admin'],
  'POST /api/operator/vendor-keys/:id/revoke': ['admin'],
  'GET /api/operator/audit': ['admin'],
} as const satisfies Readonly<Record<string, readonly OperatorRole[]>>;
export type OperatorCall = keyof typeof operatorCalls;

/** Calls that an operator can make before choosing a password (L9). */
const beforeOwnPassword: readonly OperatorCall[] = [
  'DELETE /api/operator/sessions/me',
  'GET /api/operator/me',
  'POST /api/operator/me/change-password',
];

/** Tells whether a call is allowed while the operator still has the printed password. */
export const mayCallBeforeOwnPassword = (call: OperatorCall): boolean => beforeOwnPassword.includes(call);

/** Tells whether operators with these roles must use two-step authentication, because they can move money. */
export const needsSecondStep = (roles: readonly OperatorRole[]): boolean =>
  roles.includes('admin') || roles.includes('billing');

/** Tells whether one of the roles allows a call. An admin may make every call. */
export const mayCall = (roles: readonly string[], call: OperatorCall): boolean =>
  roles.includes('admin') || (operatorCalls[call] as readonly string[]).some((role) => roles.includes(role));

/** Maximum length of a reason, in characters. Every writing operator call requires one (INV-4). */
export const REASON_MAX = 500;

/** Largest credit of one grant, in cents. It limits the damage of a misplaced decimal point. */
export const CREDIT_MAX_CENTS = 100_000_00;
