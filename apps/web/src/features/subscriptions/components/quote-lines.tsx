import type { Quote } from '@foyer/contract/api/shapes';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { DateText } from '../../../ui/date.tsx';
import { Money } from '../../../ui/money.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { SummaryLine, SummaryLines } from '../../../ui/summary.tsx';
import { DueLines } from './due-lines.tsx';
import { TaxLine } from './tax-line.tsx';

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

/** Last amount of a quote for an account without an address, whose tax is unknown. */
export const BeforeTax = ({
  quote,
  label = <Trans>Subtotal</Trans>,
  due = true,
}: {
  quote: Pick<Quote, 'subtotal' | 'discount'>;
  label?: ReactNode;
  due?: boolean;
}) => (
  <SummaryLine label={label} reason={<Trans>Tax is added with your address</Trans>} rule due={due}>
    <Money cents={quote.subtotal - quote.discount} />
  </SummaryLine>
);

/** Lines of a quote as the server computed it (DR-04, PY-06). */
export const QuoteLines = ({ quote, withoutAddress = false }: { quote: Quote; withoutAddress?: boolean }) => (
  <SummaryLines>
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
    {withoutAddress ? (
      <BeforeTax quote={quote} />
    ) : (
      <>
        <TaxLine quote={quote} cents={quote.tax} />
        {quote.total !== quote.amountDueCents && (
          <SummaryLine label={<Trans>Total</Trans>} rule>
            <Money cents={quote.total} />
          </SummaryLine>
        )}
        <DueLines quote={quote} />
      </>
    )}
  </SummaryLines>
);

/** Placeholder lines while the first quote loads (SH-12). */
export const QuoteSkeleton = () => (
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
