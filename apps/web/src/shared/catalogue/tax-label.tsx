import { isolated } from '@foyer/contract/vocabulary/shown-text';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { pageLanguage } from '../../lib/page-language.ts';

interface TaxLabelProps {
  /** Place of the tax rate, from the server. Empty for the rate of a country, or if it is unknown. */
  place: string;
  /** Rate in percent, from the server: 8.25. */
  percent: number;
}

/**
 * Label of a tax line, as the language writes it: `Tax, Boston MA (8.25%)`, or `Tax, MA (6.25%)` for the rate of a state.
 * Place and rate explain the figure.
 */
export const TaxLabel = ({ place: from, percent: rate }: TaxLabelProps) => {
  const percent = rate.toLocaleString(pageLanguage(), { maximumFractionDigits: 4 });
  const place = isolated(from);
  return place ? t`Tax, ${place} (${percent}%)` : <Trans>Tax ({percent}%)</Trans>;
};
