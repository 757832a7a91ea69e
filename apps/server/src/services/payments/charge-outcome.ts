import type { AttemptOutcome } from '@foyer/domain/payments/settle';
import type { IntentState } from '../billing/ports.ts';

/** Converts the state of a payment at the gateway to an outcome for the rules. */
export const chargeOutcome = (state: IntentState): AttemptOutcome => {
  if (state.kind === 'saved')
    throw new Error(
      `the gateway answered a payment with saved card ${state.card.gatewayRef}; look it up at the gateway`,
    );
  return state;
};
