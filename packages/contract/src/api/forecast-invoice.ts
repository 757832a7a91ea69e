import * as z from 'zod/mini';
import { cents } from './text.ts';

/** Amounts of a future invoice: credit available by then, and the charge to the card. */
export const forecastInvoice = z.object({
  total: cents,
  /** True for a full period. False for the rest of one, less the credit for the previous plan. */
  wholePeriod: z.boolean(),
  /** Negative if a small debit from before is collected with it. */
  credit: cents,
  creditAdded: cents,
  amountDueCents: cents,
});
export type ForecastInvoice = z.infer<typeof forecastInvoice>;
