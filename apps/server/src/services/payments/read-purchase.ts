import type { PurchaseStarted } from '@foyer/contract/api/maintenance';
import type { OneTimePurchase } from '@foyer/contract/api/shapes';
import type { AccountId } from '@foyer/contract/vocabulary/ids';
import { iso } from '@foyer/contract/vocabulary/instants';
import type { Purchase } from '@foyer/domain/state/maintenance-entities';
import type { PurchaseReads, PurchaseRow } from '../billing/ports.ts';
import { Refused } from '../refused.ts';
import type { ThrowUnlessSucceeded } from './throw-unless-succeeded.ts';

export interface PurchaseDependencies {
  readonly purchases: PurchaseReads;
  readonly throwUnlessSucceeded: ThrowUnlessSucceeded;
}

const viewPurchase = (purchase: Purchase): OneTimePurchase => ({
  id: purchase.id,
  accountId: purchase.accountId,
  created: iso(purchase.purchasedAt),
  forSubscriptionId: purchase.forSubscriptionId,
  items: [{ name: purchase.name, quantity: purchase.quantity, amount: purchase.unitAmountCents }],
  status: purchase.status,
  stripeInvoiceId: purchase.invoiceId,
  newExpiration: iso(purchase.newExpiration),
});

/**
 * Returns the response to a new purchase. A decline or a challenge of the bank is answered at once; an unknown outcome is
 * pending.
 */
export const startedAs = async (
  { purchase, attempt }: PurchaseRow,
  { throwUnlessSucceeded }: Pick<PurchaseDependencies, 'throwUnlessSucceeded'>,
): Promise<PurchaseStarted> => {
  if (attempt && (purchase.status === 'failed' || attempt.status === 'requires_action'))
    await throwUnlessSucceeded(attempt);
  return {
    oneTimePurchaseId: purchase.id,
    status: purchase.status === 'success' ? 'success' : 'pending',
    newExpiration: iso(purchase.newExpiration),
  };
};

/**
 * Reads the result of a one-time purchase (MA-03). A failed one is refused with the bank's message, and the error has the
 * purchase beside it.
 */
export const makeReadPurchase =
  ({ purchases, throwUnlessSucceeded }: PurchaseDependencies) =>
  async (accountId: AccountId, id: string): Promise<OneTimePurchase> => {
    const found = await purchases.purchase(accountId, id);
    if (!found) throw new Refused('NOT_FOUND');
    const view = viewPurchase(found.purchase);
    if (found.purchase.status !== 'failed' || !found.attempt) return view;
    try {
      await throwUnlessSucceeded(found.attempt);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      throw new Refused(error.type, { ...error.detail, beside: { purchase: view } });
    }
    return view;
  };

/** Returns the response to a keyed purchase whose call died, from its current state. */
export const makeReadStarted =
  (needs: PurchaseDependencies) =>
  async (accountId: AccountId, purchaseId: string): Promise<PurchaseStarted> => {
    const found = await needs.purchases.purchase(accountId, purchaseId);
    if (!found) throw new Refused('NOT_FOUND');
    return startedAs(found, needs);
  };
