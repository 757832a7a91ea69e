import { isolated } from '@foyer/contract/vocabulary/shown-text';
import { Trans, useLingui } from '@lingui/react/macro';

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
  const { i18n, t } = useLingui();
  const percent = i18n.number(rate, { maximumFractionDigits: 4 });
  const place = isolated(from);
  // `t`, because `Trans` reads tags in a city that a customer typed
  return place ? t`Tax, ${place} (${percent}%)` : <Trans>Tax ({percent}%)</Trans>;
};
