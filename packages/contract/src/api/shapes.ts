import * as z from 'zod/mini';
import { intervals, products } from '../vocabulary/plans.ts';
import { subscriptionKinds, subscriptionStatuses } from '../vocabulary/subscription-status.ts';
import { comingBill } from './coming-bill.ts';
import { cents, isoInstant } from './text.ts';

/** Shapes that several calls share (api.md §0.5). */

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

/** One length by which the maintenance of a perpetual licence may be extended (MA-02, MA-05). */
export const extensionOption = z.object({
  id: z.string(),
  name: z.string(),
  category: z.string(),
  newExpiration: isoInstant,
  /** Of one piece. */
  durationInMonths: z.int(),
  /** Of one piece, before tax. */
  amount: cents,
  quantity: z.int(),
  /** `amount` times `quantity`, before tax. */
  totalPrice: cents,
  /** In years, of all pieces together. */
  extensionLength: z.int(),
  isSelfService: z.boolean(),
});
export type ExtensionOption = z.infer<typeof extensionOption>;

/** Something bought once: today an extension of maintenance. A failed one travels beside the refusal that says why. */
export const oneTimePurchase = z.object({
  id: z.string(),
  accountId: z.string(),
  created: isoInstant,
  forSubscriptionId: z.string(),
  items: z.array(z.object({ name: z.string(), quantity: z.int(), amount: cents })),
  status: z.enum(['pending', 'success', 'failed']),
  /** Our invoice, under the name the specification gives it; its receipt has the same id. */
  stripeInvoiceId: z.string(),
  newExpiration: isoInstant,
});
export type OneTimePurchase = z.infer<typeof oneTimePurchase>;

/** A package or an extra of a plan. */
export const addOn = z.object({
  id: z.string(),
  name: z.string(),
  shortName: z.string(),
  description: z.string(),
  amount: cents,
  /** Comes with the plan and is not chosen. */
  checked: z.boolean(),
  hasTrial: z.boolean(),
  order: z.int(),
  type: z.enum(['package', 'add_on']),
  includedPackages: z.array(z.string()),
});

export const subscription = z.object({
  id: z.string(),
  name: z.string(),
  product: z.enum(products),
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
    /** Billed by agreement, for what is used: its amount of 0 is no price (IO-01). */
    customBilling: z.boolean(),
    /** Everything offered with the plan. */
    addOns: z.array(addOn),
    /** Ids of the add-ons that this subscription has. */
    currentAddOns: z.array(z.string()),
    /** The same add-ons with all their fields. */
    mappedAddOns: z.array(addOn),
    /** Discounts that lower the coming bills of this subscription; `cyclesLeft` null lowers all of them. */
    coupons: z.array(z.object({ id: z.string(), discountPercentage: z.int(), cyclesLeft: z.nullable(z.int()) })),
  }),
  /** Ids of the other subscriptions that the same promotion made. */
  children: z.array(z.string()),
  /** The code it was redeemed with, whole; it opens nothing any more. */
  prepaidCouponId: z.nullable(z.string()),
  prepaidDisplayCode: z.nullable(z.string()),
  created: isoInstant,
  createdAt: isoInstant,
  updatedAt: isoInstant,
  currentPeriodStart: isoInstant,
  currentPeriodEnd: z.nullable(isoInstant),
  expiry: z.nullable(isoInstant),
  expires: z.boolean(),
  trialExpiry: z.nullable(isoInstant),
  trialExpiresOn: z.nullable(isoInstant),
  trialDaysLeft: z.nullable(z.int()),
  renews: z.boolean(),
  /**
   * Whether there is a renewal to switch on (SU-05): not of what is prepaid, suspended or open-ended, nor of a trial that prepaid
   * time outlasts. That such a trial goes on, agreed to before, can still be switched off.
   */
  renewable: z.boolean(),
  /**
   * What the bill of its next renewal, or of what a trial, a promotion or a pending change goes on as, will come to with
   * today's address: tax included and before credit, 0 where more comes back than it costs; null when there is no bill.
   */
  renewalCents: z.nullable(cents),
  /** That bill with the credit that will be there by then; null too when it lies too far ahead to be foretold. */
  renewalBill: z.nullable(comingBill),
  cancelAtPeriodEnd: z.boolean(),
  transitionAtEnd: z.boolean(),
  /**
   * What it is changed to when its period ends, or when a trial over it goes on before that; `{"transitionAtEnd": false}`
   * alone takes it back, of the trial where there is one.
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
  isPromo: z.boolean(),
  isFreePromo: z.boolean(),
  isBasic: z.boolean(),
  isLegacy: z.boolean(),
  isPerpetual: z.boolean(),
  noExpiry: z.boolean(),
  oneTimeOffer: z.boolean(),
  maintenanceEnds: z.nullable(isoInstant),
  maintenancePeriod: z.nullable(z.object({ expiration: isoInstant })),
  /** How its maintenance may be extended, by new expiration; only a perpetual licence has any (MA-02). */
  extensionOptions: z.array(extensionOption),
});
export type Subscription = z.infer<typeof subscription>;

export const billingCycle = z.object({
  interval: z.enum(intervals),
  intervalId: z.string(),
  amount: cents,
  /** What switching to this cycle costs this account today, before tax. */
  amountDue: cents,
  discounted: z.boolean(),
  /** One period at the price of the coupon that was asked about; null without one, and where it does not fit (CD-05). */
  discountedAmount: z.nullable(cents),
  description: z.string(),
  hasTrial: z.boolean(),
  limitedOffer: z.boolean(),
});
export type BillingCycle = z.infer<typeof billingCycle>;

const detail = <T extends z.ZodMiniType>(value: T) => z.object({ value, displayValue: z.string() });

export const plan = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  displayName: z.string(),
  product: z.enum(products),
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
  /** `304 of 365 days`, when the line covers a part of a period. */
  days: z.nullable(z.object({ covered: z.int(), total: z.int() })),
  periodStart: z.nullable(isoInstant),
  periodEnd: z.nullable(isoInstant),
});

/** One thing that an order leads to, as the rules will do it unless something changes before (BY-03). */
const comingEvent = z.object({
  /** The plan renews, a waiting one starts, a trial or promotion continues paid, a trial ends, a plan ends. */
  kind: z.enum(['renews', 'starts', 'continues', 'trial_ends', 'ends']),
  at: isoInstant,
  /** About what is ordered; else about the plan of the same product that goes on beside a trial (D9). */
  ordered: z.boolean(),
  planName: z.string(),
  interval: z.enum(intervals),
  /** Null when nothing is charged. */
  bill: z.nullable(comingBill),
});
export type ComingEvent = z.infer<typeof comingEvent>;

/** A discount on a plan, as a bill names it. */
const quoteDiscount = z.object({ displayCode: z.string(), percentage: z.int() });

export const quote = z.object({
  subtotal: cents,
  discount: cents,
  /** What lowers this bill: the coupon asked with, or the discount that runs already; null when nothing does. */
  discountUsed: z.nullable(quoteDiscount),
  /** The running discount that ends with this order, because a plan has one at a time (CD-05). */
  discountEnded: z.nullable(quoteDiscount),
  tax: cents,
  taxRatePercentage: z.number(),
  taxPlace: z.string(),
  total: cents,
  /** Stored credit that will be used; negative when an earlier small debit is collected. */
  credit: cents,
  creditAdded: cents,
  carried: cents,
  amountDueCents: cents,
  paymentRequired: z.boolean(),
  customBilling: z.boolean(),
  lines: z.array(quoteLine),
  newPeriodEnd: z.nullable(isoInstant),
  scheduledFor: z.nullable(isoInstant),
  /** What happens after today, in order, up to the first renewal or the end. */
  coming: z.array(comingEvent),
  prorationDay: z.nullable(z.int()),
});
export type Quote = z.infer<typeof quote>;
