import * as z from 'zod/mini';
import { plan } from './shapes.ts';

const contents = z.object({ id: z.string(), details: plan.shape.details });

/** One plan for another: what is in each, so that the page can say what there will be less of before it is confirmed. */
export const planExchange = z.object({
  /** Of what gives way, the one with the most storage. */
  had: contents,
  gets: contents,
});
export type PlanExchange = z.infer<typeof planExchange>;
