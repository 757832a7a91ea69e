import { type Product, products } from '@foyer/contract/vocabulary/plans';
import type { BillingWrites } from '../billing/draft.ts';
import type { BillingState } from '../billing/entities.ts';
import type { BillingSettings } from '../billing/settings.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { entitlementsOf } from '../entitlement/entitlement.ts';

/** BY-08: a product that keeps the latest message of each account knows what the account may use, after every decision. */
export const untold = (
  before: BillingState,
  after: BillingState,
  writes: BillingWrites,
  context: { readonly catalogue: Catalogue; readonly settings: BillingSettings },
): string[] => {
  const usable = (state: BillingState, product: Product) =>
    JSON.stringify(entitlementsOf(state, context, product).filter(({ entitled }) => entitled));
  return products.flatMap((product) => {
    const told = writes.entitlements.filter((change) => change.product === product);
    if (told.length > 1) return [`BY-08: ${product} is told twice of one decision`];
    const [change] = told;
    if (!change)
      return usable(before, product) === usable(after, product) ? [] : [`BY-08: ${product} is not told of a change`];
    const isTrue = JSON.stringify(change.entitlements) === JSON.stringify(entitlementsOf(after, context, product));
    return isTrue ? [] : [`BY-08: ${product} is told something else than is (${change.reason})`];
  });
};
