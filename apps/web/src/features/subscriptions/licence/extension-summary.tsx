import type { MaintenanceOption } from '@foyer/contract/api/maintenance';
import { Trans } from '@lingui/react/macro';
import { DateText } from '../../../ui/date.tsx';
import { Money } from '../../../ui/money.tsx';
import { SummaryLine } from '../../../ui/summary.tsx';
import { MoneyLines } from '../components/money-lines.tsx';
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
    <MoneyLines quote={quote}>
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
    </MoneyLines>
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
