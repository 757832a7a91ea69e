import type { QueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { purchaseQueryKeys } from '../../../lib/queries/after-purchase.ts';
import { BOUGHT_KEY, tellRenewal } from '../../../lib/tell-tabs.ts';

/** All a purchase may have changed is asked again, and there before anything else is ordered; throws when it cannot be had. */
export const lookAgain = async (client: QueryClient): Promise<void> => {
  const keys = [...purchaseQueryKeys, 'quote'];
  await Promise.all(
    keys.map((key) => client.refetchQueries({ queryKey: [key], type: 'active' }, { throwOnError: true })),
  );
};

/**
 * What goes on by itself was switched, or may have been: all tabs ask again. Throws when it cannot be had, because what
 * stands here may then be wrong.
 */
export const askRenewalAgain = async (client: QueryClient): Promise<void> => {
  tellRenewal();
  await Promise.all(
    ['subscriptions', 'account'].map((key) => client.invalidateQueries({ queryKey: [key] }, { throwOnError: true })),
  );
};

/**
 * Another tab bought something. What stands here is asked again by the page itself (portal/app.tsx), before anybody pays
 * for the same a second time.
 */
export const useToldTabs = (onTold: () => void): void => {
  const latest = useRef(onTold);
  useEffect(() => {
    latest.current = onTold;
  });
  useEffect(() => {
    const heard = ({ key }: StorageEvent) => {
      if (key === BOUGHT_KEY) latest.current();
    };
    addEventListener('storage', heard);
    return () => removeEventListener('storage', heard);
  }, []);
};
