import { divideRounded, shareOf } from '@foyer/contract/vocabulary/money';
import type { Plan } from '../catalogue/catalogue.ts';
import type { Draft } from '../decision/draft.ts';
import type { CreditableLine, Subscription } from '../state/entities.ts';
import { describeUnused } from './describe.ts';
import type { InvoiceDraft, LineDraft } from './open-invoice.ts';
import { type RemainingDays, unusedCredit } from './proration.ts';

/**
 * Amount of a line that was not yet returned to the customer. A refund or lost dispute does not change the
 * subscription, so the same money must not return again as credit. Lines of one invoice bear its refund in proportion
 * to their amounts.
 */
const keptCents = (line: CreditableLine, billed: readonly CreditableLine[]): number => {
  const billedCents = billed
    .filter(({ invoiceId }) => invoiceId === line.invoiceId)
    .reduce((sum, { amountCents }) => sum + amountCents, 0);
  if (line.refundedCents === 0 || billedCents <= 0) return line.amountCents;
  return line.amountCents - shareOf(line.amountCents, Math.min(line.refundedCents, billedCents), billedCents);
};

/** Billed line with the credit for its unused days. */
interface Unused {
  readonly line: CreditableLine;
  readonly creditCents: number;
}

/**
 * Tax rate of a credit: the rate at which the credited lines were billed (D16). Several rates occur if a refund failed
 * after a change had counted on it. Then the mean, weighted by credit, returns the tax of each line at its own rate.
 * Undefined without credit.
 */
const creditedTaxRatePpm = (unused: readonly Unused[]): number | undefined => {
  const creditCents = unused.reduce((sum, one) => sum + one.creditCents, 0);
  if (creditCents === 0) return undefined;
  return divideRounded(
    unused.reduce((sum, one) => sum + one.creditCents * one.line.taxRatePpm, 0),
    creditCents,
  );
};

/**
 * Builds credit lines for billed days that are not used. `creditedTaxRatePpm` and `taxPoolCents` are the rate and the
 * maximum of the tax given back with them.
 */
export const creditUnused = (
  draft: Draft,
  subscription: Subscription,
  days: RemainingDays,
  plan: Plan,
): Pick<InvoiceDraft, 'lines' | 'creditedTaxRatePpm' | 'taxPoolCents'> => {
  const billed = draft.state.creditableLines.filter((line) => line.subscriptionId === subscription.id);
  const unused = billed
    .map((line): Unused => {
      const { creditCents } = unusedCredit({ ...line, amountCents: keptCents(line, billed) }, days.remainingDays);
      return { line, creditCents };
    })
    .filter(({ creditCents }) => creditCents !== 0);
  const taxRatePpm = creditedTaxRatePpm(unused);
  return {
    lines: unused.map(
      ({ line, creditCents }): LineDraft => ({
        kind: 'proration_credit',
        ...describeUnused(draft.context.catalogue, plan),
        quantity: 1,
        unitAmountCents: -creditCents,
        grossCents: -creditCents,
        periodStart: days.from,
        periodEnd: subscription.currentPeriodEnd,
        priceId: line.priceId,
        sourceLineId: line.id,
      }),
    ),
    ...(taxRatePpm === undefined ? {} : { creditedTaxRatePpm: taxRatePpm }),
    taxPoolCents: Math.max(0, draft.state.periodTaxCents[subscription.id] ?? 0),
  };
};
