import * as z from 'zod/mini';
import { feature } from './plans.ts';
import { addOn, plan } from './shapes.ts';

const contents = z.object({
  id: z.string(),
  details: plan.shape.details,
  addOnPackages: z.array(z.pick(addOn, { name: true, shortName: true, featureKey: true })),
  /** Feature keys as listed on pages (SP-01), without hidden ones. */
  featureList1: z.array(z.string()),
  featureList2: z.array(z.string()),
});

/** Two plans to compare, so that the page can show losses before the customer confirms. */
export const planExchange = z.object({
  /** Replaced plan: the one with the most storage; if none has storage, the one in effect. */
  had: contents,
  gets: contents,
  /** Labels of all feature keys in both plans. */
  features: z.array(z.pick(feature, { key: true, label: true, includes: true })),
});
export type PlanExchange = z.infer<typeof planExchange>;
