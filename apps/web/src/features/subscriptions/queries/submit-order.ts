import { call } from '../../../lib/call.ts';
import type { Order } from '../model/order.ts';

export interface Submission {
  order: Order;
  /** The amount on the button: the server refuses when it has changed meanwhile (QUOTE_CHANGED). */
  expectedTotalCents: number;
  idempotencyKey: string;
}

/** An order for a live subscription is a change, every other one a purchase (DR-05). */
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
