import * as z from 'zod/mini';
import { feature } from './plans.ts';
import { addOn, plan } from './shapes.ts';

const contents = z.object({
  id: z.string(),
  details: plan.shape.details,
  addOnPackages: z.array(z.pick(addOn, { name: true, shortName: true })),
  /** Keys of what its lists show (SP-01), hidden ones left out. */
  featureList1: z.array(z.string()),
  featureList2: z.array(z.string()),
});

/** One plan for another: what is in each, so that the page can say what there will be less of before it is confirmed. */
export const planExchange = z.object({
  /** Of what gives way, the one with the most storage; where none has any, the one in effect. */
  had: contents,
  gets: contents,
  /** The words for every key that the two name. */
  features: z.array(z.pick(feature, { key: true, label: true })),
});
export type PlanExchange = z.infer<typeof planExchange>;
