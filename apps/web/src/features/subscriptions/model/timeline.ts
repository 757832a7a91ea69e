import type { Quote, Subscription, UpcomingEvent } from '@foyer/contract/api/shapes';
import { isPaidPlan } from './current-plan.ts';

/** Line about a later date. */
export interface Coming {
  kind: 'coming';
  event: UpcomingEvent;
  /** Plan that continues after a trial of another one. */
  continuingPlan: string | null;
  /** End of the periods that a discount pays in full; null without any. */
  freeUntil: string | null;
}

export type Moment =
  | { kind: 'trial-starts' }
  | { kind: 'starts'; storage: string | null }
  | { kind: 'credit'; cents: number }
  | Coming
  | { kind: 'mail'; before: string };

type Held = Parameters<typeof isPaidPlan>[0] & ({ plan: Pick<Subscription['plan'], 'interval'> } | null);

interface Situation {
  quote: Pick<Quote, 'coming' | 'scheduledFor' | 'creditAdded'>;
  /** Subscription that the order changes. */
  held: Held;
  trial: boolean;
  storage: string | null;
  /** Current date of the account. */
  now: string;
}

const WEEK_MS = 7 * 86_400_000;

/**
 * Returns whether a mail announces the charge a week before. It does for yearly charges and the first charge after a
 * year or after free time. If less than a week is left, the page does not promise it.
 */
const isAnnounced = ({ kind, interval, bill, at }: UpcomingEvent, { held, now }: Situation): boolean =>
  (bill?.amountDueCents ?? 0) > 0 &&
  (kind === 'continues' ||
    interval === 'yearly' ||
    (kind === 'starts' && (!isPaidPlan(held) || held?.plan.interval === 'yearly'))) &&
  Date.parse(at) - WEEK_MS > Date.parse(now);

/** Returns whether the event is shown. The renewal of a free plan that the order does not change is not. */
const isNews = ({ ordered, kind, bill }: UpcomingEvent): boolean => ordered || kind !== 'renews' || bill !== null;

/** Name of the plan below a trial that continues after it (S5); null without one, or if its name is unknown. */
const continuingPlanAfter = (trial: UpcomingEvent, coming: readonly UpcomingEvent[]): string | null => {
  if (trial.kind !== 'trial_ends') return null;
  const others = coming.filter(({ ordered }) => ordered !== trial.ordered);
  const before = others.findLast(({ at }) => at <= trial.at);
  if (before) return before.kind === 'ends' ? null : before.planName;
  const [after] = others;
  return after && after.kind !== 'starts' ? after.planName : null;
};

/** Returns whether a coupon pays all of the invoice. Free plans have no invoice. */
export const isFreeForNow = ({ kind, bill }: UpcomingEvent): boolean => kind === 'renews' && bill?.total === 0;

/** End of the months that a discount pays in full, so that they are shown as one event. */
const freeUntil = (free: UpcomingEvent, coming: readonly UpcomingEvent[]): string | null =>
  isFreeForNow(free) ? (coming.find(({ ordered, at }) => ordered === free.ordered && at > free.at)?.at ?? null) : null;

const nextMoments = (situation: Situation): readonly Moment[] => {
  const { coming } = situation.quote;
  return coming.filter(isNews).flatMap((event): Moment[] => {
    const line: Moment = {
      kind: 'coming',
      event,
      continuingPlan: continuingPlanAfter(event, coming),
      freeUntil: freeUntil(event, coming),
    };
    return event.ordered && isAnnounced(event, situation) ? [line, { kind: 'mail', before: event.at }] : [line];
  });
};

/** Makes the dated lines under the amount: today's effect, and the events that follow (BY-03). */
export const timeline = (situation: Situation): readonly Moment[] => {
  const { quote, trial, storage } = situation;
  const today: readonly Moment[] = trial
    ? [{ kind: 'trial-starts' }]
    : quote.scheduledFor
      ? []
      : [{ kind: 'starts', storage }];
  const credit: readonly Moment[] = quote.creditAdded > 0 ? [{ kind: 'credit', cents: quote.creditAdded }] : [];
  return [...today, ...credit, ...nextMoments(situation)];
};

/**
 * Returns the day on which a trial becomes the paid plan and replaces the plan below it. Null when the trial ends without
 * renewal, has no plan below it, or that plan has ended by then (D9).
 */
export const trialReplacesPlanAt = ({ coming }: Pick<Quote, 'coming'>): string | null => {
  const at = coming.find(({ ordered, kind }) => ordered && kind === 'continues')?.at;
  if (!at || coming.some((event) => !event.ordered && event.kind === 'ends' && event.at <= at)) return null;
  return at;
};

/** Returns whether the order costs nothing, today and later. */
export const isFree = ({
  amountDueCents,
  total,
  coming,
}: Pick<Quote, 'amountDueCents' | 'total' | 'coming'>): boolean =>
  amountDueCents === 0 && total === 0 && coming.every(({ ordered, bill }) => !ordered || bill === null);

/** Returns the first day on which the ordered plan renews or ends; the renewal switch shows it. Null when there is none. */
export const firstRenewalOrEnd = ({ coming }: Pick<Quote, 'coming'>): UpcomingEvent | null =>
  coming.find(({ ordered, kind }) => ordered && kind !== 'starts') ?? null;

/** Returns the first event with a charge for the ordered plan, after the periods that a discount pays. */
export const firstCharge = ({ coming }: Pick<Quote, 'coming'>): UpcomingEvent | null =>
  coming.find(({ ordered, bill }) => ordered && bill !== null && bill.total > 0) ?? null;
