import { REQUEST_TIMEOUTS } from '../services/gateway-deadline.ts';
import { makeCharging } from '../services/payments/charge.ts';
import { makeCloseChallenges } from '../services/payments/close-challenges.ts';
import { makeSettleSetup } from '../services/payments/settle-setup.ts';
import type { Base } from './base.ts';

/** Part of the base that charging needs. The command line makes only this one. */
type ChargingBase = Pick<Base, 'platform' | 'gateway' | 'reads' | 'restoredCharges' | 'inTransaction'>;

/** Connects the use cases that send one payment to the gateway and record its response. Server and CLI share them. */
export const composeCharging = (base: ChargingBase) => {
  const needs = { ...base, timeouts: REQUEST_TIMEOUTS };
  const { platform } = base;
  const charging = makeCharging(platform, needs);
  const settleSetup = makeSettleSetup(platform, { ...needs, sendAttempt: charging.sendAttempt });
  return { ...charging, settleSetup, closeChallenges: makeCloseChallenges({ ...needs, ...charging, settleSetup }) };
};

export type Charging = ReturnType<typeof composeCharging>;
