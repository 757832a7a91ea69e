import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';

/** What a purchase may have changed: claims, plans on offer, subscriptions, card and next payment, receipts (DR-05). */
const touched = ['me', 'plans', 'subscriptions', 'account', 'receipts'];

/** Everything a purchase may have changed is asked again. */
export const askAgain = (client: QueryClient): void => {
  for (const queryKey of touched) void client.invalidateQueries({ queryKey: [queryKey] });
};

/** The same, and there before anything else is ordered; throws when it cannot be had. */
export const lookAgain = async (client: QueryClient): Promise<void> => {
  const keys = [...touched, 'quote'];
  await Promise.all(
    keys.map((key) => client.refetchQueries({ queryKey: [key], type: 'active' }, { throwOnError: true })),
  );
};

const KEY = 'foyer.bought';

/** Tells the portal's other tabs that something was bought. What, they ask the server. */
export const tellOtherTabs = (): void => {
  try {
    localStorage.setItem(KEY, crypto.randomUUID());
  } catch {
    // full or forbidden: the other tabs hear of it from the server, which refuses a quote that no longer holds
  }
};

/** Another tab bought something: what stands here is asked again, before anybody pays for the same a second time. */
export const useToldTabs = (onTold?: () => void): void => {
  const client = useQueryClient();
  const latest = useRef(onTold);
  useEffect(() => {
    latest.current = onTold;
  });
  useEffect(() => {
    const heard = ({ key }: StorageEvent) => {
      if (key !== KEY) return;
      askAgain(client);
      void client.invalidateQueries({ queryKey: ['quote'] });
      latest.current?.();
    };
    addEventListener('storage', heard);
    return () => removeEventListener('storage', heard);
  }, [client]);
};
