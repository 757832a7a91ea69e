import type { Quote } from '@foyer/contract/api/shapes';
import type { Interval } from '@foyer/contract/vocabulary/plans';

export type Moment =
  | { kind: 'trial-starts' }
  | { kind: 'starts'; storage: string | null }
  | { kind: 'starts-later'; on: string }
  | { kind: 'credit'; cents: number }
  | { kind: 'charged'; on: string; cents: number; interval: Interval }
  | { kind: 'renews-free'; on: string }
  | { kind: 'renews'; on: string }
  | { kind: 'trial-ends'; on: string; resumes: boolean }
  | { kind: 'ends'; on: string }
  | { kind: 'mail' };

interface Situation {
  quote: Pick<Quote, 'newPeriodEnd' | 'renewalCents' | 'scheduledFor' | 'creditAdded'>;
  trial: boolean;
  autoRenew: boolean;
  /** What is chosen costs nothing, ever: no amount alone does not say so. */
  free: boolean;
  interval: Interval;
  storage: string | null;
  changesExisting: boolean;
}

/** Mail goes out a week before a yearly charge and before the first one after a trial, not before each monthly one (billing.md §2.7). */
const isAnnounced = (interval: Interval, trial: boolean) => trial || interval === 'yearly';

const next = ({ quote, trial, autoRenew, free, interval, changesExisting }: Situation): readonly Moment[] => {
  const on = quote.newPeriodEnd;
  if (!on) return [];
  if (!autoRenew) return [trial ? { kind: 'trial-ends', on, resumes: changesExisting } : { kind: 'ends', on }];
  if (!quote.renewalCents) return [{ kind: free ? 'renews-free' : 'renews', on }];
  const charged: Moment = { kind: 'charged', on, cents: quote.renewalCents, interval };
  return isAnnounced(interval, trial) ? [charged, { kind: 'mail' }] : [charged];
};

/** What happens when, as dated lines under the amount (language.md §7): today, at the next charge, and the mail before it. */
export const timeline = (situation: Situation): readonly Moment[] => {
  const { quote, trial, storage } = situation;
  const today: Moment = trial
    ? { kind: 'trial-starts' }
    : quote.scheduledFor
      ? { kind: 'starts-later', on: quote.scheduledFor }
      : { kind: 'starts', storage };
  return [
    today,
    ...(quote.creditAdded > 0 ? [{ kind: 'credit', cents: quote.creditAdded } as const] : []),
    ...next(situation),
  ];
};
