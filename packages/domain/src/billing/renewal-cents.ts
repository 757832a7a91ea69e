import { taxOn } from '@foyer/contract/vocabulary/money';
import { priceById } from '../catalogue/catalogue.ts';
import { discountInUse, discountOnLine } from '../coupons/discount.ts';
import { isChargeable, renews } from '../subscription/status.ts';
import type { RuleContext } from './draft.ts';
import type { BillingState, Subscription } from './entities.ts';

/**
 * What the next renewal of one subscription costs with today's address, tax included and before credit, by what is
 * scheduled for it; null when nothing will be charged.
 */
export const renewalCents = (
  state: BillingState,
  context: Pick<RuleContext, 'catalogue' | 'settings'>,
  subscription: Subscription,
): number | null => {
  if (subscription.status !== 'active' && subscription.status !== 'trialing') return null;
  if (!renews(subscription, isChargeable(state, context.settings))) return null;
  // An account whose address has left the countries where cards are taken is not charged again (S12).
  if (state.billTo !== null && !context.settings.cardCountries.includes(state.billTo.country)) return null;
  const scheduled = state.changes.find(
    (change) =>
      change.subscriptionId === subscription.id && change.mode === 'period_end' && change.status === 'pending',
  );
  // A promotion goes on at another price than it has, as a scheduled change does.
  const next = scheduled?.toPriceId ?? (subscription.source === 'promotion' ? subscription.transitionPriceId : null);
  const unitAmountCents = next ? (priceById(context.catalogue, next)?.amountCents ?? 0) : subscription.unitAmountCents;
  const priceId = next ?? subscription.priceId;
  const grossCents = unitAmountCents * (scheduled?.toQuantity ?? subscription.quantity);
  const netCents = grossCents - discountOnLine({ grossCents, priceId }, discountInUse(state, subscription, priceId));
  return netCents === 0 ? null : netCents + taxOn(netCents, state.taxRatePpm);
};
