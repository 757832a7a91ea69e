import { useQuery } from '@tanstack/react-query';
import { subscriptionsQuery } from '../../../lib/queries/subscriptions.ts';

/** Whether a subscription is paused until it is paid: only then something starts again with the payment. Not asked while nothing is open. */
export const usePaused = (isOpen: boolean): boolean => {
  const { data: held } = useQuery({ ...subscriptionsQuery(), enabled: isOpen });
  return held?.some(({ status }) => status === 'suspended') ?? false;
};
