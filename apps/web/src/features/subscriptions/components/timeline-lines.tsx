import type { UpcomingEvent } from '@foyer/contract/api/shapes';
import type { Interval } from '@foyer/contract/vocabulary/plans';
import { Trans } from '@lingui/react/macro';
import { CalendarClock, type IconNode, Mail, Wallet, Zap } from 'lucide';
import type { ReactNode } from 'react';
import { DateText } from '../../../ui/date.tsx';
import { Money } from '../../../ui/money.tsx';
import { ThenLine } from '../../../ui/summary.tsx';
import { intervalLabel, renewalIntervalLabel } from '../interval-labels.ts';
import { type Coming, isFreeForNow, type Moment } from '../model/timeline.ts';
import { CreditShare } from './credit-share.tsx';

const icons: Record<Moment['kind'], IconNode> = {
  'trial-starts': Zap,
  starts: Zap,
  credit: Wallet,
  coming: CalendarClock,
  mail: Mail,
};

interface ContinuesProps {
  on: ReactNode;
  name: string;
  interval: Interval;
  every: string;
  bill: UpcomingEvent['bill'];
}

/**
 * Says what the trial becomes. Without a plan below it a new period begins. Over another plan, that plan is changed,
 * minus what was paid for it (S6, S7).
 */
const ContinuesText = ({ on, name, interval, every, bill }: ContinuesProps) => {
  const total = <Money cents={bill?.total ?? 0} />;
  const rhythm = intervalLabel[interval];
  if (bill?.wholePeriod)
    return (
      <Trans>
        {on} {name} continues for {total} {every}, tax included.
      </Trans>
    );
  return bill && bill.creditAdded > 0 ? (
    <Trans>
      {on} {name} ({rhythm}) replaces your previous plan, and <Money cents={bill.creditAdded} /> is added to your
      account credit.
    </Trans>
  ) : (
    <Trans>
      {on} {name} ({rhythm}) replaces your previous plan, for {total}, tax included.
    </Trans>
  );
};

const UpcomingEventText = ({ event, continuingPlan, freeUntil }: Omit<Coming, 'kind'>) => {
  const { kind, ordered, planName: name, interval, bill } = event;
  const on = (
    <b>
      <DateText instant={event.at} />
    </b>
  );
  const every = renewalIntervalLabel[interval];
  switch (kind) {
    case 'renews':
      if (!bill)
        return (
          <Trans>
            {on} {name} renews, free.
          </Trans>
        );
      if (isFreeForNow(event))
        return freeUntil ? (
          <Trans>
            {on} {name} renews. A discount pays all of it until <DateText instant={freeUntil} />.
          </Trans>
        ) : (
          <Trans>
            {on} {name} renews. A discount pays all of it.
          </Trans>
        );
      return ordered ? (
        <Trans>
          {on} {name} renews for <Money cents={bill.total} /> {every}, tax included.
        </Trans>
      ) : (
        <Trans>
          {on} the {name} plan you keep renews for <Money cents={bill.total} /> {every}, tax included.
        </Trans>
      );
    case 'starts':
      return bill ? (
        <Trans>
          {on} {name} starts, for <Money cents={bill.total} /> {every}, tax included. Until then you keep what you have.
        </Trans>
      ) : (
        <Trans>
          {on} {name} starts. Until then you keep what you have.
        </Trans>
      );
    case 'continues':
      return <ContinuesText {...{ on, name, interval, every, bill }} />;
    case 'trial_ends':
      return continuingPlan ? (
        <Trans>
          {on} the trial ends and {continuingPlan} continues.
        </Trans>
      ) : (
        <Trans>{on} the trial ends. Nothing is charged.</Trans>
      );
    case 'ends':
      return (
        <Trans>
          {on} {name} ends. Nothing is charged then.
        </Trans>
      );
  }
};

const MomentText = ({ moment, name }: { moment: Moment; name: string }) => {
  switch (moment.kind) {
    case 'trial-starts':
      return (
        <Trans>
          <b>Today</b> your trial of {name} starts. You pay nothing today.
        </Trans>
      );
    case 'starts':
      return moment.storage ? (
        <Trans>
          <b>Today</b> {name} starts, with {moment.storage} of storage.
        </Trans>
      ) : (
        <Trans>
          <b>Today</b> {name} starts.
        </Trans>
      );
    case 'credit':
      return (
        <Trans>
          <b>Today</b> <Money cents={moment.cents} /> is added to your account credit.
        </Trans>
      );
    case 'coming':
      return (
        <>
          <UpcomingEventText {...moment} /> <CreditShare bill={moment.event.bill} />
        </>
      );
    case 'mail':
      return <Trans>We'll email you 7 days before.</Trans>;
  }
};

const keyOf = (moment: Moment): string => {
  if (moment.kind === 'mail') return `mail ${moment.before}`;
  if (moment.kind !== 'coming') return moment.kind;
  const { at, kind, ordered } = moment.event;
  return `${at} ${kind} ${ordered}`;
};

interface TimelineLinesProps {
  moments: readonly Moment[];
  name: string;
}

/** Dated events after the order, as lines under the button. */
export const TimelineLines = ({ moments, name }: TimelineLinesProps) =>
  moments.map((moment) => (
    <ThenLine key={keyOf(moment)} icon={icons[moment.kind]}>
      <MomentText moment={moment} name={name} />
    </ThenLine>
  ));
