import type { QueryClient } from '@tanstack/react-query';
import { CallError } from './call-error.ts';
import { draftOf, keepDraft } from './draft.ts';
import { readRecord } from './session/record.ts';

/** An order that was sent and of which nobody here knows yet how it ended. */
export interface OpenOrder {
  readonly sent: string;
  readonly key: string;
  /** How many of what it orders were held by then: of scope there may be several. */
  readonly heldBefore: number;
  /** Its payment, once the bank asks about it: whoever ends that question ends this. */
  readonly attemptId?: string;
  /** What is held was looked at since. */
  readonly seen?: boolean;
}

/** Kept beside the queries and not in a form: another choice is another form, and the order before is still open then. */
const open = new WeakMap<QueryClient, OpenOrder>();

const FORM = 'order';

/**
 * A reload forgets the page and not the order: it stays in this tab, for the same person, until it is closed. Not a code,
 * which is redeemed once whatever comes (CD-04) and stands nowhere but where it was typed.
 */
const keepOpen = (order: OpenOrder | undefined): void => {
  if (!order?.sent.includes('"prepaidCouponId"')) keepDraft(readRecord()?.userId, FORM, order);
};

/** The open one, also of before a reload. */
const openOrder = (client: QueryClient): OpenOrder | undefined => open.get(client) ?? draftOf<OpenOrder>(FORM);

/**
 * The Idempotency-Key of an order (billing.md §3). The same order again goes out under the same key, also from another
 * form, so that it is never charged twice. Null: another one was sent before and may have arrived, so what is held is
 * looked at before this one is ordered beside it.
 */
export const orderKey = (client: QueryClient, order: object, heldBefore = 0): string | null => {
  const sent = JSON.stringify(order);
  const before = openOrder(client);
  const same = before?.sent === sent;
  if (before && !same && !before.seen) return null;
  const now = same
    ? { sent, key: before.key, heldBefore: before.heldBefore }
    : { sent, key: crypto.randomUUID(), heldBefore };
  open.set(client, now);
  keepOpen(now);
  return now.key;
};

/** Whether an order was sent of which nothing was heard, and what is held was not looked at since. What the bank asks about is listed with the account. */
export const isOrderLost = (client: QueryClient): boolean => {
  const order = openOrder(client);
  return order !== undefined && order.attemptId === undefined && !order.seen;
};

/** What is held was asked again after it and shown, and it is not there: another order may be sent, and the same one still never pays twice. */
export const seeOrder = (client: QueryClient): void => {
  const order = openOrder(client);
  if (!order) return;
  const seen = { ...order, seen: true };
  open.set(client, seen);
  keepOpen(seen);
};

/** What refused the order under this key, as it came; where the bank asks, the question is kept with the key. */
export const refusalUnder = (client: QueryClient, key: string, error: unknown): unknown => {
  const order = open.get(client);
  if (order?.key === key && error instanceof CallError && error.action) {
    open.set(client, { ...order, attemptId: error.action.attemptId });
    keepOpen(undefined); // the account lists the question, behind a reload too
  }
  return error;
};

/** The order is decided, or what it may have changed was looked at: the next one is an order of its own. */
export const closeOrder = (client: QueryClient): void => {
  open.delete(client);
  keepOpen(undefined);
};

/** The same, where what was ordered is held now; false: it is not, or nothing was ordered. */
export const closeHeld = (client: QueryClient, isHeld: (order: OpenOrder) => boolean): boolean => {
  const order = openOrder(client);
  if (!order || !isHeld(order)) return false;
  closeOrder(client);
  return true;
};

/** The same, where the page that ordered was left and its question ended elsewhere (api.md §0.3): of that payment only. */
export const closeAsked = (client: QueryClient, attemptId: string): void => {
  if (open.get(client)?.attemptId === attemptId) closeOrder(client);
};
