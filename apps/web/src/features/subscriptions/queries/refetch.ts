import type { QueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { broadcastRenewalChange, PURCHASE_KEY } from '../../../lib/tab-broadcast.ts';

/**
 * Refetches the subscriptions and the account in all tabs, after automatic renewal was or may have been switched. Throws
 * when a refetch fails, because the page may then show an old state.
 */
export const refetchRenewal = async (client: QueryClient): Promise<void> => {
  broadcastRenewalChange();
  await Promise.all(
    ['subscriptions', 'account'].map((key) => client.invalidateQueries({ queryKey: [key] }, { throwOnError: true })),
  );
};

/**
 * Calls `onPurchase` when another tab bought something. `portal/app.tsx` refetches the data of the page, so that the
 * customer does not pay for the same a second time.
 */
export const usePurchaseBroadcast = (onPurchase: () => void): void => {
  const latest = useRef(onPurchase);
  useEffect(() => {
    latest.current = onPurchase;
  });
  useEffect(() => {
    const onStorage = ({ key }: StorageEvent) => {
      if (key === PURCHASE_KEY) latest.current();
    };
    addEventListener('storage', onStorage);
    return () => removeEventListener('storage', onStorage);
  }, []);
};
