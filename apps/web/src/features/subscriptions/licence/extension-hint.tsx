import { Trans } from '@lingui/react/macro';
import { DateText } from '../../../ui/date.tsx';
import { coverageAt } from './coverage.ts';

interface ExtensionHintProps {
  /** Where maintenance ends or ended. */
  until: string | null;
  today: string;
}

/** From when an extension counts (MA-05): one that is bought early loses nothing, one that is bought late has begun already. */
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
