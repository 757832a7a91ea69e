import type { Quote, Subscription } from '@foyer/contract/api/shapes';
import { Plural, Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { accountQuery } from '../../../lib/queries/account.ts';
import { DateText } from '../../../ui/date.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { type FreeTime, freeTimeLeft } from '../model/free-time-left.ts';

interface FreeTimeNoticeProps {
  existing: Subscription | null;
  /** A trial lies over what one has, and takes nothing of it. */
  trial: boolean;
  quote: Pick<Quote, 'scheduledFor'> | undefined;
}

const Words = ({ name, left }: { name: string; left: FreeTime }) => {
  if (left.until === null)
    return (
      <Trans>{name} is free for good. It ends today with this change, and a promotion can be claimed only once.</Trans>
    );
  const length =
    left.months > 0 ? (
      <Plural value={left.months} one="# month" other="# months" />
    ) : (
      <Plural value={left.days} one="# day" other="# days" />
    );
  return (
    <Trans>
      {name} is free until <DateText instant={left.until} />, {length} from now. With this change that ends today, and
      what is left of it gives no credit.
    </Trans>
  );
};

/** Whoever leaves a promotion before its end is told what they give up, before they confirm. */
export const FreeTimeNotice = ({ existing, trial, quote }: FreeTimeNoticeProps) => {
  const { data: account } = useQuery(accountQuery);
  const waits = trial || !quote || quote.scheduledFor !== null;
  const left = existing && account ? freeTimeLeft(existing, account.clock?.now ?? new Date().toISOString()) : null;
  if (!existing || !left || waits) return null;
  return (
    <Notice tone="warn" title={<Trans>You give up free time</Trans>} titleAs="p">
      <p>
        <Words name={existing.plan.displayName} left={left} />
      </p>
    </Notice>
  );
};
