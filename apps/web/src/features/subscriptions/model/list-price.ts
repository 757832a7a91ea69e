import type { TieredPlan } from '@foyer/contract/api/plans';
import type { Quote } from '@foyer/contract/api/shapes';

/** A year at the monthly price, and what yearly payment saves of it (IO-02). Monthly it is the price of the quote. */
export const listPriceOf = (
  { annualDiscount }: Pick<TieredPlan, 'annualDiscount'>,
  isYearly: boolean,
  { subtotal }: Pick<Quote, 'subtotal'>,
): { readonly subtotalCents: number; readonly savedCents: number } => {
  const subtotalCents = (isYearly && annualDiscount?.originalPrice) || subtotal;
  return { subtotalCents, savedCents: subtotalCents - subtotal };
};
