import type { EntitlementChanged } from '@foyer/contract/api/entitlements';
import type { Platform } from '../platform.ts';
import type { HookDeliveries, HookDelivery, HookSettings, PostHook, SignHook } from './ports.ts';

interface Dependencies {
  readonly deliveries: HookDeliveries;
  readonly endpoints: HookSettings['endpoints'];
  readonly sign: SignHook;
  readonly post: PostHook;
}

/** Status of a product that does not want the message (Standard Webhooks). The message is not retried. */
const GONE = 410;

const bodyOf = ({ type, data, occurredAt, seq }: HookDelivery): EntitlementChanged => ({
  type,
  timestamp: new Date(occurredAt).toISOString(),
  data: { ...data, sequence: seq },
});

/** A failed delivery. The queue retries it later. */
class HookNotDelivered extends Error {
  constructor(id: string, what: string) {
    super(`message ${id} to a product was not delivered: ${what}`);
    this.name = 'HookNotDelivered';
  }
}

/**
 * Sends one message to its product (BY-08), at least once: the same id and the same body each time, so that the product
 * can leave a repeated one aside. Throws when it shall be tried again; the last try, and a product that answers 410,
 * leave it failed, until an operator sends it again.
 */
export const makeDeliverHook =
  ({ wallNow }: Pick<Platform, 'wallNow'>, { deliveries, endpoints, sign, post }: Dependencies) =>
  async (id: string, isLastTry: boolean): Promise<void> => {
    const delivery = await deliveries.find(id);
    if (!delivery || delivery.status === 'delivered') return;
    const url = endpoints[delivery.product];
    if (url === undefined) {
      await deliveries.record(id, { status: 'failed', httpStatus: null, error: 'no_endpoint' });
      return;
    }
    const body = JSON.stringify(bodyOf(delivery));
    const at = wallNow();
    const headers = {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(at / 1000)),
      'webhook-signature': sign(id, at, body),
    };
    const { httpStatus, error } = await post(url, headers, body);
    const isDelivered = httpStatus !== null && httpStatus >= 200 && httpStatus < 300;
    if (isDelivered) {
      await deliveries.record(id, { status: 'delivered', httpStatus, error });
      return;
    }
    const isOver = isLastTry || httpStatus === GONE;
    await deliveries.record(id, { status: isOver ? 'failed' : 'waiting', httpStatus, error });
    if (!isOver) throw new HookNotDelivered(id, error ?? `status ${httpStatus}`);
  };
