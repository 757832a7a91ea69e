import type { Platform } from '../platform.ts';
import type { OpenSetup } from './gateway-event-ports.ts';
import { GatewayRejected, GatewayUnavailable, type PaymentGateway } from './ports.ts';
import type { SettleSetup, SetupOutcome } from './settle-setup.ts';

interface Dependencies {
  /** Cards being saved that are due for a look, for this server alone, a batch at a time. */
  readonly takeOpenSetups: (limit: number) => Promise<OpenSetup[]>;
  readonly gateway: Pick<PaymentGateway, 'cancel'>;
  readonly settleSetup: SettleSetup;
}

const BATCH = 20;

/** What the saving came to; null while it is not over and may still be looked at. */
const endedAs = async (
  { attempt: { gatewayIntentRef }, isLastLook }: OpenSetup,
  gateway: Dependencies['gateway'],
): Promise<SetupOutcome | null> => {
  if (gatewayIntentRef === null) return { kind: 'errored' };
  const unknown = isLastLook ? ({ kind: 'errored' } as const) : null;
  try {
    const { state } = await gateway.cancel(gatewayIntentRef);
    return state.kind === 'processing' || state.kind === 'requires_action' ? unknown : state;
  } catch (error) {
    if (error instanceof GatewayRejected) return { kind: 'errored' };
    if (error instanceof GatewayUnavailable) return unknown;
    throw error;
  }
};

/**
 * Goes on with cards whose saving nobody hears of any more: the customer did not come back from the bank within 23 h, or
 * the event about it was lost. As long as one is open no other card can be saved. It is ended at the gateway first, so
 * that nobody can pass its challenge later, and where the gateway shows that the card was saved, it is. Gives how many
 * were taken.
 */
export const makeRecoverSetups =
  ({ onFault }: Platform, { takeOpenSetups, gateway, settleSetup }: Dependencies) =>
  async (): Promise<number> => {
    const taken = await takeOpenSetups(BATCH);
    for (const setup of taken) {
      const { id, accountId } = setup.attempt;
      try {
        const ended = await endedAs(setup, gateway);
        if (ended) await settleSetup(accountId, id, ended);
      } catch (error) {
        onFault(error, `payment ${id}`);
      }
    }
    return taken.length;
  };
