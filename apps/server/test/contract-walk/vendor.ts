import type { vendor } from '@foyer/contract/api/vendor';
import { vendorScopeNames } from '@foyer/contract/vocabulary/vendor-scopes';
import { expect } from 'vitest';
import { inject } from '../client.ts';
import { driveYear, makeCode } from '../codes.ts';
import type { Customer, Harness } from '../harness.ts';
import type { Examples } from './example.ts';

/** Context of the examples of the vendor API: a customer with a subscription. */
export interface VendorExampleContext {
  readonly h: Harness;
  readonly customer: Customer;
}

export type VendorCall = keyof typeof vendor;

let made = 0;

const accountOf = ({ accountId }: Customer) => ({ accountId });

/** One valid request for each call of the vendor API. A call without an example does not compile. */
export const vendorExamples: Examples<VendorCall, VendorExampleContext> = {
  'GET /vendor/v1/key': () => ({ status: 200 }),
  'POST /vendor/v1/customers': () => {
    made += 1;
    return { body: { externalId: `crm-${made}`, email: `walk-${made}@customer.example` }, status: 201 };
  },
  'GET /vendor/v1/accounts/:accountId/entitlements': ({ customer }) => ({ path: accountOf(customer), status: 200 }),
  'GET /vendor/v1/events': () => ({ query: '?pageSize=2', status: 200 }),
  'POST /vendor/v1/accounts/:accountId/terms': async ({ h }) => ({
    path: accountOf(await h.makeCustomer()),
    body: { planId: 'pln_drive_starter', months: 3, reason: 'prize of the fair' },
    status: 201,
  }),
  'POST /vendor/v1/accounts/:accountId/packages': async ({ h }) => ({
    path: accountOf(await h.makeCustomer()),
    body: { package: 'power', months: 3, reason: 'trial in the field' },
    status: 201,
  }),
  'POST /vendor/v1/accounts/:accountId/codes': async ({ h }) => ({
    path: accountOf(await h.makeCustomer()),
    body: { code: await makeCode(h, driveYear), reason: 'typed by the shop' },
    status: 201,
  }),
  'POST /vendor/v1/accounts/:accountId/portal-links': async ({ h }) => ({
    path: accountOf(await makeLinkedCustomer(h)),
    body: { task: 'plans', family: 'drive', returnAddress: 'https://drive.arcwave.example/files?page=2' },
    status: 201,
  }),
  'PUT /vendor/v1/accounts/:accountId/usage': ({ h, customer }) => ({
    path: accountOf(customer),
    body: { product: 'drive', limit: 'storage', used: 1, measuredAt: new Date(h.wall.now()).toISOString() },
    status: 204,
  }),
  'POST /vendor/v1/accounts/:accountId/notes': ({ customer }) => ({
    path: accountOf(customer),
    body: { text: 'asked by phone about seats' },
    status: 204,
  }),
};

/** Makes a customer who has an external id. */
export const makeLinkedCustomer = async (h: Harness, ...options: Parameters<Harness['makeCustomer']>) => {
  const customer = await h.makeCustomer(...options);
  await h.database.query('INSERT INTO account_external_ids (account_id, external_id) VALUES ($1, $2)', [
    customer.accountId,
    `crm of ${customer.accountId}`,
  ]);
  return customer;
};

/** Order of a portal link to Home. */
export const homeLink = { task: 'home', returnAddress: 'https://drive.arcwave.example/files' };

/** Makes a portal link and returns the secret in its address. */
export const makePortalLink = async (
  h: Harness,
  { accountId }: Pick<Customer, 'accountId'>,
  { order = homeLink, key }: { order?: object; key?: string } = {},
): Promise<string> => {
  const authorization = `Bearer ${key ?? (await makeVendorKey(h, { scopes: ['portal-links:write'] })).key}`;
  const url = `/vendor/v1/accounts/${accountId}/portal-links`;
  const made = await inject<{ url: string }>(h.app, {
    method: 'POST',
    url,
    headers: { authorization },
    payload: order,
  });
  expect(made.status, made.text).toBe(201);
  return /\/#\/signin\/link\/([\w-]{43})$/.exec(made.body.url)?.[1] ?? '';
};

/** Creates a vendor key as the command line does; by default with every scope. */
export const makeVendorKey = (
  { operator }: Harness,
  { scopes = vendorScopeNames, days = null }: { scopes?: readonly string[]; days?: number | null } = {},
) => operator.createVendorKey({ name: 'licence server', scopes, days }, { actor: 'test', reason: 'a test needs one' });
