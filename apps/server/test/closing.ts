import type { ClosurePlan } from '@foyer/contract/api/closing';
import { expect } from 'vitest';
import { type Answer, inject } from './client.ts';
import { type CustomerOptions, defaultClaimPaths, PASSWORD } from './customers.ts';
import type { Customer, Harness } from './harness.ts';

/** Makes a customer with the claims of a new one, which include closing the account. */
export const makeCustomerToClose = (h: Harness, options: CustomerOptions = {}): Promise<Customer> =>
  h.makeCustomer({ claims: defaultClaimPaths, ...options });

export const close = (
  h: Harness,
  { client }: Customer,
  password: string | undefined = PASSWORD,
): Promise<Answer<unknown>> =>
  inject(h.app, {
    method: 'DELETE',
    url: '/api/auth/users',
    headers: { 'x-is-at': client.accessToken },
    payload: { password },
  });

export const planOf = async ({ client }: Customer): Promise<ClosurePlan> => {
  const answer = await client.get<ClosurePlan>('/api/auth/me/closure-plan');
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
};

/** Facts that differ between a closed and an open account. */
export const stateOf = async (h: Harness, { accountId, userId }: Customer) => {
  const [row] = await h.database.query<{
    account: string;
    deleted: boolean;
    live: number;
    sessions: number;
    customer: boolean;
    card: number;
  }>(
    `SELECT a.status AS account, u.deleted_at IS NOT NULL AS deleted, a.gateway_customer_ref IS NOT NULL AS customer,
       (SELECT count(*) FROM subscriptions s WHERE s.account_id = a.id AND s.ended_at IS NULL) AS live,
       (SELECT count(*) FROM sessions s WHERE s.user_id = u.id AND s.ended_at IS NULL) AS sessions,
       (SELECT count(*) FROM payment_methods m WHERE m.account_id = a.id AND m.status = 'active') AS card
     FROM accounts a JOIN users u ON u.account_id = a.id WHERE a.id = $1 AND u.id = $2`,
    [accountId, userId],
  );
  return row;
};

export const CLOSED = { account: 'closed', deleted: true, live: 0, sessions: 0, customer: false, card: 0 };

/** Returns whether the gateway still has a customer of the account, which could be charged. */
export const isAtGateway = async (h: Harness, { accountId }: Customer): Promise<boolean> =>
  (await h.database.query('SELECT 1 FROM sandbox.customers WHERE account_ref = $1 AND deleted_at IS NULL', [accountId]))
    .length > 0;
