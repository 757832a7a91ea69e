import type { Subscription } from '@foyer/contract/api/shapes';
import type { OpenOrder } from '../../../lib/order-key.ts';
import type { Extension } from '../queries/maintenance.ts';
import type { Order } from './order.ts';

type Held = Pick<Subscription, 'id' | 'status' | 'maintenanceEnds' | 'pendingChange'> & {
  plan: Pick<Subscription['plan'], 'id' | 'interval'>;
};

/** Order of a plan or of maintenance, as it was sent. Codes are not stored as orders (CD-04). */
type Sent = Partial<Order> & Partial<Extract<Extension, { expectedExpiration: string }>>;

/**
 * Whether the subscriptions show the result of an order without a response: the change, the maintenance end or the trial
 * that it asked for, or one more subscription to its plan than before. An unpaid purchase does not count.
 */
export const isFulfilled = (
  { sent, heldBefore }: Pick<OpenOrder, 'sent' | 'heldBefore'>,
  held: readonly Held[],
): boolean => {
  const { id, interval, trial, subscriptionId, expectedExpiration } = JSON.parse(sent) as Sent;
  const ofPlan = held.filter(({ plan }) => plan.id === id);
  if (trial) return ofPlan.some(({ status }) => status === 'trialing');
  if (subscriptionId === undefined)
    return ofPlan.filter(({ status }) => status !== 'trialing' && status !== 'incomplete').length > heldBefore;
  const named = held.find((one) => one.id === subscriptionId);
  if (!named) return false;
  if (expectedExpiration !== undefined)
    return named.maintenanceEnds !== null && Date.parse(named.maintenanceEnds) >= Date.parse(expectedExpiration);
  if (id === undefined) return false;
  const { plan, status, pendingChange } = named;
  return (
    (plan.id === id && plan.interval === interval && status !== 'trialing') ||
    (pendingChange?.planId === id && pendingChange?.interval === interval)
  );
};
