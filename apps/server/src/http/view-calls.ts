import type { RouteName } from '@foyer/contract/api/routes';

/**
 * Calls that a read-only view of an operator may make (decision 35). Every other call refuses a view, so that a new call
 * is closed until it stands here. Left out although they are reads: the copy of the data, recovery codes, the signed
 * statement of entitlements, and the look-ups of codes and promotions, which count guesses.
 */
export const viewCalls: ReadonlySet<RouteName> = new Set<RouteName>([
  'GET /api/auth/operator-view',
  'DELETE /api/auth/operator-view',
  'GET /api/auth/me',
  'GET /api/auth/me/addresses',
  'GET /api/auth/me/closure-plan',
  'GET /api/auth/me/ecac-status',
  'GET /api/auth/me/export',
  'GET /api/auth/me/security/activity',
  'GET /api/auth/me/security/passkeys',
  'GET /api/auth/me/security/products',
  'GET /api/auth/me/security/sessions',
  'GET /api/account/me',
  'GET /api/account/me/clock',
  'GET /api/account/me/receipts',
  'GET /api/account/me/receipts/:id',
  'GET /api/account/me/receipts/:id.pdf',
  'GET /api/account/payment-config',
  'GET /api/account/taxes/rate/:postalCode',
  'GET /api/consent/articles/:article',
  'GET /api/subscription/onetimepurchase/:id',
  'GET /api/subscription/plans',
  'GET /api/subscription/plans/:id/addons',
  'GET /api/subscription/subscriptions',
  'GET /api/subscription/subscriptions/:id',
  'GET /api/subscription/subscriptions/:id/maintenance/options',
  'GET /api/subscription/taxes/rate/:postalCode',
  'GET /api/subscription/usage',
  'GET /api/subscription/v2/plans',
  'GET /api/subscription/v2/plans/:subId',
  'POST /api/subscription/subscriptions/preview',
]);
