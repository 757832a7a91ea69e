import { call } from '../../../lib/call.ts';
import type { Order } from '../model/order.ts';

export interface Submission {
  order: Order;
  /** Amount on the button. The server refuses if it has changed (QUOTE_CHANGED). */
  expectedTotalCents: number;
  idempotencyKey: string;
}

/** Sends an order. With a live subscription it is a change, otherwise a purchase (DR-05). */
export const submitOrder = ({
  order: { subscriptionId, trial, ...order },
  expectedTotalCents,
  idempotencyKey,
}: Submission) =>
  subscriptionId === undefined
    ? call(
        'POST /api/subscription/subscriptions',
        { body: { ...order, ...(trial && { trial }), expectedTotalCents } },
        { idempotencyKey },
      )
    : call(
        'PATCH /api/subscription/subscriptions/:id',
        { params: { id: subscriptionId }, body: { ...order, expectedTotalCents } },
        { idempotencyKey },
      );
