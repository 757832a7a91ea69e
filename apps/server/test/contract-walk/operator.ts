import type { OperatorCall } from '@foyer/contract/vocabulary/operator-roles';
import { portland } from '../customers.ts';
import type { Customer, Harness } from '../harness.ts';
import { giveUpMail, REASON, type TestOperator } from '../operators.ts';
import { buy, makeHolder, makeLate, makePurchase, starterYearly } from '../shop.ts';
import type { Examples } from './example.ts';

/** Context of the examples of operator calls: a customer with a subscription, and an operator. */
export interface OperatorExampleContext {
  readonly h: Harness;
  readonly customer: Customer;
  /** Operator of the call, with every role. */
  readonly admin: TestOperator;
}

const anyMail = async (h: Harness, customer: Customer): Promise<string> => {
  await h.mails(customer.email, 1);
  const [job] = await h.database.query<{ id: string }>(
    `SELECT id::text FROM pgboss.job WHERE name = 'mail' AND data ->> 'accountId' = $1 LIMIT 1`,
    [customer.accountId],
  );
  return job?.id ?? '';
};

let hooks = 0;

const anyHook = async (h: Harness, { accountId }: Customer, status = 'delivered'): Promise<string> => {
  hooks += 1;
  const id = `msg_walk_${hooks}`;
  await h.database.query(
    `INSERT INTO product_hook_deliveries (id, account_id, product, type, data, occurred_at, status, last_http_status)
     VALUES ($1, $2, 'drive', 'entitlement.changed', $3, now(), $4, 204)`,
    [id, accountId, { accountId, product: 'drive', reason: 'paid', entitlements: [] }, status],
  );
  await h.database.query(
    `INSERT INTO product_hook_attempts (delivery_id, number, at, duration_ms, http_status, answer) VALUES ($1, 1, now(), 7, 204, '')`,
    [id],
  );
  return id;
};

const openReview = async (h: Harness): Promise<string> => {
  const { accountId } = await h.makeCustomer({ exportStatus: 'pending' });
  const id = `exr_${accountId}`;
  await h.database.query(`INSERT INTO export_reviews (id, account_id, reason) VALUES ($1, $2, 'country')`, [
    id,
    accountId,
  ]);
  return id;
};

/** Makes a payment whose answer was lost, and that recovery gave up after seven days. */
const anyGivenUpPayment = async (h: Harness): Promise<string> => {
  const customer = await h.makeCustomer({ card: 'tok_visa' });
  h.faults.fail('charge', 'silent-after');
  await buy(customer, starterYearly);
  h.faults.clear();
  const [attempt] = await h.database.query<{ id: string }>(
    `UPDATE payment_attempts SET given_up_at = now(), created_at = now() - interval '8 days'
     WHERE account_id = $1 AND kind = 'charge' RETURNING id`,
    [customer.accountId],
  );
  return attempt?.id ?? '';
};

/** Reason of every command in the examples. */
export const because = { reason: REASON };

const batch = { ...because, name: 'trade fair', type: 'Prepaid', count: 3, planId: 'pln_drive_starter', months: 12 };

const vendorKey = { ...because, name: 'licence server', scopes: ['entitlements:read'], days: 365 };

const accountOf = ({ accountId }: Customer) => ({ accountId });

/** One valid request for each operator call. A call without an example does not compile. */
export const operatorExamples: Examples<OperatorCall, OperatorExampleContext> = {
  'DELETE /api/operator/sessions/me': () => ({ status: 204 }),
  'GET /api/operator/me': () => ({ status: 200 }),
  'POST /api/operator/me/change-password': ({ admin }) => ({
    body: { password: admin.password, newPassword: 'an entirely new phrase' },
    status: 204,
  }),
  'POST /api/operator/customers/search': ({ customer }) => ({ body: { q: customer.email }, status: 200 }),
  'GET /api/operator/customers/:accountId': ({ customer }) => ({ path: accountOf(customer), status: 200 }),
  'GET /api/operator/customers/:accountId/timeline': ({ customer }) => ({ path: accountOf(customer), status: 200 }),
  'GET /api/operator/customers/:accountId/receipts': ({ customer }) => ({ path: accountOf(customer), status: 200 }),
  'GET /api/operator/customers/:accountId/mails': ({ customer }) => ({ path: accountOf(customer), status: 200 }),
  // a separate customer, because the same amount is granted to one account only once an hour
  'POST /api/operator/customers/:accountId/credit': async ({ h }) => ({
    path: accountOf(await h.makeCustomer()),
    body: { ...because, amountCents: 500 },
    status: 200,
  }),
  'POST /api/operator/customers/:accountId/address': async ({ h }) => ({
    path: accountOf(await h.makeCustomer()),
    body: { ...because, ...portland },
    status: 201,
  }),
  'POST /api/operator/customers/:accountId/close': async ({ h }) => ({
    path: accountOf(await h.makeCustomer()),
    body: because,
    status: 200,
  }),
  'POST /api/operator/customers/:accountId/view': ({ customer }) => ({
    path: accountOf(customer),
    body: because,
    status: 201,
  }),
  'POST /api/operator/customers/:accountId/sessions/end': async ({ h }) => {
    const { accountId } = await h.makeCustomer();
    return { path: { accountId }, body: because, status: 200 };
  },
  'POST /api/operator/customers/:accountId/mails/:mailId/resend': async ({ h, customer }) => ({
    path: { ...accountOf(customer), mailId: await anyMail(h, customer) },
    body: because,
    status: 202,
  }),
  'POST /api/operator/receipts/:id/refund': async ({ h }) => {
    const { customer: holder } = await makeHolder(h, starterYearly);
    const [receipt] = await h.receipts(holder);
    return { path: { id: receipt?.id ?? '' }, body: { ...because, amountCents: 100 }, status: 200 };
  },
  'POST /api/operator/receipts/:id/void': async ({ h }) => ({
    path: { id: (await makeLate(h)).receipt },
    body: because,
    status: 200,
  }),
  'POST /api/operator/receipts/:id/write-off': async ({ h }) => ({
    path: { id: (await makeLate(h)).receipt },
    body: because,
    status: 200,
  }),
  'POST /api/operator/subscriptions/:id/end': async ({ h }) => ({
    path: { id: (await makeLate(h)).id },
    body: because,
    status: 200,
  }),
  'POST /api/operator/subscriptions/:id/accept': async ({ h }) => {
    const requester = await h.makeCustomer();
    return {
      path: { id: (await makePurchase(requester, { planId: 'pln_iot_enterprise' })).subscription.id },
      body: because,
      status: 200,
    };
  },
  'GET /api/operator/reviews': () => ({ query: '?status=decided', status: 200 }),
  'POST /api/operator/reviews/:id/clear': async ({ h }) => ({
    path: { id: await openReview(h) },
    body: because,
    status: 204,
  }),
  'POST /api/operator/reviews/:id/deny': async ({ h }) => ({
    path: { id: await openReview(h) },
    body: because,
    status: 204,
  }),
  'GET /api/operator/coupon-batches': async ({ admin }) => {
    await admin.call('POST', '/api/operator/coupon-batches', batch);
    return { status: 200 };
  },
  'POST /api/operator/coupon-batches': () => ({ body: batch, status: 201 }),
  'GET /api/operator/coupon-batches/:id': async ({ admin }) => {
    const made = await admin.call<{ batchId: string }>('POST', '/api/operator/coupon-batches', batch);
    return { path: { id: made.body.batchId }, status: 200 };
  },
  'GET /api/operator/coupon-batches/:id/redemptions': async ({ admin }) => {
    const made = await admin.call<{ batchId: string }>('POST', '/api/operator/coupon-batches', batch);
    return { path: { id: made.body.batchId }, status: 200 };
  },
  'POST /api/operator/coupon-batches/:id/revoke': async ({ admin }) => {
    const made = await admin.call<{ batchId: string }>('POST', '/api/operator/coupon-batches', batch);
    return { path: { id: made.body.batchId }, body: because, status: 200 };
  },
  'GET /api/operator/catalogue': () => ({ status: 200 }),
  'POST /api/operator/catalogue/reload': () => ({ body: because, status: 200 }),
  'GET /api/operator/work': () => ({ status: 200 }),
  'GET /api/operator/work/:list': () => ({ path: { list: 'failing' }, status: 200 }),
  'GET /api/operator/charts': () => ({ status: 200 }),
  'POST /api/operator/jobs/:id/retry': async ({ h, customer }) => ({
    path: { id: await giveUpMail(h, customer.accountId) },
    body: because,
    status: 204,
  }),
  'POST /api/operator/jobs/:id/dismiss': async ({ h, customer }) => ({
    path: { id: await giveUpMail(h, customer.accountId) },
    body: because,
    status: 204,
  }),
  'POST /api/operator/payments/:id/ask': async ({ h }) => ({
    path: { id: await anyGivenUpPayment(h) },
    body: because,
    status: 200,
  }),
  'GET /api/operator/hook-endpoints': () => ({ status: 200 }),
  'POST /api/operator/hook-endpoints/:id/test': () => ({ path: { id: 'drive' }, body: because, status: 201 }),
  'GET /api/operator/hooks': () => ({ query: '?product=drive', status: 200 }),
  'GET /api/operator/hooks/:id': async ({ h, customer }) => ({ path: { id: await anyHook(h, customer) }, status: 200 }),
  'POST /api/operator/hooks/:id/resend': async ({ h, customer }) => ({
    path: { id: await anyHook(h, customer, 'failed') },
    body: because,
    status: 204,
  }),
  'GET /api/operator/vendor-keys': async ({ admin }) => {
    await admin.call('POST', '/api/operator/vendor-keys', vendorKey);
    return { status: 200 };
  },
  'POST /api/operator/vendor-keys': () => ({ body: vendorKey, status: 201 }),
  'POST /api/operator/vendor-keys/:id/revoke': async ({ admin }) => {
    const made = await admin.call<{ id: string }>('POST', '/api/operator/vendor-keys', vendorKey);
    return { path: { id: made.body.id }, body: because, status: 204 };
  },
  'GET /api/operator/audit': ({ customer }) => ({ query: `?accountId=${customer.accountId}`, status: 200 }),
};
