import type { QueryClient } from '@tanstack/react-query';
import { CallError } from '../../lib/call-error.ts';
import { draftOf, storeDraft } from '../../lib/draft.ts';
import { removeLeftKey, storeLeftKey } from '../../lib/left-commands.ts';
import { readRecord } from '../../lib/session/record.ts';
import type { CommandKeys } from '../../lib/use-command.ts';

/** An order request without a response: its outcome is unknown. Its property names are stored by browsers. */
interface OpenOrder {
  readonly sent: string;
  readonly key: string;
  /** Payment attempt, after the bank asked for confirmation. The end of its challenge ends the order. */
  readonly attemptId?: string;
  /** The server was asked since, and has no outcome of the order. */
  readonly seen?: boolean;
  /** Redeems a code. */
  readonly isOfCode?: boolean;
}

/** Stored by query client and not in a form: with another choice the form is another, while the first order is still open. */
const ordersByClient = new WeakMap<QueryClient, OpenOrder>();

const FORM = 'order';

/**
 * Stores the order in this tab under the id of the signed-in customer, so that a reload does not lose it. A code must not be
 * stored outside its field (CD-04), so of its order only the key is stored. After a reload the page asks for the outcome.
 */
const storeOrder = (order: OpenOrder): void => {
  if (order.isOfCode) storeLeftKey('code', order.key);
  else storeDraft(readRecord()?.userId, FORM, order);
};

const removeStoredOrder = (): void => storeDraft(readRecord()?.userId, FORM, undefined);

/** Returns the open order, also one from before a reload. */
const openOrder = (client: QueryClient): OpenOrder | undefined =>
  ordersByClient.get(client) ?? draftOf<OpenOrder>(FORM);

/** Keys of orders, which outlive their form and a reload. */
export const orderKeys = (client: QueryClient, isOfCode: boolean): CommandKeys => ({
  keyFor: (sent) => orderKey(client, sent, isOfCode),
  clear: () => clearOrder(client),
});

/**
 * Idempotency-Key of an order. The same order is sent again under the same key, also from another form, so that it is never
 * charged twice (INV-9). Null: another order was sent before and may have arrived, so the page asks for its outcome before it
 * orders this one as well.
 */
export const orderKey = (client: QueryClient, sent: string, isOfCode: boolean): string | null => {
  const before = openOrder(client);
  const same = before?.sent === sent;
  if (before && !same && !before.seen) return null;
  if (before && !same) removeLeftKey('code', before.key); // the customer knows that the server does not have it
  const now = { sent, key: same ? before.key : crypto.randomUUID(), isOfCode };
  ordersByClient.set(client, now);
  storeOrder(now);
  return now.key;
};

/** Returns the key of the open order. */
export const openOrderKey = (client: QueryClient): string | undefined => openOrder(client)?.key;

/**
 * Whether an order has no response and the server was not asked since. Orders with a challenge do not count, because the
 * account lists them, nor do orders with a code, because `LeftCodes` shows their outcome.
 */
export const isOrderOutcomeUnknown = (client: QueryClient): boolean => {
  const order = openOrder(client);
  return order !== undefined && order.attemptId === undefined && !order.seen && !order.isOfCode;
};

/** Marks the open order as one whose outcome the server does not have. Another order may then be sent; the same one keeps its key. */
export const markOrderChecked = (client: QueryClient): void => {
  const order = openOrder(client);
  if (!order) return;
  const seen = { ...order, seen: true };
  ordersByClient.set(client, seen);
  storeOrder(seen);
};

/** Stores the payment attempt of a bank challenge with the open order that has this key. Returns the error unchanged. */
export const rememberChallenge = (client: QueryClient, key: string, error: unknown): unknown => {
  const order = ordersByClient.get(client);
  if (order?.key === key && error instanceof CallError && error.action) {
    ordersByClient.set(client, { ...order, attemptId: error.action.attemptId });
    removeStoredOrder(); // after a reload the account lists the challenge
  }
  return error;
};

/** Removes the open order after its outcome is known. The next order then gets a new idempotency key. */
export const clearOrder = (client: QueryClient): void => {
  const order = ordersByClient.get(client);
  if (order) removeLeftKey('code', order.key);
  ordersByClient.delete(client);
  removeStoredOrder();
};

/** Removes the order of this payment attempt. Its challenge may end on another page than the one that ordered. */
export const clearOrderForAttempt = (client: QueryClient, attemptId: string): void => {
  if (ordersByClient.get(client)?.attemptId === attemptId) clearOrder(client);
};
