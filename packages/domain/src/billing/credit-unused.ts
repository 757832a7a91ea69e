import { divideRounded, shareOf } from '@foyer/contract/vocabulary/money';
import type { Plan } from '../catalogue/catalogue.ts';
import { type RemainingDays, unusedCredit } from '../pricing/proration.ts';
import { describeUnused } from './describe.ts';
import type { Draft } from './draft.ts';
import type { CreditableLine, Subscription } from './entities.ts';
import type { InvoiceDraft, LineDraft } from './open-invoice.ts';

/**
 * What of a line the customer has not got back already: a refund or a lost dispute leaves the subscription as it is, and
 * what went to the card must not come a second time as credit. Lines of one invoice bear its refund by their size.
 */
const keptCents = (line: CreditableLine, billed: readonly CreditableLine[]): number => {
  const billedCents = billed
    .filter(({ invoiceId }) => invoiceId === line.invoiceId)
    .reduce((sum, { amountCents }) => sum + amountCents, 0);
  if (line.refundedCents === 0 || billedCents <= 0) return line.amountCents;
  return line.amountCents - shareOf(line.amountCents, Math.min(line.refundedCents, billedCents), billedCents);
};

/** One line of what was billed, with what of it comes back as credit. */
interface Unused {
  readonly line: CreditableLine;
  readonly creditCents: number;
}

/**
 * The rate that tax comes back at: the one that what is credited was billed at (billing.md §2.2, 4). A line of which nothing
 * comes back has no say. Lines of several rates are credited together where a refund failed after a change had counted on it;
 * theirs is the mean by what comes back of each, so that each gives its tax back at its own rate. Undefined without credit.
 */
const creditedTaxRatePpm = (unused: readonly Unused[]): number | undefined => {
  const creditCents = unused.reduce((sum, one) => sum + one.creditCents, 0);
  if (creditCents === 0) return undefined;
  return divideRounded(
    unused.reduce((sum, one) => sum + one.creditCents * one.line.taxRatePpm, 0),
    creditCents,
  );
};

/** The credit for what was billed and is not used any more, with the rate and the ceiling for the tax in it (billing.md §2.3). */
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
        description: describeUnused(plan),
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
