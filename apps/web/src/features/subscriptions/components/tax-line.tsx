import type { Quote } from '@foyer/contract/api/shapes';
import { Money } from '../../../ui/money.tsx';
import { SummaryLine } from '../../../ui/summary.tsx';
import { TaxLabel } from '../../../ui/tax-label.tsx';

interface TaxLineProps {
  quote: Pick<Quote, 'taxPlace' | 'taxRatePercentage'>;
  cents: number;
}

/** Tax of a quote with its place and rate. Without a known rate there is no line. */
export const TaxLine = ({ quote: { taxPlace, taxRatePercentage }, cents }: TaxLineProps) =>
  taxPlace || taxRatePercentage ? (
    <SummaryLine label={<TaxLabel place={taxPlace} percent={taxRatePercentage} />}>
      <Money cents={cents} />
    </SummaryLine>
  ) : null;
