import type { Plan } from '../catalogue/catalogue.ts';
import { type RemainingDays, unusedCredit } from '../pricing/proration.ts';
import { describeUnused } from './describe.ts';
import type { Draft } from './draft.ts';
import type { Subscription } from './entities.ts';
import type { InvoiceDraft, LineDraft } from './open-invoice.ts';

/** The credit for what was billed and is not used any more, with the rate and the ceiling for the tax in it (billing.md §2.3). */
export const creditUnused = (
  draft: Draft,
  subscription: Subscription,
  days: RemainingDays,
  plan: Plan,
): Pick<InvoiceDraft, 'lines' | 'creditedTaxRatePpm' | 'taxPoolCents'> => {
  const billed = draft.state.creditableLines.filter((line) => line.subscriptionId === subscription.id);
  const lines = billed.flatMap((line): LineDraft[] => {
    const { creditCents } = unusedCredit(line, days.remainingDays);
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
    taxPoolCents: draft.state.periodTaxCents[subscription.id] ?? 0,
  };
};
