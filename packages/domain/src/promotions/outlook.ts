import { comingBills } from '../billing/coming-bills.ts';
import type { RuleContext } from '../billing/draft.ts';
import type { BillingState, Invoice } from '../billing/entities.ts';
import { afterPaid } from '../billing/on-paper.ts';
import type { Promotion } from './promotion.ts';
import { redeemPromotion } from './redeem.ts';

/** What the bills after the free time come to, as they will be with what else is held and renews before. */
export interface ChargeThen {
  readonly taxCents: number;
  /** What the address of now is taxed at, and the place that rate is of: the same for every bill. */
  readonly taxRatePpm: number;
  readonly taxPlace: string;
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
 * What taking a promotion at this moment leads to (PR-04). It is read off the rows that the very rules make, now and when the
 * free time is over, which are then thrown away; null while the rule refuses, as long as the address or the card is missing.
 */
export const promotionOutlook = (
  state: BillingState,
  promotion: Promotion,
  context: RuleContext,
): PromotionOutlook | null => {
  const redeemed = redeemPromotion(state, promotion, null, { code: '', verdict: 'clear' }, context);
  if (!redeemed.ok) return null;
  const { writes, subscriptions } = redeemed.value;
  const { state: taken } = afterPaid(state, { writes, invoice: null }, context);
  const bills = [...comingBills(taken, context, subscriptions).values()];
  const sumOf = (centsOf: (bill: Invoice) => number): number => bills.reduce((sum, bill) => sum + centsOf(bill), 0);
  const totalCents = sumOf((bill) => bill.totalCents);
  return {
    creditCents: Math.max(0, state.account.balanceCents - writes.account.balanceCents),
    chargeThen:
      totalCents === 0
        ? null
        : {
            taxCents: sumOf(({ taxCents }) => taxCents),
            taxRatePpm: bills[0]?.taxRatePpm ?? state.taxRatePpm,
            taxPlace: bills[0]?.taxPlace ?? '',
            totalCents,
            creditCents: sumOf(({ creditAppliedCents }) => creditAppliedCents),
            amountDueCents: sumOf(({ amountDueCents }) => amountDueCents),
          },
  };
};
