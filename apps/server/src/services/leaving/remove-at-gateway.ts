import type { Instant } from '@foyer/contract/vocabulary/instants';
import { HOUR_MS, MINUTE_MS } from '@foyer/contract/vocabulary/instants';
import { GatewayRejected, GatewayUnavailable, type PaymentGateway } from '../billing/ports.ts';
import type { Removals } from './ports.ts';

export interface RemoveNeeds {
  readonly gateway: Pick<PaymentGateway, 'deleteCustomer'>;
  readonly wait: (ms: number) => Promise<void>;
}

/** As for a charge: 3 tries within 10 s (billing.md §3). */
const PAUSES_MS: readonly number[] = [500, 2_000];

/** Asks the provider to delete a customer with its cards. `silent`: nobody knows whether it did. */
export const removeAtGateway = async (
  { gateway, wait }: RemoveNeeds,
  customerRef: string,
): Promise<'removed' | 'rejected' | 'silent'> => {
  for (let tried = 0; ; tried += 1) {
    try {
      await gateway.deleteCustomer(customerRef);
      return 'removed';
    } catch (error) {
      if (error instanceof GatewayRejected) return 'rejected';
      if (!(error instanceof GatewayUnavailable)) throw error;
      const pause = PAUSES_MS[tried];
      if (pause === undefined) return 'silent';
      await wait(pause);
    }
  }
};

const BATCH = 20;
const MAX_DOUBLINGS = 8;

export interface FinishRemovalsNeeds extends RemoveNeeds {
  readonly removals: Removals;
  readonly wallNow: () => Instant;
  /** The provider refuses what it has to do by law: a person must look. */
  readonly onFault: (error: unknown, customerRef: string) => void;
}

/**
 * Goes on with removals that a lost answer or a dead process left behind: a customer who asked for the card to be gone
 * gets that, also when the closing itself was stopped. After each try the next comes later, up to four hours.
 */
export const makeFinishRemovals =
  ({ removals, gateway, wait, wallNow, onFault }: FinishRemovalsNeeds) =>
  async (): Promise<number> => {
    const now = wallNow();
    const open = await removals.take(now, now + MINUTE_MS, BATCH);
    for (const { customerRef, tries } of open) {
      const outcome = await removeAtGateway({ gateway, wait }, customerRef);
      if (outcome === 'removed') {
        await removals.done(customerRef, wallNow());
        continue;
      }
      if (outcome === 'rejected') onFault(new GatewayRejected('a customer cannot be deleted'), customerRef);
      await removals.putOff(customerRef, now + Math.min(4 * HOUR_MS, MINUTE_MS * 2 ** Math.min(tries, MAX_DOUBLINGS)));
    }
    return open.length;
  };
