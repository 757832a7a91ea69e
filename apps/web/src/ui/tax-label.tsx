import { isolated } from '@foyer/contract/vocabulary/shown-text';
import { Trans, useLingui } from '@lingui/react/macro';

interface TaxLabelProps {
  address: { city: string; state: string } | null | undefined;
  /** 8.25, as the server sends it. */
  percent: number;
}

/** `Tax, Boston MA (8.25%)`: the place and the rate are the reason of the figure (language.md §7), written as the language does. */
export const TaxLabel = ({ address, percent: rate }: TaxLabelProps) => {
  const { i18n } = useLingui();
  const percent = i18n.number(rate, { maximumFractionDigits: 4 });
  const place = isolated([address?.city, address?.state].filter(Boolean).join(' '));
  return place ? (
    <Trans>
      Tax, {place} ({percent}%)
    </Trans>
  ) : (
    <Trans>Tax ({percent}%)</Trans>
  );
};
