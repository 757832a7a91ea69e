import { newId } from '../adapters/new-id.ts';
import { makeCharging } from '../services/billing/charge.ts';
import { makeCloseChallenges } from '../services/billing/close-challenges.ts';
import { makeSettleSetup } from '../services/billing/keep-card.ts';
import { REQUEST_TIMEOUTS } from '../services/gateway-deadline.ts';
import type { Base } from './base.ts';

/** Part of the base that charging needs. The command line makes only this one. */
type ChargingBase = Pick<Base, 'gateway' | 'reads' | 'inTransaction' | 'ruleContext' | 'wallNow' | 'wait' | 'onFault'>;

/** Joins what asks the gateway about one payment and records its answer, for the server and for the command line. */
export const composeCharging = (base: ChargingBase) => {
  const needs = { ...base, timeouts: REQUEST_TIMEOUTS };
  const onFault = (error: unknown, id: string) => needs.onFault(error, `payment ${id}`);
  const charging = makeCharging({ ...needs, onFault });
  const settleSetup = makeSettleSetup({ ...needs, sendAttempt: charging.sendAttempt, newId });
  return { ...charging, settleSetup, closeChallenges: makeCloseChallenges({ ...needs, ...charging, settleSetup }) };
};

export type Charging = ReturnType<typeof composeCharging>;
