import type { vendor } from '@foyer/contract/api/vendor';
import { vendorScopeNames } from '@foyer/contract/vocabulary/vendor-scopes';
import type { Customer, Harness } from '../harness.ts';
import type { Examples } from './example.ts';

/** Context of the examples of the vendor API: a customer with a subscription. */
export interface VendorExampleContext {
  readonly h: Harness;
  readonly customer: Customer;
}

export type VendorCall = keyof typeof vendor;

/** One valid request for each call of the vendor API. A call without an example does not compile. */
export const vendorExamples: Examples<VendorCall, VendorExampleContext> = {
  'GET /vendor/v1/key': () => ({ status: 200 }),
};

/** Creates a vendor key as the command line does; by default with every scope. */
export const makeVendorKey = (
  { operator }: Harness,
  { scopes = vendorScopeNames, days = null }: { scopes?: readonly string[]; days?: number | null } = {},
) => operator.createVendorKey({ name: 'licence server', scopes, days }, { actor: 'test', reason: 'a test needs one' });
