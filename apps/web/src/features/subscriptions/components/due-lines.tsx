import type { Quote } from '@foyer/contract/api/shapes';
import { Trans } from '@lingui/react/macro';
import { Money } from '../../../ui/money.tsx';
import { SummaryLine } from '../../../ui/summary.tsx';

/** Fields that all quotes have. Only a purchase that replaces a plan adds credit. */
type Due = Pick<Quote, 'credit' | 'carried' | 'amountDueCents'> & Partial<Pick<Quote, 'creditAdded'>>;

/** Lines from the total to the amount due today: credit that the order uses or adds (PY-06). */
export const DueLines = ({ quote }: { quote: Due }) => (
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
