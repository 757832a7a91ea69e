import { Trans } from '@lingui/react/macro';
import { DateText } from '../../../ui/date.tsx';
import { coverageAt } from './coverage.ts';

interface ExtensionHintProps {
  /** End of maintenance, past or future. */
  until: string | null;
  today: string;
}

/** Start of the extension (MA-05): an early one begins at the end of maintenance, a late one has already begun. */
export const ExtensionHint = ({ until, today }: ExtensionHintProps) => {
  const coverage = coverageAt(until, today);
  return coverage.kind === 'lapsed' ? (
    <Trans>
      Your maintenance ended on <DateText instant={coverage.until} />, and an extension starts on that day: the time
      since then counts as a part of it. It is a one-time payment and does not renew.
    </Trans>
  ) : (
    <Trans>
      An extension starts where your maintenance ends, so you lose nothing by buying early. It is a one-time payment and
      does not renew.
    </Trans>
  );
};
