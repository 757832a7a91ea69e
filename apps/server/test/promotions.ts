import type { Promotion } from '@foyer/contract/api/promotions';
import type { Subscription } from '@foyer/contract/api/shapes';
import { expect } from 'vitest';
import type { Answer } from './client.ts';
import type { Customer, Harness } from './harness.ts';
import { START } from './shop.ts';

/** Shared steps of tests about promotions and export reviews. */

export interface LookedUp {
  readonly promoCode: string;
  readonly promotion: Promotion;
}

export interface Taken {
  readonly subscriptions: Subscription[];
  readonly promotion: Promotion;
  readonly transitionAtEnd: boolean;
}

export const readPromotion = (customer: Customer, name: string): Promise<Answer<LookedUp>> =>
  customer.client.get(`/api/subscription/promotion/account?promotionName=${encodeURIComponent(name)}`);

export const redeemPromotion = (
  customer: Customer,
  promoCode: string,
  key?: string,
  choice: { readonly transitionAtEnd?: boolean } = {},
): Promise<Answer<Taken>> =>
  customer.client.post('/api/subscription/promotion', { promoCode, ...choice }, key === undefined ? {} : { key });

/** Code of a promotion, as the page shows it to the customer. */
export const codeOf = async (customer: Customer, name: string): Promise<string> => {
  const answer = await readPromotion(customer, name);
  expect(answer.status, answer.text).toBe(200);
  return answer.body.promoCode;
};

/** Takes a promotion, and returns what it gave. */
export const makeRedemption = async (customer: Customer, name: string): Promise<Taken> => {
  const answer = await redeemPromotion(customer, await codeOf(customer, name));
  expect(answer.status, answer.text).toBe(201);
  return answer.body;
};

export const plans = ({ subscriptions }: Pick<Taken, 'subscriptions'>): string[] =>
  subscriptions.map(({ plan }) => plan.id);

export const makeClocked = (h: Harness): Promise<Customer> => h.makeCustomer({ card: 'tok_visa', clock: START });

export const redemptions = (h: Harness, { accountId }: Customer) =>
  h.database.query<{ status: string; promotionId: string }>(
    'SELECT status, promotion_id FROM promotion_redemptions WHERE account_id = $1 ORDER BY created_at',
    [accountId],
  );
