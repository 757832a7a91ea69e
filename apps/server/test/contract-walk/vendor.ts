import type { vendor } from '@foyer/contract/api/vendor';
import { vendorScopeNames } from '@foyer/contract/vocabulary/vendor-scopes';
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
  'POST /vendor/v1/accounts/:accountId/codes': async ({ h }) => ({
    path: accountOf(await h.makeCustomer()),
    body: { code: await makeCode(h, driveYear), reason: 'typed by the shop' },
    status: 201,
  }),
  'POST /vendor/v1/accounts/:accountId/notes': ({ customer }) => ({
    path: accountOf(customer),
    body: { text: 'asked by phone about seats' },
    status: 204,
  }),
};

/** Creates a vendor key as the command line does; by default with every scope. */
export const makeVendorKey = (
  { operator }: Harness,
  { scopes = vendorScopeNames, days = null }: { scopes?: readonly string[]; days?: number | null } = {},
) => operator.createVendorKey({ name: 'licence server', scopes, days }, { actor: 'test', reason: 'a test needs one' });
