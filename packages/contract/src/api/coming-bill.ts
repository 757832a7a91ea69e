import * as z from 'zod/mini';
import { cents } from './text.ts';

/** What a bill to come takes: of the credit that will be there then, and of the card. */
export const comingBill = z.object({
  total: cents,
  /** For a period of the plan; else for the rest of one, less what was paid for the plan before. */
  wholePeriod: z.boolean(),
  /** Negative when a small amount from before is collected with it. */
  credit: cents,
  creditAdded: cents,
  amountDueCents: cents,
});
export type ComingBill = z.infer<typeof comingBill>;
