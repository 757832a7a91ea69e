import type { Interval } from '@foyer/contract/vocabulary/plans';
import { t } from '@lingui/core/macro';
import type { OfferInterval } from './model/plan-card.ts';

/** Interval as the button of an offer. */
export const intervalButtonLabel: Record<OfferInterval, string> = {
  yearly: t`Yearly`,
  monthly: t`Monthly`,
  free: t`Free`,
};

/** Interval after the name of a plan: `Starter, yearly`. */
export const intervalLabel: Record<Interval, string> = {
  yearly: t`yearly`,
  'every-6-months': t`every 6 months`,
  monthly: t`monthly`,
  free: t`free`,
};

/** Interval after a price on a card. */
export const priceSuffix: Record<OfferInterval, string> = {
  yearly: t`/yr`,
  monthly: t`/mo`,
  free: t`free`,
};

/** Interval in `renews for $973.86 a year`. */
export const renewalIntervalLabel: Record<Interval, string> = {
  yearly: t`a year`,
  'every-6-months': t`every 6 months`,
  monthly: t`a month`,
  free: t`every 6 months`,
};

/** Interval in `we charge $973.86 for the next year`. */
export const nextPeriodLabel: Record<Interval, string> = {
  yearly: t`the next year`,
  'every-6-months': t`the next 6 months`,
  monthly: t`the next month`,
  free: t`the next 6 months`,
};
