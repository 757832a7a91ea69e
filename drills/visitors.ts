import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientTokens } from './clients.ts';

/** Customers who look at their account, and others who order now and then. Their failed calls are expected. */

const READ_PAUSE_MS = 200;
const ORDER_PAUSE_MS = 4_000;
const CALL_TIMEOUT_MS = 60_000;
const CARD = { type: 'stripe', token: 'tok_visa' };
const ORDER = { planId: 'pln_drive_starter', interval: 'yearly', expectedTotalCents: 32_462 };

export interface Visitors {
  stop(): Promise<void>;
}

/** Starts them. An order does not wait for the one before, because customers do not wait for each other. */
export const startVisitors = ({
  port,
  customers,
  buyers,
}: {
  readonly port: number;
  readonly customers: readonly ClientTokens[];
  readonly buyers: readonly ClientTokens[];
}): Visitors => {
  const ending = new AbortController();
  const call = ({ accessToken }: ClientTokens, method: string, place: string, body?: object): Promise<unknown> =>
    fetch(`http://127.0.0.1:${port}${place}`, {
      method,
      headers: {
        'x-is-at': accessToken,
        ...(body ? { 'content-type': 'application/json', 'idempotency-key': randomUUID() } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
      signal: AbortSignal.any([ending.signal, AbortSignal.timeout(CALL_TIMEOUT_MS)]),
    }).then(
      (answer) => answer.arrayBuffer(),
      () => undefined,
    );
  const pause = (ms: number) => sleep(ms, undefined, { signal: ending.signal }).catch(() => undefined);
  const isOver = () => ending.signal.aborted;

  const look = async (customer: ClientTokens): Promise<void> => {
    while (!isOver()) {
      await call(customer, 'GET', '/api/account/me');
      await pause(READ_PAUSE_MS);
    }
  };
  const order = async (buyer: ClientTokens): Promise<void> => {
    await call(buyer, 'POST', '/api/account/me/payment_methods', CARD);
    await call(buyer, 'POST', '/api/subscription/subscriptions', ORDER);
  };
  const orderInTurn = async (): Promise<void> => {
    const orders: Promise<void>[] = [];
    for (const buyer of buyers) {
      if (isOver()) break;
      orders.push(order(buyer));
      await pause(ORDER_PAUSE_MS);
    }
    await Promise.all(orders);
  };
  const ended = Promise.all([...customers.map(look), orderInTurn()]);
  return {
    stop: async () => {
      ending.abort();
      await ended;
    },
  };
};
