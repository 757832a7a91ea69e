import { taxOn } from '@foyer/contract/vocabulary/money';
import type { RuleContext } from '../billing/draft.ts';
import type { BillingState } from '../billing/entities.ts';
import { renewalCents } from '../billing/renewal-cents.ts';
import { priceById } from '../catalogue/catalogue.ts';
import type { Promotion } from './promotion.ts';
import { redeemPromotion } from './redeem.ts';

/** What the renewals after the free time come to, with the address, the prices and the credit of this moment. */
export interface ChargeThen {
  readonly taxCents: number;
  /** Of all grants together, tax included. */
  readonly totalCents: number;
  /** What of the account's credit goes into it. */
  readonly creditCents: number;
  readonly amountDueCents: number;
}

export interface PromotionOutlook {
  /** What comes back for paid days of a plan that gives way, tax included. */
  readonly creditCents: number;
  /** Null when nothing is charged. */
  readonly chargeThen: ChargeThen | null;
}

/**
 * What taking a promotion at this moment leads to (PR-04). It is read off the rows that the very rule makes, which are then
 * thrown away; null while the rule refuses, as long as the address or the card is missing.
 */
export const promotionOutlook = (
  state: BillingState,
  promotion: Promotion,
  context: RuleContext,
): PromotionOutlook | null => {
  const redeemed = redeemPromotion(state, promotion, null, { code: '', verdict: 'clear' }, context);
  if (!redeemed.ok) return null;
  const { writes, subscriptions } = redeemed.value;
  const renewals = subscriptions.flatMap((subscription) => {
    const totalCents = renewalCents(state, context, subscription);
    const price = subscription.transitionPriceId && priceById(context.catalogue, subscription.transitionPriceId);
    return totalCents !== null && price ? [{ totalCents, taxCents: taxOn(price.amountCents, state.taxRatePpm) }] : [];
  });
  const totalCents = renewals.reduce((sum, renewal) => sum + renewal.totalCents, 0);
  const credit = Math.min(totalCents, Math.max(0, -writes.account.balanceCents));
  return {
    creditCents: Math.max(0, state.account.balanceCents - writes.account.balanceCents),
    chargeThen:
      totalCents === 0
        ? null
        : {
            taxCents: renewals.reduce((sum, renewal) => sum + renewal.taxCents, 0),
            totalCents,
            creditCents: credit,
            amountDueCents: totalCents - credit,
          },
  };
};
