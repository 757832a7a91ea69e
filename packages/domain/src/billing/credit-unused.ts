import { shareOf } from '@foyer/contract/vocabulary/money';
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

/** The tax in the refunds of these lines' invoices. */
const refundedTaxCents = (billed: readonly CreditableLine[]): number =>
  [...new Map(billed.map((line) => [line.invoiceId, line.refundedTaxCents])).values()].reduce(
    (sum, cents) => sum + cents,
    0,
  );

/** The credit for what was billed and is not used any more, with the rate and the ceiling for the tax in it (billing.md §2.3). */
export const creditUnused = (
  draft: Draft,
  subscription: Subscription,
  days: RemainingDays,
  plan: Plan,
): Pick<InvoiceDraft, 'lines' | 'creditedTaxRatePpm' | 'taxPoolCents'> => {
  const billed = draft.state.creditableLines.filter((line) => line.subscriptionId === subscription.id);
  const lines = billed.flatMap((line): LineDraft[] => {
    const { creditCents } = unusedCredit({ ...line, amountCents: keptCents(line, billed) }, days.remainingDays);
    if (creditCents === 0) return [];
    return [
      {
        kind: 'proration_credit',
        description: describeUnused(plan),
        quantity: 1,
        unitAmountCents: -creditCents,
        grossCents: -creditCents,
        periodStart: days.from,
        periodEnd: subscription.currentPeriodEnd,
        priceId: line.priceId,
        sourceLineId: line.id,
      },
    ];
  });
  const [first] = billed;
  return {
    lines,
    ...(first === undefined ? {} : { creditedTaxRatePpm: first.taxRatePpm }),
    taxPoolCents: Math.max(0, (draft.state.periodTaxCents[subscription.id] ?? 0) - refundedTaxCents(billed)),
  };
};
