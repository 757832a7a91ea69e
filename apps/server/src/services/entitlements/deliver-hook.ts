import type { EntitlementChanged, WebhookTest } from '@foyer/contract/api/entitlements';
import { iso } from '@foyer/contract/vocabulary/instants';
import type { Product } from '@foyer/contract/vocabulary/plans';
import type { Platform } from '../platform.ts';
import type { HookContent, HookDeliveries, HookDelivery, HookSettings, PostHook, SignHook } from './ports.ts';

interface Dependencies {
  readonly deliveries: HookDeliveries;
  readonly endpoints: HookSettings['endpoints'];
  readonly sign: SignHook;
  readonly post: PostHook;
}

/** Status of a product that does not want the message (Standard Webhooks). The message is not retried. */
const GONE = 410;

/** Returns the body of a message, the same in each attempt. */
export const hookBody = (
  message: HookContent & Pick<HookDelivery, 'occurredAt' | 'seq'>,
): EntitlementChanged | WebhookTest => {
  const timestamp = iso(message.occurredAt);
  return message.type === 'webhook.test'
    ? { type: message.type, timestamp, data: message.data }
    : { type: message.type, timestamp, data: { ...message.data, sequence: message.seq } };
};

/** A failed delivery. The queue retries it later. */
export class HookNotDelivered extends Error {
  readonly messageId: string;
  readonly product: Product;
  /** Status of the answer, or the word of an error such as `timeout`. The address may have a secret, so it is not named. */
  readonly what: string;

  constructor(messageId: string, product: Product, what: string) {
    super(`message ${messageId} to the endpoint of ${product} was not delivered: ${what}`);
    this.name = 'HookNotDelivered';
    this.messageId = messageId;
    this.product = product;
    this.what = what;
  }
}

/** A message that is not tried again until an operator sends it. */
export class HookGivenUp extends HookNotDelivered {
  constructor(messageId: string, product: Product, what: string) {
    super(messageId, product, what);
    this.name = 'HookGivenUp';
    this.message = `message ${messageId} to the endpoint of ${product} was given up: ${what}`;
  }
}

/**
 * Sends one message to its product (BY-08), at least once: the same id and the same body each time, so that the product
 * can leave a repeated one aside. Throws when it shall be tried again; the last try, and a product that answers 410,
 * leave it failed, until an operator sends it again; the log says so. A test message has one try, and its page shows the
 * answer.
 */
export const makeDeliverHook =
  ({ wallNow, onFault }: Pick<Platform, 'wallNow' | 'onFault'>, { deliveries, endpoints, sign, post }: Dependencies) =>
  async (id: string, isLastTry: boolean): Promise<void> => {
    const delivery = await deliveries.find(id);
    if (!delivery || delivery.status === 'delivered') return;
    const { product, type } = delivery;
    const logGivenUp = (what: string): void => {
      if (type !== 'webhook.test') onFault(new HookGivenUp(id, product, what), `message ${id}`);
    };
    const url = endpoints[product];
    if (url === undefined) {
      await deliveries.record(id, { status: 'failed', outcome: null });
      logGivenUp('PRODUCT_HOOKS has no endpoint of this product');
      return;
    }
    const body = JSON.stringify(hookBody(delivery));
    const at = wallNow();
    const headers = {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(at / 1000)),
      'webhook-signature': sign(id, at, body),
    };
    const outcome = await post(url, headers, body);
    const { httpStatus, error } = outcome;
    const isDelivered = httpStatus !== null && httpStatus >= 200 && httpStatus < 300;
    if (isDelivered) {
      await deliveries.record(id, { status: 'delivered', outcome });
      return;
    }
    const isOver = isLastTry || httpStatus === GONE || type === 'webhook.test';
    await deliveries.record(id, { status: isOver ? 'failed' : 'waiting', outcome });
    const what = error ?? `status ${httpStatus}`;
    if (!isOver) throw new HookNotDelivered(id, product, what);
    logGivenUp(what);
  };
