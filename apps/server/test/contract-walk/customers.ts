import { operator } from '@foyer/contract/api/operator';
import { vendor } from '@foyer/contract/api/vendor';
import { accountExamples } from './account.ts';
import { allCalls, type CustomerCall, type Examples, type Site } from './example.ts';
import { identityExamples } from './identity.ts';
import { subscriptionExamples } from './subscriptions.ts';

/** One good call for every promise of the contract to customers; a route without one does not compile. */
export const customerExamples: Examples<CustomerCall, Site> = {
  ...identityExamples,
  ...accountExamples,
  ...subscriptionExamples,
};

export const customerCalls = allCalls.filter(
  (name): name is CustomerCall => !Object.hasOwn(operator, name) && !Object.hasOwn(vendor, name),
);
