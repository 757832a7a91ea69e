import { call } from '../../../lib/call.ts';

/** How far the bar can move the account's time. */
export type Leap = { by: 'P1D' } | { by: 'P1M' } | { until: 'next_renewal' };

/** Starts the clock moving; what falls due on the way happens in order. */
export const advanceClock = (leap: Leap) =>
  call('POST /api/account/me/clock/advance', { body: leap }, { isSlow: true });

/** Puts the account on a clock of its own, standing at this moment. */
export const startClock = () => call('POST /api/account/me/clock');
