/**
 * Pages that a portal link of the vendor's servers can open. `plans` needs a family or a subscription, `cancel` a
 * subscription.
 */
export const portalTasks = [
  'home',
  'payments',
  'payment_method',
  'address',
  'plans',
  'cancel',
  'redeem',
  'security',
] as const;
export type PortalTask = (typeof portalTasks)[number];
