import type { PlacedOrder } from '../orders/order.ts';
import type { Result } from '../result.ts';

/** Throws `what` unless `holds`. A failing property test prints it with the shortest history. */
export const assertHolds = (holds: boolean, what: string): void => {
  if (!holds) throw new Error(what);
};

/** Charge of an order, or its refusal, as text. */
export const chargeText = (placed: Result<PlacedOrder>): string =>
  placed.ok ? `${placed.value.invoice?.amountDueCents} of ${placed.value.invoice?.totalCents}` : placed.type;
