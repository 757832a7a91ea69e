import { setTimeout as sleep } from 'node:timers/promises';
import type { Instant } from '@foyer/contract/vocabulary/instants';
import { makeDrawReceipt } from '../adapters/receipt-pdf.ts';
import type { Vendor } from '../brands.ts';
import { mailBrand } from '../brands.ts';
import { makeBuyMaintenance } from '../services/billing/buy-maintenance.ts';
import { commandResultOf, makeReadProgress } from '../services/billing/command-progress.ts';
import { makeListPlans } from '../services/billing/list-plans.ts';
import { makeListAddOns } from '../services/billing/list-tiered-plans.ts';
import { makeReadMaintenanceOptions } from '../services/billing/maintenance-options.ts';
import { makePayReceipt } from '../services/billing/pay-receipt.ts';
import { makePlaceOrder, makeToggleRenewal } from '../services/billing/place-order.ts';
import type { PurchaseReads } from '../services/billing/ports.ts';
import {
  makeListReceipts,
  makeListSubscriptions,
  makeReadAccount,
  makeReadReceipt,
  makeReadSubscription,
} from '../services/billing/read-account.ts';
import { makeReadPurchase, makeReadStarted } from '../services/billing/read-purchase.ts';
import { makeRemoveSubscription } from '../services/billing/remove-subscription.ts';
import { makeSubjectOutcome } from '../services/billing/subject-outcome.ts';
import { makeReadReceiptPdf } from '../services/receipts/read-receipt-pdf.ts';
import { type CodeParts, composeCodes } from './codes.ts';

/** Longest wait of a purchase for the bank's answer. After it the page polls for the result (MA-03). */
const RESPONSE_TIMEOUT_MS = 5_000;
const responseTimeout = () => sleep(RESPONSE_TIMEOUT_MS, undefined, { ref: false });

type OrderNeeds = Parameters<typeof makePlaceOrder>[0] & Parameters<typeof makeRemoveSubscription>[0];
type ReadNeeds = Omit<Parameters<typeof makeReadAccount>[0], 'payee'>;

export type BillingParts = ReadNeeds &
  Omit<CodeParts, 'placeOrder'> &
  OrderNeeds & {
    readonly orDeclined: Parameters<typeof makeSubjectOutcome>[1];
    readonly purchases: PurchaseReads;
    readonly onFault: (error: unknown, about: string) => void;
    readonly vendor: Vendor;
    readonly brandOf: (hostname: string) => string;
    readonly publicUrl: string;
    readonly wallNow: () => Instant;
  };

/** Joins what an account shows of its money, and what it orders. */
export const composeBilling = (parts: BillingParts) => {
  const { reads, ruleContext } = parts;
  const showing = { ...parts, payee: parts.vendor.payee };
  const placeOrder = makePlaceOrder(parts);
  const readReceipt = makeReadReceipt(showing);
  const readSubscription = makeReadSubscription(showing);
  return {
    readAccount: makeReadAccount(showing),
    listReceipts: makeListReceipts(showing),
    readReceipt,
    readReceiptPdf: makeReadReceiptPdf({
      readReceipt,
      brandAt: (hostname) => mailBrand(parts.vendor, parts.brandOf(hostname), parts.publicUrl),
      draw: makeDrawReceipt(),
    }),
    payReceipt: makePayReceipt(showing),
    taxRate: async (accountId: string, postalCode: string, country: string | undefined) => {
      const loaded = await reads.account(accountId);
      const now = loaded?.now ?? parts.wallNow();
      const billTo = loaded?.state.billTo;
      const asked = country ?? billTo?.country ?? 'US';
      const isOwn = billTo?.country === asked && billTo.postalCode === postalCode;
      return reads.taxRatePpm(asked, isOwn ? billTo.state : null, postalCode, now);
    },
    listPlans: makeListPlans({ reads, ruleContext }),
    listAddOns: makeListAddOns({ reads, ruleContext }),
    listSubscriptions: makeListSubscriptions(showing),
    readSubscription,
    placeOrder,
    ...composeCodes({ ...parts, placeOrder }),
    toggleRenewal: makeToggleRenewal(parts),
    removeSubscription: makeRemoveSubscription(parts),
    readMaintenanceOptions: makeReadMaintenanceOptions({ reads, ruleContext }),
    buyMaintenance: makeBuyMaintenance({ ...parts, responseTimeout }),
    readPurchase: makeReadPurchase(parts),
    readStartedPurchase: makeReadStarted(parts),
    commandResultOf,
    readProgress: makeReadProgress(parts),
    subjectOutcome: makeSubjectOutcome(reads, parts.orDeclined),
  };
};
