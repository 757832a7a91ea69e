import { Trans } from '@lingui/react/macro';
import { DateText } from '../../../ui/date.tsx';
import { Money } from '../../../ui/money.tsx';
import type { EndLine } from '../model/current-plan.ts';
import { usePlanName } from './plan-name.ts';

const Changes = ({ on, to, cents }: Extract<EndLine, { kind: 'changes' }>) => {
  const planName = usePlanName();
  if (to.customBilling)
    return (
      <Trans>
        Changes to {to.planName} on <DateText instant={on} />. It is billed by agreement.
      </Trans>
    );
  const name = to.interval === 'free' ? to.planName : planName({ name: to.planName, interval: to.interval });
  return cents === null ? (
    <Trans>
      Changes to {name} on <DateText instant={on} />
    </Trans>
  ) : (
    <Trans>
      Changes to {name} on <DateText instant={on} /> for <Money cents={cents} /> including tax
    </Trans>
  );
};

/** What comes at the end of the period, with the date and what is charged then (DR-02). */
export const EndingLine = ({ line }: { line: EndLine }) => {
  switch (line.kind) {
    case 'never':
      return <Trans>Never Ends</Trans>;
    case 'changes':
      return <Changes {...line} />;
    case 'by-agreement':
      return line.until === null ? (
        <Trans>Billed by agreement, for what you use</Trans>
      ) : (
        <Trans>
          Ends <DateText instant={line.until} />. It is billed by agreement until then.
        </Trans>
      );
    case 'renews':
      if (line.cents === null)
        return (
          <Trans>
            Renews <DateText instant={line.on} />
          </Trans>
        );
      return line.cents > 0 ? (
        <Trans>
          Renews <DateText instant={line.on} /> for <Money cents={line.cents} /> including tax
        </Trans>
      ) : (
        <Trans>
          Renews <DateText instant={line.on} />, free
        </Trans>
      );
    case 'trial-ends':
      return (
        <Trans>
          Trial ends <DateText instant={line.on} />. Nothing is charged then.
        </Trans>
      );
    case 'ends':
      return (
        <Trans>
          Ends <DateText instant={line.on} />. Nothing is charged then.
        </Trans>
      );
    case 'paused':
      return <Trans>Paused until it is paid</Trans>;
    case 'unknown':
      return <Trans>End date not available</Trans>;
  }
};
