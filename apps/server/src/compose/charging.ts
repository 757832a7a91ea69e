import type { Instant } from '@foyer/contract/vocabulary/instants';
import type { RuleContext } from '@foyer/domain/billing/draft';
import { newId } from '../adapters/new-id.ts';
import { makeCharging } from '../services/billing/charge.ts';
import { makeCloseChallenges } from '../services/billing/close-challenges.ts';
import { makeSettleSetup } from '../services/billing/keep-card.ts';
import type { BillingReads, InBillingTransaction, PaymentGateway } from '../services/billing/ports.ts';
import { REQUEST_TIMEOUTS } from '../services/gateway-deadline.ts';

export interface ChargingNeeds {
  readonly gateway: PaymentGateway;
  readonly reads: BillingReads;
  readonly inTransaction: InBillingTransaction;
  readonly ruleContext: (now: Instant) => RuleContext;
  readonly wallNow: () => Instant;
  readonly wait: (ms: number) => Promise<void>;
  readonly onFault: (error: unknown, about: string) => void;
}

/** Joins what asks the gateway about one payment and records its answer, for the server and for the command line. */
export const composeCharging = (joined: ChargingNeeds) => {
  const needs = { ...joined, timeouts: REQUEST_TIMEOUTS };
  const onFault = (error: unknown, id: string) => needs.onFault(error, `payment ${id}`);
  const charging = makeCharging({ ...needs, onFault });
  const settleSetup = makeSettleSetup({ ...needs, sendAttempt: charging.sendAttempt, newId });
  return { ...charging, settleSetup, closeChallenges: makeCloseChallenges({ ...needs, ...charging, settleSetup }) };
};
