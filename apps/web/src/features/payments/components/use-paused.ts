import type { Subscription } from '@foyer/contract/api/shapes';
import { useQuery } from '@tanstack/react-query';
import { isPaused } from '../../../lib/is-paused.ts';
import { familyOf } from '../../../shared/catalogue/families.ts';
import { subscriptionsQuery } from '../../../shared/orders/subscriptions.ts';

/** Name of a plan with its product, such as `Drive Starter`. */
export const nameWithProduct = ({ product, name }: Pick<Subscription, 'product' | 'name'>): string =>
  `${familyOf(product).name} ${name}`;

/** Returns the names of the paused plans, with their products. */
export const pausedPlans = (subscriptions: readonly Subscription[]): readonly string[] =>
  subscriptions.filter(isPaused).map(nameWithProduct);

/** Returns the plans that a payment restarts. Reads the subscriptions only while a receipt is open. */
export const usePaused = (isOpen: boolean): readonly string[] => {
  const { data: subscriptions = [] } = useQuery({ ...subscriptionsQuery(), enabled: isOpen });
  return pausedPlans(subscriptions);
};
