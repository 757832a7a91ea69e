import { useQuery } from '@tanstack/react-query';
import { isPaused } from '../../../lib/is-paused.ts';
import { subscriptionsQuery } from '../../../shared/orders/subscriptions.ts';

/** Returns whether a payment restarts a paused subscription. Reads the subscriptions only while a receipt is open. */
export const usePaused = (isOpen: boolean): boolean => {
  const { data: subscriptions } = useQuery({ ...subscriptionsQuery(), enabled: isOpen });
  return subscriptions?.some(isPaused) ?? false;
};
