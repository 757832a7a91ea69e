import type { MaintenanceOption } from '@foyer/contract/api/maintenance';
import { Trans } from '@lingui/react/macro';
import { DateText } from '../../../ui/date.tsx';
import { Money } from '../../../ui/money.tsx';
import { SummaryLine, SummaryLines } from '../../../ui/summary.tsx';
import { DueLines } from '../components/due-lines.tsx';
import { TaxLine } from '../components/tax-line.tsx';
import { monthsOf } from './extension-choice.ts';
import { LengthText } from './length-text.tsx';

interface ExtensionSummaryProps {
  option: MaintenanceOption;
  from: string | null;
}

/** Amounts of the extension as the server computed them (MA-01, PY-06). */
export const ExtensionSummary = ({ option, from }: ExtensionSummaryProps) => {
  const { quote } = option;
  return (
    <SummaryLines>
      <SummaryLine
        label={
          <Trans>
            License extension, <LengthText months={monthsOf(option)} />
          </Trans>
        }
        reason={<Span from={from} until={option.newExpiration} />}
      >
        <Money cents={quote.subtotal} />
      </SummaryLine>
      <TaxLine quote={quote} cents={quote.tax} />
      <DueLines quote={quote} />
    </SummaryLines>
  );
};

/** Start and end of an extension. */
export const Span = ({ from, until }: { from: string | null; until: string }) =>
  from === null ? (
    <Trans>
      to <DateText instant={until} />
    </Trans>
  ) : (
    <Trans>
      <DateText instant={from} /> to <DateText instant={until} />
    </Trans>
  );
