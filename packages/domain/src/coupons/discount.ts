import { type Draft, putDiscount } from '../billing/draft.ts';
import type { BillingState, Invoice, InvoiceLine, Subscription } from '../billing/entities.ts';
import { percentOff } from '../pricing/price-invoice.ts';
import type { HeldDiscount, PercentOff } from './entities.ts';

/** A discount on its way to a bill; whose subscription it will be is known when the bill is written. */
export type DiscountToUse = Omit<HeldDiscount, 'subscriptionId'>;

const covers = (discount: PercentOff, priceId: string | null): boolean =>
  priceId !== null && discount.priceIds.includes(priceId);

/** What comes off one line: of charges of its prices. A credit is of what was billed, so it is lowered already. */
export const discountOnLine = (
  line: Pick<InvoiceLine, 'grossCents' | 'priceId'>,
  discount: PercentOff | null | undefined,
): number =>
  discount && line.grossCents > 0 && covers(discount, line.priceId)
    ? percentOff(line.grossCents, discount.percentOff)
    : 0;

/** The discount that lowers the next bill of a subscription at a price: one that still has bills to lower (CD-05). */
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
 * The discount of a change within a period. Discounts count periods: the rest of one whose bill was lowered is lowered
 * too, also when it was the last, and also when a plan that the coupon does not fit was held in between. So going to
 * another plan and back the same day costs nothing (I11).
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

/** The running discount that the one an order brings along ends: a subscription has one at a time. */
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

/** A subscription has one discount: the one it takes on ends the one it had. */
export const activateDiscount = (draft: Draft, discount: HeldDiscount): void => {
  for (const other of draft.state.discounts) {
    if (other.subscriptionId === discount.subscriptionId && other.status === 'active' && other.id !== discount.id)
      putDiscount(draft, { ...other, status: 'over' });
  }
  putDiscount(draft, { ...discount, status: 'active' });
};

/**
 * A bill was lowered: one fewer is left, unless it is for the rest of a period that was counted. What came with this bill
 * waits for it to be paid.
 */
export const noteDiscountUsed = (
  draft: Draft,
  discount: HeldDiscount,
  invoice: Invoice,
  isRestOfPeriod: boolean,
): void => {
  if (discount.status === 'active' && isRestOfPeriod) return;
  const used =
    invoice.discountCents > 0 && discount.cyclesLeft !== null ? discount.cyclesLeft - 1 : discount.cyclesLeft;
  const row = { ...discount, cyclesLeft: used };
  if (discount.status === 'active') putDiscount(draft, row);
  else if (invoice.status === 'open') putDiscount(draft, { ...row, invoiceId: invoice.id });
  else activateDiscount(draft, { ...row, invoiceId: invoice.id });
};

/** The bill that a discount came with is paid. */
export const keepDiscount = (draft: Draft, invoice: Invoice): void => {
  const pending = draft.state.discounts.find(
    ({ invoiceId, status }) => invoiceId === invoice.id && status === 'pending',
  );
  if (pending) activateDiscount(draft, pending);
};

/** A lowered bill is void: the coupon it came with is free again (S2), or the discount has one bill more to lower. */
export const giveDiscountBack = (draft: Draft, invoice: Invoice): void => {
  const isRestOfPeriod = draft.state.changes.some(
    (change) => change.invoiceId === invoice.id && !change.startsNewPeriod,
  );
  for (const discount of draft.state.discounts) {
    if (discount.status === 'pending' && discount.invoiceId === invoice.id) {
      putDiscount(draft, { ...discount, status: 'over' });
      draft.freedCoupons.push({ redemptionId: discount.id });
    } else if (
      discount.status === 'active' &&
      discount.subscriptionId === invoice.subscriptionId &&
      discount.code === invoice.couponCode &&
      discount.cyclesLeft !== null &&
      !isRestOfPeriod
    ) {
      putDiscount(draft, { ...discount, cyclesLeft: discount.cyclesLeft + 1 });
    }
  }
};
