import { driveYear, makeCodes } from '../codes.ts';
import { extend, makeLicenceHolder, ULTIMATE_YEAR } from '../licences.ts';
import type { CustomerCall, Examples, Site } from './example.ts';

/** Plans, subscriptions, licences, codes and promotions. */
export const subscriptionExamples = {
  'POST /api/coupon/coupons/lookup': async ({ h }) => {
    const [code = ''] = await makeCodes(h, driveYear);
    return { body: { code }, status: 200 };
  },
  'GET /api/coupon/coupons/:code': async ({ h }) => {
    const [code = ''] = await makeCodes(h, driveYear);
    return { path: { code }, status: 200 };
  },
  'GET /api/subscription/promotion/account': () => ({ query: '?promotionName=2-series', status: 200 }),
  'POST /api/subscription/promotion': async ({ h }) => {
    const owner = await h.makeCustomer({ address: null });
    const answer = await owner.client.get<{ promoCode: string }>(
      '/api/subscription/promotion/account?promotionName=portal',
    );
    return { body: { promoCode: answer.body.promoCode, transitionAtEnd: false }, status: 201, as: owner };
  },
  'GET /api/subscription/taxes/rate/:postalCode': () => ({ path: { postalCode: '02110' }, status: 200 }),
  'GET /api/subscription/usage': () => ({ status: 200 }),
  'GET /api/subscription/plans': () => ({ query: '?product=drive', status: 200 }),
  'GET /api/subscription/v2/plans': ({ subscriptionId }) => ({
    query: `?product=drive&subId=${subscriptionId}`,
    status: 200,
  }),
  'GET /api/subscription/v2/plans/:subId': async ({ h }) => {
    const owner = await h.makeCustomer({ card: 'tok_visa' });
    const bought = await owner.client.post<{ id: string }>('/api/subscription/subscriptions', {
      planId: 'pln_scope_power',
    });
    return { path: { subId: bought.body.id }, status: 200, as: owner };
  },
  'GET /api/subscription/plans/:id/addons': () => ({ path: { id: 'pln_scope_ultimate_yearly' }, status: 200 }),
  'GET /api/subscription/subscriptions': () => ({ query: '?product=drive&includeEnded=true', status: 200 }),
  'GET /api/subscription/subscriptions/:id': ({ subscriptionId }) => ({ path: { id: subscriptionId }, status: 200 }),
  'POST /api/subscription/subscriptions/preview': ({ subscriptionId }) => ({
    body: { planId: 'pln_drive_ultimate', interval: 'yearly', subscriptionId },
    status: 200,
  }),
  'POST /api/subscription/subscriptions': async ({ h }) => {
    const buyer = await h.makeCustomer({ card: 'tok_visa' });
    return {
      body: { planId: 'pln_drive_pro', interval: 'monthly', quantity: 1, expectedTotalCents: 6441 },
      status: 201,
      as: buyer,
    };
  },
  'DELETE /api/subscription/subscriptions/:id': async ({ h }) => {
    const owner = await h.makeCustomer({ card: 'tok_visa' });
    const taken = await owner.client.post<{ id: string }>('/api/subscription/subscriptions', {
      planId: 'pln_drive_starter',
    });
    return { path: { id: taken.body.id }, status: 204, as: owner };
  },
  'PATCH /api/subscription/subscriptions/:id': ({ subscriptionId }) => ({
    path: { id: subscriptionId },
    body: { cancelAtPeriodEnd: true },
    status: 200,
  }),
  'GET /api/subscription/subscriptions/:id/maintenance/options': async ({ h }) => {
    const holder = await makeLicenceHolder(h);
    return { path: { id: holder.id }, query: '?quantity=2', status: 200, as: holder.customer };
  },
  'PATCH /api/subscription/subscriptions/:id/maintenance': async ({ h }) => {
    const holder = await makeLicenceHolder(h);
    return { path: { id: holder.id }, body: ULTIMATE_YEAR, status: 202, as: holder.customer };
  },
  'GET /api/subscription/onetimepurchase/:id': async ({ h }) => {
    const holder = await makeLicenceHolder(h);
    const { body } = await extend(holder.customer, holder.id);
    return { path: { id: body.oneTimePurchaseId }, status: 200, as: holder.customer };
  },
  'GET /api/subscription/entitlements/statement': () => ({ status: 200 }),
  'GET /api/subscription/entitlements/key': () => ({ status: 200 }),
} satisfies Partial<Examples<CustomerCall, Site>>;
