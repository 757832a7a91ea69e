import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { CircleAlert } from 'lucide';
import { Badge } from '../../ui/badge.tsx';
import { DateText } from '../../ui/date.tsx';
import { Money } from '../../ui/money.tsx';
import type { RowAction, RowBadge, RowDate } from './subscription-row.ts';

const DaysLeft = ({ days }: { days: number | null }) =>
  days === null ? (
    <Trans>Trial</Trans>
  ) : days === 1 ? (
    <Trans>Trial · 1 day left</Trans>
  ) : (
    <Trans>Trial · {days} days left</Trans>
  );

const kindNames = {
  prepaid: t`Prepaid`,
  perpetual: t`Perpetual`,
  basic: t`Basic`,
  free: t`Free`,
  monthly: t`Monthly`,
  yearly: t`Yearly`,
  'every-6-months': t`Every 6 months`,
};

/** Kind of a subscription in one word. Only a kind that asks for attention has a colour. */
export const KindBadge = ({ badge }: { badge: RowBadge }) => {
  switch (badge.kind) {
    case 'overdue':
      return (
        <Badge tone="bad" icon={CircleAlert}>
          <Trans>Payment Failed</Trans>
        </Badge>
      );
    case 'legacy':
      return (
        <Badge tone="warn">
          <Trans>Legacy</Trans>
        </Badge>
      );
    case 'trial':
      return (
        <Badge tone="info">
          <DaysLeft days={badge.daysLeft} />
        </Badge>
      );
    default:
      return <Badge>{kindNames[badge.kind]}</Badge>;
  }
};

/** Date and amount of a subscription in one line. A renewal shows its price. */
export const DateLine = ({ date }: { date: RowDate }) => {
  switch (date.kind) {
    case 'unpaid':
      return <Trans>Not paid yet</Trans>;
    case 'paused':
      return <Trans>Paused until it is paid</Trans>;
    case 'never-ends':
      return <Trans>Never Ends</Trans>;
    case 'by-agreement':
      return <Trans>By agreement</Trans>;
    case 'requested':
      return (
        <Trans>
          Requested on <DateText instant={date.date} />
        </Trans>
      );
    case 'maintenance':
      return (
        <Trans>
          Maintenance until <DateText instant={date.date} />
        </Trans>
      );
    case 'maintenance-ended':
      return (
        <Trans>
          Maintenance ended <DateText instant={date.date} />
        </Trans>
      );
    case 'ends':
      return (
        <Trans>
          Ends <DateText instant={date.date} />
        </Trans>
      );
    case 'changes':
      return (
        <Trans>
          Changes to {date.to} on <DateText instant={date.date} />
        </Trans>
      );
    case 'renews':
      return date.cents === null ? (
        <Trans>
          Renews <DateText instant={date.date} />
        </Trans>
      ) : (
        <Trans>
          Renews <DateText instant={date.date} /> for <Money cents={date.cents} />
        </Trans>
      );
  }
};

/** Labels of the button at the end of a row. */
export const actionNames: Record<RowAction['kind'], string> = {
  manage: t`Manage`,
  view: t`View`,
  extend: t`Extend`,
};
