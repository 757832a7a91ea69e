import type { ForecastInvoice } from '@foyer/contract/api/forecast-invoice';
import { Trans } from '@lingui/react/macro';
import { DateText } from '../../../ui/date.tsx';
import { Money } from '../../../ui/money.tsx';
import type { EndLine } from '../model/current-plan.ts';
import { CreditShare } from './credit-share.tsx';
import { planName } from './plan-name.ts';

const ChangeLine = ({ on, to, cents }: Extract<EndLine, { kind: 'changes' }>) => {
  if (to.customBilling)
    return (
      <Trans>
        Changes to {to.planName} on <DateText instant={on} />. It is billed by agreement.
      </Trans>
    );
  const name = to.interval === 'free' ? to.planName : planName({ name: to.planName, interval: to.interval });
  if (cents === null)
    return (
      <Trans>
        Changes to {name} on <DateText instant={on} />
      </Trans>
    );
  return cents > 0 ? (
    <Trans>
      Changes to {name} on <DateText instant={on} /> for <Money cents={cents} /> including tax
    </Trans>
  ) : (
    <Trans>
      Changes to {name} on <DateText instant={on} />. Nothing is charged then.
    </Trans>
  );
};

interface PeriodEndLineProps {
  line: EndLine;
  /** Invoice of the event, if there is one. */
  bill: ForecastInvoice | null;
}

const RenewalLine = ({ on, cents, free }: Extract<EndLine, { kind: 'renews' }>) => {
  if (free)
    return (
      <Trans>
        Renews <DateText instant={on} />, free
      </Trans>
    );
  if (cents === null)
    return (
      <Trans>
        Renews <DateText instant={on} />
      </Trans>
    );
  // An invoice of 0 is not free: credit for the previous plan or a discount pays it.
  return cents > 0 ? (
    <Trans>
      Renews <DateText instant={on} /> for <Money cents={cents} /> including tax
    </Trans>
  ) : (
    <Trans>
      Renews <DateText instant={on} />. Nothing is charged then.
    </Trans>
  );
};

const UnpaidOutcome = ({ kind, at }: NonNullable<Extract<EndLine, { kind: 'due' }>['ifUnpaid']>) =>
  kind === 'pauses' ? (
    <Trans>
      Paused on <DateText instant={at} /> unless it is paid
    </Trans>
  ) : (
    <Trans>
      Ends <DateText instant={at} /> unless it is paid
    </Trans>
  );

const Line = ({ line }: Pick<PeriodEndLineProps, 'line'>) => {
  switch (line.kind) {
    case 'never':
      return <Trans>Never Ends</Trans>;
    case 'changes':
      return <ChangeLine {...line} />;
    case 'by-agreement':
      return line.until === null ? (
        <Trans>By agreement, billed for what you use</Trans>
      ) : (
        <Trans>
          By agreement. Ends <DateText instant={line.until} />.
        </Trans>
      );
    case 'renews':
      return <RenewalLine {...line} />;
    case 'trial-ends':
      return line.prepaidFollows ? (
        <Trans>
          Trial ends <DateText instant={line.on} />. Your prepaid plan continues, and nothing is charged then.
        </Trans>
      ) : (
        <Trans>
          Trial ends <DateText instant={line.on} />. Nothing is charged for it.
        </Trans>
      );
    case 'ends':
      return (
        <Trans>
          Ends <DateText instant={line.on} />. Nothing is charged then.
        </Trans>
      );
    case 'due':
      return (
        <>
          <Trans>
            Was due <DateText instant={line.since} />
          </Trans>
          {line.paused && (
            <>
              {' · '}
              <Trans context="plan">Paused until it is paid</Trans>
            </>
          )}
          {line.ifUnpaid && (
            <>
              {' · '}
              <UnpaidOutcome {...line.ifUnpaid} />
            </>
          )}
          {line.endsOn && (
            <>
              {' · '}
              <Trans>
                Ends <DateText instant={line.endsOn} /> at the latest
              </Trans>
            </>
          )}
        </>
      );
    case 'unknown':
      return <Trans>End date not available</Trans>;
  }
};

/** Event at the end of the period: its date, the charge, and the part that account credit pays (DR-02). */
export const PeriodEndLine = ({ line, bill }: PeriodEndLineProps) => {
  const isCharged = (line.kind === 'renews' || line.kind === 'changes') && line.cents !== null && line.cents > 0;
  return (
    <>
      <Line line={line} />
      {isCharged && bill && bill.credit !== 0 && (
        <>
          {' · '}
          <CreditShare bill={bill} />
        </>
      )}
    </>
  );
};
