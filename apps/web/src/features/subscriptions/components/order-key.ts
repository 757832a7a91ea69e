import type { QueryClient } from '@tanstack/react-query';

/** An order that was sent and of which nobody here knows yet how it ended. */
interface Open {
  readonly sent: string;
  readonly key: string;
}

/** Kept beside the queries and not in a form: another choice is another form, and the order before is still open then. */
const open = new WeakMap<QueryClient, Open>();

/**
 * The Idempotency-Key of an order (billing.md §3). The same order again goes out under the same key, also from another
 * form, so that it is never charged twice. Null: another one was sent before and may have arrived, so what is held is
 * looked at before this one is ordered beside it.
 */
export const orderKey = (client: QueryClient, order: object): string | null => {
  const sent = JSON.stringify(order);
  const before = open.get(client);
  if (before && before.sent !== sent) return null;
  const key = before?.key ?? crypto.randomUUID();
  open.set(client, { sent, key });
  return key;
};

/** The order is decided, or what it may have changed was looked at: the next one is an order of its own. */
export const closeOrder = (client: QueryClient): void => void open.delete(client);
