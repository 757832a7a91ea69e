import { Trans } from '@lingui/react/macro';

interface TaxLabelProps {
  address: { city: string; state: string } | null | undefined;
  /** 8.25, as the server sends it. */
  percent: number;
}

/** `Tax, Boston MA (8.25%)`: the place and the rate are the reason of the figure (language.md §7). */
export const TaxLabel = ({ address, percent }: TaxLabelProps) => {
  const place = [address?.city, address?.state].filter(Boolean).join(' ');
  return place ? (
    <Trans>
      Tax, {place} ({percent}%)
    </Trans>
  ) : (
    <Trans>Tax ({percent}%)</Trans>
  );
};
