import type { Instant } from '@foyer/contract/vocabulary/instants';
import { makeDrawReceipt } from './adapters/receipt-pdf.ts';
import { defaultPayee, mailBrand } from './brands.ts';
import { makeListPlans } from './services/billing/list-plans.ts';
import { makeListAddOns, makeListTieredPlans } from './services/billing/list-tiered-plans.ts';
import { makePayReceipt } from './services/billing/pay-receipt.ts';
import { makePlaceOrder, makeToggleRenewal } from './services/billing/place-order.ts';
import { makePreviewOrder } from './services/billing/preview-order.ts';
import {
  makeListReceipts,
  makeListSubscriptions,
  makeReadAccount,
  makeReadReceipt,
  makeReadSubscription,
} from './services/billing/read-account.ts';
import { makeRemoveSubscription } from './services/billing/remove-subscription.ts';
import { makeSubjectOutcome } from './services/billing/subject-outcome.ts';
import { makeReadReceiptPdf } from './services/receipts/read-receipt-pdf.ts';

type OrderNeeds = Parameters<typeof makePlaceOrder>[0] & Parameters<typeof makeRemoveSubscription>[0];
type ReadNeeds = Omit<Parameters<typeof makeReadAccount>[0], 'payee'>;

export type BillingParts = ReadNeeds &
  OrderNeeds & {
    readonly orDeclined: Parameters<typeof makeSubjectOutcome>[1];
    readonly brandOf: (hostname: string) => string;
    readonly publicUrl: string;
    readonly wallNow: () => Instant;
  };

/** Joins what an account shows of its money, and what it orders. */
export const composeBilling = (parts: BillingParts) => {
  const { reads, ruleContext } = parts;
  const showing = { ...parts, payee: defaultPayee };
  const readReceipt = makeReadReceipt(showing);
  const readSubscription = makeReadSubscription(showing);
  return {
    readAccount: makeReadAccount(showing),
    listReceipts: makeListReceipts(showing),
    readReceipt,
    readReceiptPdf: makeReadReceiptPdf({
      readReceipt,
      brandAt: (hostname) => mailBrand(parts.brandOf(hostname), parts.publicUrl),
      draw: makeDrawReceipt(),
    }),
    payReceipt: makePayReceipt(showing),
    taxRate: async (accountId: string, postalCode: string, country: string | undefined) => {
      const loaded = await reads.account(accountId);
      const now = loaded?.now ?? parts.wallNow();
      return reads.taxRatePpm(country ?? loaded?.state.billTo?.country ?? 'US', postalCode, now);
    },
    listPlans: makeListPlans({ reads, ruleContext }),
    listTieredPlans: makeListTieredPlans({ reads, ruleContext }),
    listAddOns: makeListAddOns({ reads, ruleContext }),
    listSubscriptions: makeListSubscriptions(showing),
    readSubscription,
    placeOrder: makePlaceOrder(parts),
    toggleRenewal: makeToggleRenewal(parts),
    removeSubscription: makeRemoveSubscription(parts),
    previewOrder: makePreviewOrder({ reads, ruleContext }),
    subjectOutcome: makeSubjectOutcome(reads, parts.orDeclined),
  };
};
