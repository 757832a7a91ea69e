import type { ComingEvent, Quote, Subscription } from '@foyer/contract/api/shapes';
import { isPaidPlan } from './current-plan.ts';

/** A line about a day to come. */
export interface Coming {
  kind: 'coming';
  event: ComingEvent;
  /** The plan that goes on when a trial of another one is over. */
  goesOn: string | null;
  /** The day up to which a discount pays all of it; null where it does not, or there is no such day. */
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
  /** The account's own date. */
  now: string;
}

const WEEK_MS = 7 * 86_400_000;

/**
 * Whether a mail announces the event a week before: a yearly charge, and the first charge after a year or after free time,
 * not each monthly one. With less than a week left the page does not promise it.
 */
const isAnnounced = ({ kind, interval, bill, at }: ComingEvent, { held, now }: Situation): boolean =>
  (bill?.amountDueCents ?? 0) > 0 &&
  (kind === 'continues' ||
    interval === 'yearly' ||
    (kind === 'starts' && (!isPaidPlan(held) || held?.plan.interval === 'yearly'))) &&
  Date.parse(at) - WEEK_MS > Date.parse(now);

/** Returns whether the event is shown. The renewal of a free plan that the order does not change is not. */
const isNews = ({ ordered, kind, bill }: ComingEvent): boolean => ordered || kind !== 'renews' || bill !== null;

/** The plan below a trial that is there when the trial is over (S5); null when there is none, or its name is not known. */
const goesOnAfter = (trial: ComingEvent, coming: readonly ComingEvent[]): string | null => {
  if (trial.kind !== 'trial_ends') return null;
  const others = coming.filter(({ ordered }) => ordered !== trial.ordered);
  const before = others.findLast(({ at }) => at <= trial.at);
  if (before) return before.kind === 'ends' ? null : before.planName;
  const [after] = others;
  return after && after.kind !== 'starts' ? after.planName : null;
};

/** A coupon leaves nothing of it; what never costs anything has no bill. */
export const isFreeForNow = ({ kind, bill }: ComingEvent): boolean => kind === 'renews' && bill?.total === 0;

/** End of the months that a discount pays in full, so that they are shown as one event. */
const freeUntil = (free: ComingEvent, coming: readonly ComingEvent[]): string | null =>
  isFreeForNow(free) ? (coming.find(({ ordered, at }) => ordered === free.ordered && at > free.at)?.at ?? null) : null;

const nextMoments = (situation: Situation): readonly Moment[] => {
  const { coming } = situation.quote;
  return coming.filter(isNews).flatMap((event): Moment[] => {
    const line: Moment = {
      kind: 'coming',
      event,
      goesOn: goesOnAfter(event, coming),
      freeUntil: freeUntil(event, coming),
    };
    return event.ordered && isAnnounced(event, situation) ? [line, { kind: 'mail', before: event.at }] : [line];
  });
};

/** Dated lines under the amount: what happens today, and what the rules say follows from it (BY-03). */
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

/** Whether the order costs nothing, today and later. */
export const isFree = ({
  amountDueCents,
  total,
  coming,
}: Pick<Quote, 'amountDueCents' | 'total' | 'coming'>): boolean =>
  amountDueCents === 0 && total === 0 && coming.every(({ ordered, bill }) => !ordered || bill === null);

/** Returns the first day on which the ordered plan renews or ends; the renewal switch shows it. Null when there is none. */
export const firstRenewalOrEnd = ({ coming }: Pick<Quote, 'coming'>): ComingEvent | null =>
  coming.find(({ ordered, kind }) => ordered && kind !== 'starts') ?? null;

/** Returns the first event with a charge for the ordered plan, after the periods that a discount pays. */
export const firstCharge = ({ coming }: Pick<Quote, 'coming'>): ComingEvent | null =>
  coming.find(({ ordered, bill }) => ordered && bill !== null && bill.total > 0) ?? null;
