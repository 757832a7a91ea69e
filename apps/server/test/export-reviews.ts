import { expect } from 'vitest';
import type { CustomerOptions } from './customers.ts';
import type { Customer, Harness } from './harness.ts';

/** Operator and reason of the decisions. */
export const jo = { actor: 'jo@vendor.example', reason: 'looked at the address, ticket 4711' };

/** Makes a customer with an address at a domain that always needs an export review in tests. */
export const makeScreenedCustomer = async (h: Harness, options: CustomerOptions = {}): Promise<Customer> => {
  const customer = await h.makeCustomer({ claims: ['drive', 'tron'], ...options });
  const email = customer.email.replace('test.arcwave.test', 'lab.institute.example');
  await h.database.query('UPDATE users SET email = $2 WHERE id = $1', [customer.userId, email]);
  return { ...customer, email };
};

export const reviewStatus = async ({ client }: Customer): Promise<Record<string, unknown>> =>
  (await client.get<Record<string, unknown>>('/api/auth/me/ecac-status')).body;

export const offersScope = async ({ client }: Customer): Promise<boolean> => {
  const { body } = await client.get<{ token: { claims: object } }>('/api/auth/me');
  return Object.hasOwn(body.token.claims, 'tron');
};

/** The one review of an account. */
export const reviewOf = async (h: Harness, { accountId }: Customer): Promise<string> => {
  const rows = await h.database.query<{ id: string }>('SELECT id FROM export_reviews WHERE account_id = $1', [
    accountId,
  ]);
  expect(rows).toHaveLength(1);
  return rows[0]?.id ?? '';
};

/** Mails queued for an account, as template and name. Leaves out the mail about a saved card. */
export const mailsOf = (h: Harness, { accountId }: Customer): (string | null)[][] =>
  h.queued.flatMap((job) =>
    'kind' in job || job.accountId !== accountId || job.template === 'card_saved'
      ? []
      : [[job.template, job.facts.name ?? null]],
  );

export const plansOf = async (h: Harness, customer: Customer): Promise<string[]> =>
  (await h.subscriptions(customer)).map(({ plan }) => plan.id).sort();
