import { setTimeout as sleep } from 'node:timers/promises';
import { brandOfKey, mailBrand } from '../brands.ts';
import { makePayReceipt } from '../services/invoices/pay-receipt.ts';
import type { RenderReceipt } from '../services/invoices/ports.ts';
import { makeReadReceiptPdf } from '../services/invoices/read-receipt-pdf.ts';
import { makeListReceipts, makeReadReceipt } from '../services/invoices/read-receipts.ts';
import { makeBuyMaintenance } from '../services/maintenance/buy-maintenance.ts';
import { makeReadMaintenanceOptions } from '../services/maintenance/maintenance-options.ts';
import { commandResultOf, makeReadProgress } from '../services/orders/command-progress.ts';
import { makeListPlans } from '../services/orders/list-plans.ts';
import { makeListAddOns } from '../services/orders/list-tiered-plans.ts';
import { makePlaceOrder, makeToggleRenewal } from '../services/orders/place-order.ts';
import { makeSubjectOutcome } from '../services/orders/subject-outcome.ts';
import { makeReadPurchase, makeReadStarted } from '../services/payments/read-purchase.ts';
import {
  makeListSubscriptions,
  makeReadAccount,
  makeReadSubscription,
} from '../services/subscriptions/read-account.ts';
import { makeRemoveSubscription } from '../services/subscriptions/remove-subscription.ts';
import type { Base } from './base.ts';
import type { Charging } from './charging.ts';
import { composeCoupons } from './coupons.ts';

/** Longest wait of a purchase for the bank's answer. After it the page polls for the result (MA-03). */
const RESPONSE_TIMEOUT_MS = 5_000;
const responseTimeout = () => sleep(RESPONSE_TIMEOUT_MS, undefined, { ref: false });

let renderer: Promise<RenderReceipt> | null = null;

/** Draws a receipt. The library is loaded by the first one, because it is a quarter of the code that a start would read. */
const renderReceipt: RenderReceipt = async (document) => {
  renderer ??= import('../adapters/receipt-pdf.ts').then(({ makeRenderReceipt }) => makeRenderReceipt());
  return (await renderer)(document);
};

/** Connects the reads and orders of an account's billing. */
export const composeBilling = (base: Base, charging: Charging) => {
  const { platform, reads, vendor } = base;
  const parts = { ...base, ...charging, payee: vendor.payee };
  const placeOrder = makePlaceOrder(platform, parts);
  const readReceipt = makeReadReceipt(parts);
  const readSubscription = makeReadSubscription(platform, parts);
  return {
    readAccount: makeReadAccount(platform, parts),
    listReceipts: makeListReceipts(parts),
    readReceipt,
    readReceiptPdf: makeReadReceiptPdf({
      readReceipt,
      brandAt: (hostname) => {
        const key = base.brandOf(hostname);
        return { ...mailBrand(vendor, key, base.publicUrl), mark: brandOfKey(vendor.brands, key).mark };
      },
      render: renderReceipt,
    }),
    payReceipt: makePayReceipt(platform, parts),
    taxRate: async (accountId: string, postalCode: string, country: string | undefined) => {
      const loaded = await reads.account(accountId);
      const now = loaded?.now ?? base.wallNow();
      const billTo = loaded?.state.billTo;
      const asked = country ?? billTo?.country ?? 'US';
      const isOwn = billTo?.country === asked && billTo.postalCode === postalCode;
      return reads.taxRatePpm(asked, isOwn ? billTo.state : null, postalCode, now);
    },
    listPlans: makeListPlans(platform, { reads }),
    listAddOns: makeListAddOns(platform, { reads }),
    listSubscriptions: makeListSubscriptions(platform, parts),
    readSubscription,
    placeOrder,
    ...composeCoupons(base, charging, placeOrder),
    toggleRenewal: makeToggleRenewal(platform, parts),
    removeSubscription: makeRemoveSubscription(platform, parts),
    readMaintenanceOptions: makeReadMaintenanceOptions(platform, { reads }),
    buyMaintenance: makeBuyMaintenance(platform, { ...parts, responseTimeout }),
    readPurchase: makeReadPurchase(parts),
    readStartedPurchase: makeReadStarted(parts),
    commandResultOf,
    readProgress: makeReadProgress(parts),
    subjectOutcome: makeSubjectOutcome(reads, base.throwUnlessSucceeded),
  };
};
