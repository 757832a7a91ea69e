import type { Plan, Subscription } from '@foyer/contract/api/shapes';
import { aCycle, aPlan, aQuote, aSubscription, withoutTiers } from './builders.ts';
import { answer, answerPlansOf } from './handlers.ts';
import { aReceipt } from './receipts.ts';
import { aTokenPair } from './tokens.ts';

export const DRIVE = '/subscriptions/drive';
export const REVIEW = `${DRIVE}?plan=pln_drive_starter_yearly&step=review`;

const pro = aPlan({
  id: 'pln_drive_pro',
  displayName: 'Pro',
  details: {
    storageSizeLimit: { value: 600_000_000_000, displayValue: '600 GB' },
    sharingType: { value: 'unlimited', displayValue: 'Unlimited Contributors' },
    accessKeyLimit: { value: 1, displayValue: '1 Device Access Key' },
  },
  billingCycles: [
    aCycle({ interval: 'monthly', intervalId: 'pln_drive_pro_monthly', amount: 5950 }),
    aCycle({ interval: 'yearly', intervalId: 'pln_drive_pro_yearly', amount: 59976 }),
  ],
});
export const basic = aPlan({
  id: 'pln_drive_free',
  displayName: 'Basic',
  isBasic: true,
  hasTrial: false,
  paymentMethodRequired: false,
  annualDiscount: null,
  billingCycles: [aCycle({ interval: 'free', intervalId: 'pln_drive_free_free', amount: 0, amountDue: 0 })],
});
const enterprise = aPlan({
  id: 'pln_drive_enterprise',
  displayName: 'Enterprise',
  contactForPricing: true,
  hasTrial: false,
  billingCycles: [],
  details: {
    storageSizeLimit: { value: 2_000_000_000_000, displayValue: '2 TB' },
    sharingType: { value: 'unlimited', displayValue: 'Unlimited Contributors' },
    accessKeyLimit: null,
  },
});

/** Plans without tiers, packages and features. */
export const plansAre = (...listed: Plan[]) => {
  const plans = listed.map(withoutTiers);
  return answerPlansOf('drive', { plans, data: { plans }, features: [], trialDays: 14 });
};
export const subscriptionsAre = (...subscriptions: Subscription[]) =>
  answer('GET /api/subscription/subscriptions', { subscriptions, data: { subscriptions } });
export const quoteIs = (quote = aQuote()) => answer('POST /api/subscription/subscriptions/preview', quote);
export const orderReply = { id: 'sub_1', subscription: aSubscription(), receipt: aReceipt() };
export const newClaims = answer('POST /api/auth/tokens', aTokenPair());
export const all = plansAre(aPlan(), basic, pro, enterprise);
