import type { Quote } from '@foyer/contract/api/shapes';
import { Money } from '../../../ui/money.tsx';
import { SummaryLine } from '../../../ui/summary.tsx';
import { TaxLabel } from '../../../ui/tax-label.tsx';

interface TaxLineProps {
  quote: Pick<Quote, 'taxPlace' | 'taxRatePercentage'>;
  cents: number;
}

/** The tax of a quote, with its place and rate; no line where no rate is known (readings 4.23). */
export const TaxLine = ({ quote: { taxPlace, taxRatePercentage }, cents }: TaxLineProps) =>
  taxPlace || taxRatePercentage ? (
    <SummaryLine label={<TaxLabel place={taxPlace} percent={taxRatePercentage} />}>
      <Money cents={cents} />
    </SummaryLine>
  ) : null;
