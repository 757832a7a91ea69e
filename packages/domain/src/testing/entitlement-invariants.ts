import type { Product } from '@foyer/contract/vocabulary/plans';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { BillingWrites } from '../decision/draft.ts';
import { entitlementsOf } from '../entitlements/entitlement.ts';
import type { BillingState } from '../state/entities.ts';
import type { BillingSettings } from '../state/settings.ts';

/**
 * Checks that a product that keeps the latest message of each account has its entitlements right after every decision
 * (BY-08).
 */
export const checkMessages = (
  before: BillingState,
  after: BillingState,
  writes: BillingWrites,
  context: { readonly catalogue: Catalogue; readonly settings: BillingSettings },
): string[] => {
  const usable = (state: BillingState, product: Product) =>
    JSON.stringify(entitlementsOf(state, context, product).filter(({ entitled }) => entitled));
  return context.catalogue.families.flatMap(({ key: product }) => {
    const told = writes.entitlements.filter((change) => change.product === product);
    if (told.length > 1) return [`BY-08: ${product} got two messages about one decision`];
    const [change] = told;
    if (!change)
      return usable(before, product) === usable(after, product)
        ? []
        : [`BY-08: ${product} got no message about a change`];
    const isCorrect = JSON.stringify(change.entitlements) === JSON.stringify(entitlementsOf(after, context, product));
    return isCorrect ? [] : [`BY-08: ${product} got wrong entitlements (${change.reason})`];
  });
};
