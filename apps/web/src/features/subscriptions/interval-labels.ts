import type { Interval } from '@foyer/contract/vocabulary/plans';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { OfferInterval } from './model/plan-card.ts';

/** Interval as the button of an offer. */
export const intervalButtonLabel: Record<OfferInterval, MessageDescriptor> = {
  yearly: msg`Yearly`,
  monthly: msg`Monthly`,
  free: msg`Free`,
};

/** Interval after the name of a plan: `Starter, yearly`. */
export const intervalLabel: Record<Interval, MessageDescriptor> = {
  yearly: msg`yearly`,
  'every-6-months': msg`every 6 months`,
  monthly: msg`monthly`,
  free: msg`free`,
};

/** Interval after a price on a card. */
export const priceSuffix: Record<OfferInterval, MessageDescriptor> = {
  yearly: msg`/yr`,
  monthly: msg`/mo`,
  free: msg`free`,
};

/** Interval in `renews for $973.86 a year`. */
export const renewalIntervalLabel: Record<Interval, MessageDescriptor> = {
  yearly: msg`a year`,
  'every-6-months': msg`every 6 months`,
  monthly: msg`a month`,
  free: msg`every 6 months`,
};

/** Interval in `we charge $973.86 for the next year`. */
export const nextPeriodLabel: Record<Interval, MessageDescriptor> = {
  yearly: msg`the next year`,
  'every-6-months': msg`the next 6 months`,
  monthly: msg`the next month`,
  free: msg`the next 6 months`,
};
