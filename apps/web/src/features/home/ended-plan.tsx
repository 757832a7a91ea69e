import type { Subscription } from '@foyer/contract/api/shapes';
import { DAY_MS } from '@foyer/contract/vocabulary/instants';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { call } from '../../lib/call.ts';
import { currentTime } from '../../lib/current-time.ts';
import { pageLanguage } from '../../lib/page-language.ts';
import { accountQuery } from '../../shared/account/account.ts';
import { DateText } from '../../ui/date.tsx';
import { subscriptionRow } from './subscription-row.ts';

/** Days for which Home names a plan or trial that ended. */
const ENDED_DAYS = 14;

/** Subscription with the time at which it ended. */
export type Ended = Subscription & { readonly expiry: string };

const isEnded = (one: Subscription): one is Ended => one.status === 'canceled' && one.expiry !== null;

/** Ended subscriptions of all products, the last one first. */
export const endedQuery = queryOptions({
  queryKey: ['subscriptions', { includeEnded: true }],
  queryFn: async ({ signal }) => {
    const query = { includeEnded: true };
    const { subscriptions } = await call('GET /api/subscription/subscriptions', { query }, { signal });
    return subscriptions.filter(isEnded).sort((one, other) => other.expiry.localeCompare(one.expiry));
  },
});

/** The same for the notice, which waits for them. Null if they did not load, because the notice does without them. */
export const endedOrNullQuery = queryOptions({
  queryKey: ['subscriptions', { includeEnded: true, orNull: true }],
  queryFn: async ({ client }) => {
    await client.fetchQuery(endedQuery).catch(() => {});
    return client.getQueryData(endedQuery.queryKey) ?? null;
  },
});

/** Returns those that ended lately, on the day of the last one. */
export const endedLately = (ended: readonly Ended[], now: string): readonly Ended[] => {
  const last = ended[0]?.expiry ?? '';
  const isLately = Date.parse(now) - Date.parse(last) < ENDED_DAYS * DAY_MS;
  return isLately ? ended.filter(({ expiry }) => expiry.slice(0, 10) === last.slice(0, 10)) : [];
};

interface EndedTextProps {
  /** At least one, all of one day. */
  ended: readonly Ended[];
  nameOf: (one: Ended) => string;
}

const Day = ({ of: { expiry } }: { of: Ended }) => (
  <span className="nowrap">
    <DateText instant={expiry} />
  </span>
);

/** Names the plans or trials and the day on which they ended. */
export const EndedText = ({ ended, nameOf }: EndedTextProps): ReactNode => {
  const areTrials = ended.every(({ endedAsTrial }) => endedAsTrial);
  const names = ended.map((one) => {
    const plan = nameOf(one);
    return one.endedAsTrial && !areTrials ? t`${plan} (trial)` : plan;
  });
  const name = new Intl.ListFormat(pageLanguage()).format(names);
  const day = ended[0] && <Day of={ended[0]} />;
  if (areTrials)
    return ended.length > 1 ? (
      <Trans>
        Your trials of {name} ended on {day}
      </Trans>
    ) : (
      <Trans>
        Your trial of {name} ended on {day}
      </Trans>
    );
  return ended.length > 1 ? (
    <Trans context="several plans">
      {name} ended on {day}
    </Trans>
  ) : (
    <Trans>
      {name} ended on {day}
    </Trans>
  );
};

export interface EndedPlanProps {
  product: string;
  /** The text stands below the name of the plan or product, which it leaves out. */
  isBelowName?: boolean;
  /** Text for a product of which no plan ended lately, also until that is known. */
  children: ReactNode;
}

/** Text in place of the plan of a product: the one that ended lately, else `children`. */
export const EndedPlan = ({ product, isBelowName, children }: EndedPlanProps) => {
  const account = useQuery(accountQuery).data;
  const { data = [] } = useQuery(endedQuery);
  const own = data.filter((one) => one.product === product);
  const ended = endedLately(own, currentTime(account));
  if (!ended[0]) return children;
  const day = <Day of={ended[0]} />;
  return isBelowName ? (
    <span>{ended[0].endedAsTrial ? <Trans>Trial ended on {day}</Trans> : <Trans>Ended on {day}</Trans>}</span>
  ) : (
    <EndedText ended={ended} nameOf={(one) => subscriptionRow(one, '').name} />
  );
};
