import type { Quote } from '@foyer/contract/api/shapes';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { TaxLabel } from '../../../shared/catalogue/tax-label.tsx';
import { Money } from '../../../ui/money.tsx';
import { SummaryLine, SummaryLines } from '../../../ui/summary.tsx';

/** Last amount of a quote for an account without an address, whose tax is unknown. */
const BeforeTax = ({
  quote,
  isAfterTrial = false,
}: {
  quote: Pick<MoneyQuote, 'subtotal' | 'discount'>;
  isAfterTrial?: boolean;
}) => (
  <SummaryLine
    label={isAfterTrial ? <Trans>Before tax, after the trial</Trans> : <Trans>Subtotal</Trans>}
    reason={<Trans>Tax is added with your address</Trans>}
    rule
    due={!isAfterTrial}
  >
    <Money cents={quote.subtotal - (quote.discount ?? 0)} />
  </SummaryLine>
);

/** Tax of a quote with its place and rate. Without a known rate there is no line. */
const TaxLine = ({ quote: { taxPlace, taxRatePercentage, tax } }: { quote: MoneyQuote }) =>
  taxPlace || taxRatePercentage ? (
    <SummaryLine label={<TaxLabel place={taxPlace} percent={taxRatePercentage} />}>
      <Money cents={tax} />
    </SummaryLine>
  ) : null;

const TotalLabel = ({ isAfterTrial, onlyIfKept }: { isAfterTrial: boolean; onlyIfKept: string | undefined }) => {
  if (!isAfterTrial) return <Trans>Total</Trans>;
  return onlyIfKept ? <Trans>If you keep it</Trans> : <Trans>Total after the trial</Trans>;
};

/** Lines from the total to the amount due today: credit that the order uses or adds (PY-06). */
const DueLines = ({ quote }: { quote: MoneyQuote }) => (
  <>
    {quote.credit !== 0 && (
      <SummaryLine
        label={quote.credit > 0 ? <Trans>Account credit</Trans> : <Trans>Previous balance</Trans>}
        minus={quote.credit > 0}
      >
        <Money cents={-quote.credit} />
      </SummaryLine>
    )}
    {!!quote.creditAdded && (
      <SummaryLine label={<Trans>Added to your account credit</Trans>}>
        <Money cents={quote.creditAdded} />
      </SummaryLine>
    )}
    {quote.carried > 0 && (
      <SummaryLine label={<Trans>Added to your next payment</Trans>} minus>
        <Money cents={-quote.carried} />
      </SummaryLine>
    )}
    <SummaryLine label={<Trans>Due today</Trans>} rule due>
      <Money cents={quote.amountDueCents} />
    </SummaryLine>
  </>
);

/** Fields that the quotes of a plan and of maintenance have. */
type MoneyQuote = Pick<
  Quote,
  'subtotal' | 'tax' | 'taxRatePercentage' | 'taxPlace' | 'total' | 'credit' | 'carried' | 'amountDueCents'
> &
  Partial<Pick<Quote, 'discount' | 'creditAdded' | 'customBilling'>>;

interface MoneyLinesProps {
  /** Amounts of the order. */
  quote: MoneyQuote;
  /** First lines: what is bought, and what lowers it. */
  children: ReactNode;
  /** Quote of the plan that may follow a trial. Its tax and total are shown above what is due today. */
  afterTrial?: MoneyQuote | undefined;
  /** Interval of the price after a trial that only continues if the customer turns on auto-renew. */
  onlyIfKept?: string | undefined;
  /** The account needs an address before it can pay. */
  withoutAddress?: boolean;
  /** The account has no address, so the tax after a trial is unknown. */
  isTaxUnknown?: boolean;
  /** No card can pay from the country of the account, so that nothing is due today (PM-03). */
  isUnpayable?: boolean;
  /** Shows the total also if all of it is due (IO-02). */
  hasTotal?: boolean;
}

/** Amounts of an order: what is bought, tax, total and what is due today, as the server computed them (DR-04, PY-06). */
export const MoneyLines = ({
  quote,
  children,
  afterTrial,
  onlyIfKept,
  withoutAddress = false,
  isTaxUnknown = false,
  isUnpayable = false,
  hasTotal = false,
}: MoneyLinesProps) => {
  const priced = afterTrial ?? quote;
  if (withoutAddress)
    return (
      <SummaryLines>
        {children}
        <BeforeTax quote={priced} />
      </SummaryLines>
    );
  return (
    <SummaryLines>
      {children}
      {afterTrial && isTaxUnknown ? (
        <BeforeTax quote={afterTrial} isAfterTrial />
      ) : (
        !quote.customBilling && (
          <>
            <TaxLine quote={priced} />
            {(hasTotal || isUnpayable || priced.total !== quote.amountDueCents) && (
              <SummaryLine label={<TotalLabel isAfterTrial={afterTrial !== undefined} onlyIfKept={onlyIfKept} />} rule>
                <Money cents={priced.total} />
                {afterTrial && onlyIfKept && <> {onlyIfKept}</>}
              </SummaryLine>
            )}
          </>
        )
      )}
      {!isUnpayable && <DueLines quote={quote} />}
    </SummaryLines>
  );
};
