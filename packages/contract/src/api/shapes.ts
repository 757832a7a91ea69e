import * as z from 'zod/mini';
import { intervals } from '../vocabulary/plans.ts';
import { subscriptionKinds, subscriptionStatuses } from '../vocabulary/subscription-status.ts';
import { forecastInvoice } from './forecast-invoice.ts';
import { cents, isoInstant, productKey } from './text.ts';

/** Schemas used by several calls. */

export const address = z.object({
  country: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  organization: z.string(),
  addressLine1: z.string(),
  addressLine2: z.string(),
  city: z.string(),
  state: z.string(),
  postalCode: z.string(),
  phone1: z.optional(z.string()),
});
export type Address = z.infer<typeof address>;

export const paymentMethod = z.object({
  id: z.string(),
  brand: z.string(),
  last4: z.string(),
  expirationYear: z.int(),
  expirationMonth: z.int(),
  isDefault: z.boolean(),
  expired: z.boolean(),
});
export type PaymentMethod = z.infer<typeof paymentMethod>;

/** Length by which the maintenance of a perpetual licence can be extended (MA-02, MA-05). */
export const extensionOption = z.object({
  id: z.string(),
  name: z.string(),
  category: z.string(),
  newExpiration: isoInstant,
  /** Months of one extension. */
  durationInMonths: z.int(),
  /** Price of one extension, before tax. */
  amount: cents,
  quantity: z.int(),
  /** `amount` times `quantity`, before tax. */
  totalPrice: cents,
  /** Years of all extensions together. */
  extensionLength: z.int(),
  isSelfService: z.boolean(),
});
export type ExtensionOption = z.infer<typeof extensionOption>;

/** One-time purchase: an extension of maintenance. The error response of a failed purchase contains it too. */
export const oneTimePurchase = z.object({
  id: z.string(),
  accountId: z.string(),
  created: isoInstant,
  forSubscriptionId: z.string(),
  items: z.array(z.object({ name: z.string(), quantity: z.int(), amount: cents })),
  status: z.enum(['pending', 'success', 'failed']),
  /** Id of Foyer's invoice, under the name in the specification. The receipt has the same id. */
  stripeInvoiceId: z.string(),
  newExpiration: isoInstant,
});
export type OneTimePurchase = z.infer<typeof oneTimePurchase>;

/** Package or other add-on of a plan. */
export const addOn = z.object({
  id: z.string(),
  name: z.string(),
  shortName: z.string(),
  description: z.string(),
  amount: cents,
  /** Included in the plan, not chosen by the customer. */
  checked: z.boolean(),
  hasTrial: z.boolean(),
  order: z.int(),
  type: z.enum(['package', 'add_on']),
  includedPackages: z.array(z.string()),
  /** Key of the feature that is this package. */
  featureKey: z.nullable(z.string()),
});

export const subscription = z.object({
  id: z.string(),
  name: z.string(),
  product: productKey,
  type: z.enum(subscriptionKinds),
  status: z.enum(subscriptionStatuses),
  entitled: z.boolean(),
  effective: z.boolean(),
  quantity: z.int(),
  plan: z.object({
    id: z.string(),
    intervalId: z.string(),
    interval: z.enum(intervals),
    name: z.string(),
    displayName: z.string(),
    tierName: z.string(),
    description: z.string(),
    amount: cents,
    storageDisplay: z.nullable(z.string()),
    /** Billed by agreement and by usage: the amount of 0 is not a price (IO-01). */
    customBilling: z.boolean(),
    /** Everything offered with the plan. */
    addOns: z.array(addOn),
    /** Ids of the add-ons that this subscription has. */
    currentAddOns: z.array(z.string()),
    /** The same add-ons with all their fields. */
    mappedAddOns: z.array(addOn),
    /** Discounts on future invoices of this subscription. `cyclesLeft: null` lowers all of them. */
    coupons: z.array(z.object({ id: z.string(), discountPercentage: z.int(), cyclesLeft: z.nullable(z.int()) })),
  }),
  /** Ids of the other subscriptions from the same promotion. */
  children: z.array(z.string()),
  /** Full code it was redeemed with. The code is used up. */
  prepaidCouponId: z.nullable(z.string()),
  prepaidDisplayCode: z.nullable(z.string()),
  created: isoInstant,
  createdAt: isoInstant,
  updatedAt: isoInstant,
  currentPeriodStart: isoInstant,
  /** End of the period. An ended subscription has here and in `expiry` the time at which it ended. */
  currentPeriodEnd: z.nullable(isoInstant),
  expiry: z.nullable(isoInstant),
  expires: z.boolean(),
  trialExpiry: z.nullable(isoInstant),
  trialExpiresOn: z.nullable(isoInstant),
  trialDaysLeft: z.nullable(z.int()),
  renews: z.boolean(),
  /**
   * There is a renewal to turn on (SU-05). False for prepaid, suspended and open-ended subscriptions, and for a trial
   * above longer prepaid time. Renewal of such a trial can still be turned off.
   */
  renewable: z.boolean(),
  /**
   * Total of the next renewal invoice, or of the invoice after a trial, promotion or pending change, with the current
   * address. With tax, before credit; 0 if the credit for the previous plan is higher. Null without an invoice.
   */
  renewalCents: z.nullable(cents),
  /** That invoice with the credit available by then. Also null if it is too far ahead to compute. */
  renewalBill: z.nullable(forecastInvoice),
  /**
   * Event that follows if the unpaid invoice of its period stays unpaid: the plan is paused, or it ends. Null if nothing
   * of it is unpaid.
   */
  ifUnpaid: z.nullable(z.object({ kind: z.enum(['pauses', 'ends']), at: isoInstant })),
  cancelAtPeriodEnd: z.boolean(),
  transitionAtEnd: z.boolean(),
  /**
   * Change at the end of the period, or earlier by a converting trial above it. `{"transitionAtEnd": false}` alone
   * cancels it. Send that to the trial if `trialId` is set. Null while the plan ends instead, because the new plan costs
   * something and cards are not accepted for the address.
   */
  pendingChange: z.nullable(
    z.object({
      planId: z.string(),
      planName: z.string(),
      interval: z.enum(intervals),
      customBilling: z.boolean(),
      applyAt: isoInstant,
      trialId: z.nullable(z.string()),
    }),
  ),
  isPrepaid: z.boolean(),
  isTrial: z.boolean(),
  /** It ended while it was a trial, and did not continue as a plan. */
  endedAsTrial: z.boolean(),
  isPromo: z.boolean(),
  isFreePromo: z.boolean(),
  isBasic: z.boolean(),
  isLegacy: z.boolean(),
  isPerpetual: z.boolean(),
  noExpiry: z.boolean(),
  oneTimeOffer: z.boolean(),
  maintenanceEnds: z.nullable(isoInstant),
  maintenancePeriod: z.nullable(z.object({ expiration: isoInstant })),
  /** Extensions of its maintenance by new end; empty except for perpetual licences (MA-02). */
  extensionOptions: z.array(extensionOption),
});
export type Subscription = z.infer<typeof subscription>;

export const billingCycle = z.object({
  interval: z.enum(intervals),
  intervalId: z.string(),
  amount: cents,
  /** Cost for this account of switching to this cycle today, before tax. */
  amountDue: cents,
  discounted: z.boolean(),
  /**
   * Price of one period with the requested coupon; null without a coupon, or if it does not cover the price (CD-05).
   */
  discountedAmount: z.nullable(cents),
  description: z.string(),
  hasTrial: z.boolean(),
  limitedOffer: z.boolean(),
});
export type BillingCycle = z.infer<typeof billingCycle>;

const detail = <T extends z.ZodMiniType>(value: T) => z.object({ value, displayValue: z.string() });

export const plan = z.object({
  id: z.string(),
  /** Id of the plan that a promotion gives for free; for every other plan its own id (DR-06). */
  regularId: z.string(),
  /** Id by which a link or an order names the trial of this plan, offered or not (DR-06). */
  trialId: z.string(),
  name: z.string(),
  description: z.string(),
  displayName: z.string(),
  product: productKey,
  interval: z.nullable(z.enum(intervals)),
  displayInterval: z.string(),
  intervalId: z.nullable(z.string()),
  amount: cents,
  active: z.boolean(),
  details: z.object({
    storageSizeLimit: z.nullable(detail(z.number())),
    sharingType: z.nullable(detail(z.string())),
    accessKeyLimit: z.nullable(detail(z.int())),
  }),
  paymentMethodRequired: z.boolean(),
  contactForPricing: z.boolean(),
  customBilling: z.boolean(),
  hasTrial: z.boolean(),
  trialDays: z.int(),
  oneTimeOffer: z.boolean(),
  isAtSubCountLimit: z.boolean(),
  isCurrent: z.boolean(),
  isBasic: z.boolean(),
  isLegacy: z.boolean(),
  tierName: z.string(),
  tierId: z.string(),
  shortId: z.string(),
  annualDiscount: z.nullable(z.object({ percentOff: z.int(), originalPrice: cents, pricePerMonth: cents })),
  billingCycles: z.array(billingCycle),
  billingCyclesHash: z.record(z.string(), billingCycle),
});
export type Plan = z.infer<typeof plan>;

export const quoteLine = z.object({
  kind: z.string(),
  description: z.string(),
  quantity: z.int(),
  amountCents: cents,
  /** `304 of 365 days`, if the line covers a part of a period. */
  days: z.nullable(z.object({ covered: z.int(), total: z.int() })),
  periodStart: z.nullable(isoInstant),
  periodEnd: z.nullable(isoInstant),
});

/** Future event after an order, if nothing is changed before (BY-03). */
const upcomingEvent = z.object({
  /**
   * The plan renews, a scheduled plan starts, a trial or promotion continues as a paid plan, a trial ends, a plan ends.
   */
  kind: z.enum(['renews', 'starts', 'continues', 'trial_ends', 'ends']),
  at: isoInstant,
  /** True for the ordered plan. False for the plan below an ordered trial (D9). */
  ordered: z.boolean(),
  planName: z.string(),
  interval: z.enum(intervals),
  /** Null if nothing is charged. */
  bill: z.nullable(forecastInvoice),
});
export type UpcomingEvent = z.infer<typeof upcomingEvent>;

/** Discount on a plan. */
const quoteDiscount = z.object({ displayCode: z.string(), percentage: z.int() });

export const quote = z.object({
  subtotal: cents,
  discount: cents,
  /** Discount that lowers this invoice: the requested coupon, or the active discount; null without one. */
  discountUsed: z.nullable(quoteDiscount),
  /** Active discount that ends with this order, because a plan has one at a time (CD-05). */
  discountEnded: z.nullable(quoteDiscount),
  tax: cents,
  taxRatePercentage: z.number(),
  taxPlace: z.string(),
  total: cents,
  /** Account credit used; negative if an earlier small debit is collected. */
  credit: cents,
  creditAdded: cents,
  carried: cents,
  amountDueCents: cents,
  paymentRequired: z.boolean(),
  customBilling: z.boolean(),
  lines: z.array(quoteLine),
  newPeriodEnd: z.nullable(isoInstant),
  scheduledFor: z.nullable(isoInstant),
  /** Events after today, up to the first renewal or the end. */
  coming: z.array(upcomingEvent),
  prorationDay: z.nullable(z.int()),
});
export type Quote = z.infer<typeof quote>;
