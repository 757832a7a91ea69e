import { call } from '../../../lib/call.ts';

/** Jump of the account's clock that the sandbox bar offers: one day, one month, or to the next renewal. */
export type ClockJump = { by: 'P1D' } | { by: 'P1M' } | { until: 'next_renewal' };

/** Starts moving the clock. Charges and mails that become due meanwhile are processed in order. */
export const advanceClock = (jump: ClockJump) =>
  call('POST /api/account/me/clock/advance', { body: jump }, { isSlow: true });

/** Creates a sandbox clock for the account, stopped at the current time. */
export const startClock = () => call('POST /api/account/me/clock');
