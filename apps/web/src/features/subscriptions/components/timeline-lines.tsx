import { Trans, useLingui } from '@lingui/react/macro';
import { CalendarClock, type LucideIcon, Mail, Wallet, Zap } from 'lucide-react';
import { DateText } from '../../../ui/date.tsx';
import { Money } from '../../../ui/money.tsx';
import { ThenLine } from '../../../ui/summary.tsx';
import type { Moment } from '../model/timeline.ts';
import { everyWord } from '../words.ts';

const icons: Record<Moment['kind'], LucideIcon> = {
  'trial-starts': Zap,
  starts: Zap,
  'starts-later': CalendarClock,
  credit: Wallet,
  charged: CalendarClock,
  'renews-free': CalendarClock,
  renews: CalendarClock,
  'trial-ends': CalendarClock,
  ends: CalendarClock,
  mail: Mail,
};

const Words = ({ moment, name }: { moment: Moment; name: string }) => {
  const { i18n } = useLingui();
  const on = 'on' in moment && (
    <b>
      <DateText instant={moment.on} />
    </b>
  );
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
    case 'starts-later':
      return (
        <Trans>
          {on} {name} starts. Until then you keep what you have paid for.
        </Trans>
      );
    case 'credit':
      return (
        <Trans>
          <b>Today</b> <Money cents={moment.cents} /> is added to your account credit.
        </Trans>
      );
    case 'charged':
      return (
        <Trans>
          {on} renews for <Money cents={moment.cents} /> {i18n._(everyWord[moment.interval])}, tax included.
        </Trans>
      );
    case 'renews-free':
      return <Trans>{on} renews, free.</Trans>;
    case 'renews':
      return <Trans>{on} renews.</Trans>;
    case 'trial-ends':
      return moment.resumes ? (
        <Trans>{on} the trial ends and your plan from before goes on.</Trans>
      ) : (
        <Trans>{on} the trial ends. Nothing is charged.</Trans>
      );
    case 'ends':
      return <Trans>{on} ends. Nothing is charged then.</Trans>;
    case 'mail':
      return <Trans>We email you 7 days before.</Trans>;
  }
};

/** What happens when: two or three dated lines under the button. */
export const TimelineLines = ({ moments, name }: { moments: readonly Moment[]; name: string }) =>
  moments.map((moment) => (
    <ThenLine key={moment.kind} icon={icons[moment.kind]}>
      <Words moment={moment} name={name} />
    </ThenLine>
  ));
