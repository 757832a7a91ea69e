import type { ReplacedCard } from '../billing/card-ports.ts';
import type { PaymentGateway } from '../billing/ports.ts';
import type { Platform } from '../platform.ts';

interface Dependencies {
  readonly gateway: Pick<PaymentGateway, 'name' | 'detachCard'>;
  /**
   * Returns a replaced card. Null if it is on file again, or its account was closed, which deleted the gateway's customer.
   */
  readonly replacedCard: (cardId: string) => Promise<ReplacedCard | null>;
}

/**
 * Removes a replaced card from the customer at the gateway, so that it cannot be charged any more. It runs as a job,
 * because the customer does not have to wait for it. Throws when it fails, so that the job is retried.
 */
export const makeDetachCard =
  ({ onFault }: Platform, { gateway, replacedCard }: Dependencies) =>
  async (cardId: string, isLastTry: boolean): Promise<void> => {
    const card = await replacedCard(cardId);
    // The card belongs to another gateway, which this installation cannot call any more.
    if (card?.gateway !== gateway.name) return;
    try {
      if (card.isAwaited) throw new Error(`card ${cardId} stays at the gateway: a payment with it is not decided yet`);
      await gateway.detachCard(card.gatewayRef);
    } catch (error) {
      if (isLastTry) onFault(error, `detaching card ${cardId}`);
      throw error;
    }
  };
