import type { Quote, Subscription } from '@foyer/contract/api/shapes';
import { Plural, Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { accountQuery } from '../../../shared/account/account.ts';
import { DateText } from '../../../ui/date.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { type FreeTime, freeTimeLeft } from '../model/free-time-left.ts';
import { trialReplacesPlanAt } from '../model/timeline.ts';

interface FreeTimeNoticeProps {
  existing: Subscription | null;
  /** A trial keeps the promotion below it until the trial becomes a paid plan. */
  trial: boolean;
  quote: Pick<Quote, 'scheduledFor' | 'coming'> | undefined;
}

const LengthText = ({ months, days }: { months: number; days: number }) =>
  months > 0 ? (
    <Plural value={months} one="# month" other="# months" />
  ) : (
    <Plural value={days} one="# day" other="# days" />
  );

/** @param on day on which the trial continues; null: the change is made today */
const LossText = ({ name, left, on }: { name: string; left: FreeTime; on: string | null }) => {
  if (on !== null)
    return left.until === null ? (
      <Trans>
        {name} is free for good. It ends on <DateText instant={on} /> when the trial goes on, and a promotion can be
        claimed only once.
      </Trans>
    ) : (
      <Trans>
        {name} is free until <DateText instant={left.until} />. When the trial goes on, that ends on{' '}
        <DateText instant={on} />: <LengthText {...left} /> before its time, and what is left of it gives no credit.
      </Trans>
    );
  return left.until === null ? (
    <Trans>{name} is free for good. It ends today with this change, and a promotion can be claimed only once.</Trans>
  ) : (
    <Trans>
      {name} is free until <DateText instant={left.until} />, <LengthText {...left} /> from now. With this change that
      ends today, and what is left of it gives no credit.
    </Trans>
  );
};

/**
 * Says which free time of a promotion the order ends, now or after a trial that continues. Shown before the customer
 * confirms.
 */
export const FreeTimeNotice = ({ existing, trial, quote }: FreeTimeNoticeProps) => {
  const { data: account } = useQuery(accountQuery);
  if (!existing || !quote || !account) return null;
  const on = trial ? trialReplacesPlanAt(quote) : null;
  const waits = trial ? on === null : quote.scheduledFor !== null;
  const left = freeTimeLeft(existing, on ?? account.clock?.now ?? new Date().toISOString());
  if (!left || waits) return null;
  return (
    <Notice tone="warn" title={<Trans>You give up free time</Trans>} titleAs="p">
      <p>
        <LossText name={existing.plan.displayName} left={left} on={on} />
      </p>
    </Notice>
  );
};
