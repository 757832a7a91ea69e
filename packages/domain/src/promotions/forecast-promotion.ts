import type { Promotion } from '../catalogue/promotion.ts';
import type { RuleContext } from '../decision/draft.ts';
import { forecastInvoices } from '../renewals/forecast-invoices.ts';
import { afterPaid } from '../renewals/simulation.ts';
import type { BillingState, Invoice } from '../state/entities.ts';
import { redeemPromotion } from './redeem.ts';

/** Sum of the invoices after the free time, considering other subscriptions that renew before. */
export interface ChargeThen {
  readonly taxCents: number;
  /** Tax rate of the current address and its place: the same for every invoice. */
  readonly taxRatePpm: number;
  readonly taxPlace: string;
  /** Sum over all grants, with tax. */
  readonly totalCents: number;
  /** Account credit used for it. */
  readonly creditCents: number;
  readonly amountDueCents: number;
}

export interface PromotionForecast {
  /** Credit for paid days of a replaced plan, with tax, in cents. */
  readonly creditCents: number;
  /** Null if nothing is charged. */
  readonly chargeThen: ChargeThen | null;
}

/**
 * Forecast of taking a promotion now (PR-04): the promotion rules run, and the rows are discarded. Null while the rules
 * refuse, for example because the address or the card is missing.
 */
export const forecastPromotion = (
  state: BillingState,
  promotion: Promotion,
  context: RuleContext,
): PromotionForecast | null => {
  const redeemed = redeemPromotion(state, promotion, null, { code: '', verdict: 'clear' }, context);
  if (!redeemed.ok) return null;
  const { writes, subscriptions } = redeemed.value;
  const { state: taken } = afterPaid(state, { writes, invoice: null }, context);
  const invoices = [...forecastInvoices(taken, context, subscriptions).values()];
  const sumOf = (centsOf: (invoice: Invoice) => number): number =>
    invoices.reduce((sum, invoice) => sum + centsOf(invoice), 0);
  const totalCents = sumOf((invoice) => invoice.totalCents);
  return {
    creditCents: Math.max(0, state.account.balanceCents - writes.account.balanceCents),
    chargeThen:
      totalCents === 0
        ? null
        : {
            taxCents: sumOf(({ taxCents }) => taxCents),
            taxRatePpm: invoices[0]?.taxRatePpm ?? state.taxRatePpm,
            taxPlace: invoices[0]?.taxPlace ?? '',
            totalCents,
            creditCents: sumOf(({ creditAppliedCents }) => creditAppliedCents),
            amountDueCents: sumOf(({ amountDueCents }) => amountDueCents),
          },
  };
};
