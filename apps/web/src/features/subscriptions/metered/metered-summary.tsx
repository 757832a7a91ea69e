import type { Quote } from '@foyer/contract/api/shapes';
import { Trans } from '@lingui/react/macro';
import { Money } from '../../../ui/money.tsx';
import { SummaryLine, SummaryLines } from '../../../ui/summary.tsx';
import { DueLines } from '../components/due-lines.tsx';
import { BeforeTax, QuoteLines } from '../components/quote-lines.tsx';
import { TaxLine } from '../components/tax-line.tsx';
import { figuresOf, type MeteredChoice } from './metered-choice.ts';

interface MeteredSummaryProps {
  choice: MeteredChoice;
  /** Quote of the order. */
  quote: Quote;
  /** Quote of the plan, if a trial comes first. */
  bought: Quote;
  trial: boolean;
  changing: boolean;
  /** The account needs an address before it can pay. */
  withoutAddress: boolean;
  /** The account has no address, so the tax is unknown. */
  taxUnknown: boolean;
}

/** Amounts: subtotal, discount and total (IO-02). A change shows each line, and a plan billed by use a sentence. */
export const MeteredSummary = ({
  choice,
  quote,
  bought,
  trial,
  changing,
  withoutAddress,
  taxUnknown,
}: MeteredSummaryProps) => {
  const { plan, cycle } = choice;
  if (quote.customBilling) {
    return (
      <SummaryLines>
        <SummaryLine
          label={<Trans>{plan.displayName}</Trans>}
          reason={<Trans>Billed by agreement, for what you use</Trans>}
        >
          <Trans>Pay-as-you-go</Trans>
        </SummaryLine>
        <DueLines quote={quote} />
      </SummaryLines>
    );
  }
  if (changing) return <QuoteLines quote={quote} withoutAddress={withoutAddress} />;
  const { subtotalCents, savedCents, couponCents, taxCents, totalCents } = figuresOf(choice, bought);
  const monthly = plan.billingCyclesHash.monthly;
  return (
    <SummaryLines>
      <SummaryLine
        // without an address the sum before tax is the subtotal, and no other line
        label={withoutAddress ? <Trans>Price</Trans> : <Trans>Subtotal</Trans>}
        reason={
          cycle?.interval === 'yearly' && monthly ? (
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
      {couponCents > 0 && (
        <SummaryLine label={<Trans>Discount</Trans>} reason={<Trans>Coupon</Trans>} minus>
          <Money cents={-couponCents} />
        </SummaryLine>
      )}
      {withoutAddress ? (
        <BeforeTax quote={bought} />
      ) : (
        <>
          {trial && taxUnknown ? (
            <BeforeTax quote={bought} label={<Trans>Before tax, after the trial</Trans>} due={false} />
          ) : (
            <>
              <TaxLine quote={bought} cents={taxCents} />
              <SummaryLine label={trial ? <Trans>Total after the trial</Trans> : <Trans>Total</Trans>} rule>
                <Money cents={totalCents} />
              </SummaryLine>
            </>
          )}
          <DueLines quote={quote} />
        </>
      )}
    </SummaryLines>
  );
};
