import { GatewayRejected, GatewayUnavailable, type PaymentGateway } from '../billing/ports.ts';
import type { Platform } from '../platform.ts';
import type { OpenSetup } from './gateway-event-ports.ts';
import type { SettleSetup, SetupOutcome } from './settle-setup.ts';

interface Dependencies {
  /** Takes a batch of open card setups for this server. */
  readonly takeOpenSetups: (limit: number) => Promise<OpenSetup[]>;
  readonly gateway: Pick<PaymentGateway, 'cancel'>;
  readonly settleSetup: SettleSetup;
}

const BATCH = 20;

/** Returns the result of a card setup, or null while it is undecided and will be checked again. */
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
 * Closes card setups that got no result: the customer did not return from the bank within 23 h, or the event was lost. An
 * open setup blocks every other one. It is canceled at the gateway first, so that its challenge cannot succeed later; a card
 * that was saved counts. Returns the number of setups taken.
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
