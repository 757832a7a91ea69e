import type { Placed } from '../billing/order.ts';
import type { Result } from '../result.ts';

/** A check that says what it found: the shortest history that breaks it is printed with these words. */
export const must = (holds: boolean, what: string): void => {
  if (!holds) throw new Error(what);
};

/** What an order would be charged, or why it is refused. */
export const asked = (placed: Result<Placed>): string =>
  placed.ok ? `${placed.value.invoice?.amountDueCents} of ${placed.value.invoice?.totalCents}` : placed.type;
