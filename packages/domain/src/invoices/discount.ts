import { type Draft, put } from '../decision/draft.ts';
import type { HeldDiscount, PercentOff } from '../state/coupon-entities.ts';
import type { BillingState, Invoice, InvoiceLine, Subscription } from '../state/entities.ts';
import { percentOff } from './price-invoice.ts';

/** Discount that is not yet assigned to a subscription. */
export type DiscountToUse = Omit<HeldDiscount, 'subscriptionId'>;

const covers = (discount: PercentOff, priceId: string | null): boolean =>
  priceId !== null && discount.priceIds.includes(priceId);

/** Discount on one line, in cents. Credits are excluded, because the billed amount was reduced already. */
export const discountOnLine = (
  line: Pick<InvoiceLine, 'grossCents' | 'priceId'>,
  discount: PercentOff | null | undefined,
): number =>
  discount && line.grossCents > 0 && covers(discount, line.priceId)
    ? percentOff(line.grossCents, discount.percentOff)
    : 0;

/** Discount that lowers the next invoice of a subscription at a price; null if it has no invoices left (CD-05). */
export const discountInUse = (
  state: Pick<BillingState, 'discounts'>,
  subscription: Pick<Subscription, 'id'>,
  priceId: string,
): HeldDiscount | null =>
  state.discounts.find(
    (discount) =>
      discount.subscriptionId === subscription.id &&
      discount.status === 'active' &&
      discount.cyclesLeft !== 0 &&
      covers(discount, priceId),
  ) ?? null;

/**
 * Discount of a change within a period. Discounts count periods, so the rest of a reduced period is reduced too. That
 * holds if it was the last one, and if the account had another plan in between. So changing to another plan and back on the
 * same day costs nothing (I11).
 */
export const discountOfPeriod = (
  state: Pick<BillingState, 'discounts' | 'periodCoupons'>,
  subscription: Pick<Subscription, 'id'>,
  priceId: string,
): HeldDiscount | null =>
  state.discounts.find(
    (discount) =>
      discount.subscriptionId === subscription.id &&
      discount.status === 'active' &&
      covers(discount, priceId) &&
      state.periodCoupons[subscription.id]?.includes(discount.code),
  ) ?? null;

/** Active discount that a new code (`code`) will end. A subscription has one discount at a time. */
export const discountEndedBy = (
  state: Pick<BillingState, 'discounts'>,
  subscription: Pick<Subscription, 'id'>,
  code: string | undefined,
): HeldDiscount | null =>
  code === undefined
    ? null
    : (state.discounts.find(
        (discount) =>
          discount.subscriptionId === subscription.id && discount.status === 'active' && discount.cyclesLeft !== 0,
      ) ?? null);

/** Activates a discount and ends the previous one of the subscription. */
export const activateDiscount = (draft: Draft, discount: HeldDiscount): void => {
  for (const other of draft.state.discounts) {
    if (other.subscriptionId === discount.subscriptionId && other.status === 'active' && other.id !== discount.id)
      put(draft, 'discounts', { ...other, status: 'over' });
  }
  put(draft, 'discounts', { ...discount, status: 'active' });
};

/**
 * Counts an invoice that a discount lowered, except for the rest of a period that was counted. A new discount stays
 * `pending` until its first invoice is paid.
 */
export const recordDiscountUse = (
  draft: Draft,
  discount: HeldDiscount,
  invoice: Invoice,
  isRestOfPeriod: boolean,
): void => {
  if (discount.status === 'active' && isRestOfPeriod) return;
  const used =
    invoice.discountCents > 0 && discount.cyclesLeft !== null ? discount.cyclesLeft - 1 : discount.cyclesLeft;
  const row = { ...discount, cyclesLeft: used };
  if (discount.status === 'active') put(draft, 'discounts', row);
  else if (invoice.status === 'open') put(draft, 'discounts', { ...row, invoiceId: invoice.id });
  else activateDiscount(draft, { ...row, invoiceId: invoice.id });
};

/** Activates the discount whose first invoice was paid. */
export const activatePaidDiscount = (draft: Draft, invoice: Invoice): void => {
  const pending = draft.state.discounts.find(
    ({ invoiceId, status }) => invoiceId === invoice.id && status === 'pending',
  );
  if (pending) activateDiscount(draft, pending);
};

/**
 * Undoes the use of a discount by a voided invoice: a pending discount frees its coupon (S2), an active one gets one
 * invoice back.
 */
export const restoreDiscount = (draft: Draft, invoice: Invoice): void => {
  const isRestOfPeriod = draft.state.changes.some(
    (change) => change.invoiceId === invoice.id && !change.startsNewPeriod,
  );
  for (const discount of draft.state.discounts) {
    if (discount.status === 'pending' && discount.invoiceId === invoice.id) {
      put(draft, 'discounts', { ...discount, status: 'over' });
      put(draft, 'freedCoupons', { redemptionId: discount.id });
    } else if (
      discount.status === 'active' &&
      discount.subscriptionId === invoice.subscriptionId &&
      discount.code === invoice.couponCode &&
      discount.cyclesLeft !== null &&
      !isRestOfPeriod
    ) {
      put(draft, 'discounts', { ...discount, cyclesLeft: discount.cyclesLeft + 1 });
    }
  }
};
