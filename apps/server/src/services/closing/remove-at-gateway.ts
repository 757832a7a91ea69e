import { HOUR_MS, MINUTE_MS } from '@foyer/contract/vocabulary/instants';
import { GatewayRejected, type PaymentGateway } from '../billing/ports.ts';
import { retryGatewayCall, startDeadline, type Timeouts, WORKER_TIMEOUTS } from '../gateway-deadline.ts';
import type { Platform } from '../platform.ts';
import type { Removals } from './ports.ts';

export interface RemoveDependencies {
  readonly gateway: Pick<PaymentGateway, 'deleteCustomer'>;
}

/** Deletes a customer with its cards at the gateway. `silent`: the outcome is unknown. */
export const removeAtGateway = async (
  { wait }: Platform,
  { gateway }: RemoveDependencies,
  customerRef: string,
  timeouts: Timeouts,
): Promise<'removed' | 'rejected' | 'silent'> => {
  const remove = async () => {
    await gateway.deleteCustomer(customerRef);
    return 'removed' as const;
  };
  try {
    return (await retryGatewayCall(remove, wait, startDeadline(timeouts))) ?? 'silent';
  } catch (error) {
    if (error instanceof GatewayRejected) return 'rejected';
    throw error;
  }
};

const BATCH = 20;
const MAX_DOUBLINGS = 8;

interface FinishRemovalsDependencies extends RemoveDependencies {
  readonly removals: Removals;
}

/**
 * Retries removals without an answer, also if the closing was stopped. The pause doubles up to four hours. A removal
 * that the gateway refuses is logged, because an operator has to delete the customer there.
 */
export const makeFinishRemovals =
  (platform: Platform, { removals, gateway }: FinishRemovalsDependencies) =>
  async (): Promise<number> => {
    const { wallNow, onFault } = platform;
    const now = wallNow();
    const open = await removals.take(now, now + MINUTE_MS, BATCH);
    for (const { customerRef, tries } of open) {
      const outcome = await removeAtGateway(platform, { gateway }, customerRef, WORKER_TIMEOUTS);
      if (outcome === 'removed') {
        await removals.done(customerRef, wallNow());
        continue;
      }
      if (outcome === 'rejected')
        onFault(
          new GatewayRejected(`the gateway refuses to delete customer ${customerRef}: delete it there by hand`),
          `removal of customer ${customerRef} at the gateway`,
        );
      await removals.putOff(customerRef, now + Math.min(4 * HOUR_MS, MINUTE_MS * 2 ** Math.min(tries, MAX_DOUBLINGS)));
    }
    return open.length;
  };
