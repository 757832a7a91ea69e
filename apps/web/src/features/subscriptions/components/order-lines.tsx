import type { TieredPlan } from '@foyer/contract/api/plans';
import type { Quote } from '@foyer/contract/api/shapes';
import { Trans } from '@lingui/react/macro';
import { DateText } from '../../../ui/date.tsx';
import { Money } from '../../../ui/money.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { SummaryLine, SummaryLines } from '../../../ui/summary.tsx';
import { listPriceOf } from '../model/list-price.ts';

type Line = Quote['lines'][number];

const Reason = ({ line: { days, periodEnd, amountCents } }: { line: Line }) => {
  if (days && amountCents < 0) {
    return (
      <Trans>
        {days.covered} of the {days.total} days you paid for
      </Trans>
    );
  }
  if (days && periodEnd) {
    return (
      <Trans>
        {days.covered} of {days.total} days, to <DateText instant={periodEnd} />
      </Trans>
    );
  }
  return periodEnd ? (
    <Trans>
      to <DateText instant={periodEnd} />
    </Trans>
  ) : null;
};

const DiscountLabel = ({ used }: { used: Quote['discountUsed'] }) =>
  used ? (
    <Trans>
      Discount of {used.percentage}% ({used.displayCode})
    </Trans>
  ) : (
    <Trans>Discount</Trans>
  );

/** Lines of a quote as the server computed them, to the discount (DR-04). */
export const QuotedLines = ({ quote, withoutAddress = false }: { quote: Quote; withoutAddress?: boolean }) => (
  <>
    {quote.lines.map((line) => (
      <SummaryLine
        key={`${line.kind} ${line.description} ${line.amountCents}`}
        label={line.description}
        reason={<Reason line={line} />}
        minus={line.amountCents < 0}
      >
        <Money cents={line.amountCents} />
      </SummaryLine>
    ))}
    {!(withoutAddress && quote.discount === 0) && (
      <SummaryLine label={withoutAddress ? <Trans>Before discount</Trans> : <Trans>Subtotal</Trans>} rule>
        <Money cents={quote.subtotal} />
      </SummaryLine>
    )}
    {quote.discount !== 0 && (
      <SummaryLine label={<DiscountLabel used={quote.discountUsed} />} minus>
        <Money cents={-quote.discount} />
      </SummaryLine>
    )}
  </>
);

/** Line of a plan that is billed by agreement. */
export const AgreementLine = ({ name }: { name: string }) => (
  <SummaryLine label={name} reason={<Trans>Billed by agreement, for what you use</Trans>} words>
    <Trans>Pay-as-you-go</Trans>
  </SummaryLine>
);

interface ListPriceLinesProps {
  plan: TieredPlan;
  /** Quote of a purchase of the plan. */
  quote: Quote;
  isYearly: boolean;
  withoutAddress: boolean;
}

/** Lines of a new metered plan: a year at the monthly price, and the savings by yearly payment and coupon (IO-02). */
export const ListPriceLines = ({ plan, quote, isYearly, withoutAddress }: ListPriceLinesProps) => {
  const { subtotalCents, savedCents } = listPriceOf(plan, isYearly, quote);
  const { monthly } = plan.billingCyclesHash;
  return (
    <>
      <SummaryLine
        // without an address the sum before tax is the subtotal, and no other line
        label={withoutAddress ? <Trans>Price</Trans> : <Trans>Subtotal</Trans>}
        reason={
          isYearly && monthly ? (
            <Trans>
              {plan.displayName}, 12 months at <Money cents={monthly.amount} whole />
            </Trans>
          ) : (
            plan.displayName
          )
        }
      >
        <Money cents={subtotalCents} />
      </SummaryLine>
      {savedCents > 0 && (
        <SummaryLine
          label={<Trans>Discount</Trans>}
          reason={plan.annualDiscount && <Trans>{plan.annualDiscount.percentOff}% for paying yearly</Trans>}
          minus
        >
          <Money cents={-savedCents} />
        </SummaryLine>
      )}
      {quote.discount > 0 && (
        <SummaryLine label={<Trans>Discount</Trans>} reason={<Trans>Coupon</Trans>} minus>
          <Money cents={-quote.discount} />
        </SummaryLine>
      )}
    </>
  );
};

/** Placeholder lines while the first quote loads (SH-12). */
export const MoneySkeleton = () => (
  <SummaryLines>
    <SummaryLine label={<Skeleton width={140} height={36} />}>
      <Skeleton width={60} height={16} />
    </SummaryLine>
    <SummaryLine label={<Trans>Subtotal</Trans>} rule>
      <Skeleton width={60} />
    </SummaryLine>
    <SummaryLine label={<Skeleton width={150} />}>
      <Skeleton width={50} />
    </SummaryLine>
    <SummaryLine label={<Trans>Due today</Trans>} rule due>
      <Skeleton width={96} height={28} />
    </SummaryLine>
  </SummaryLines>
);
