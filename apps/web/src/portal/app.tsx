import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useEffect } from 'react';
import { usePath } from '../lib/hash-location.ts';
import { ToastProvider } from '../ui/toast.tsx';
import { findRoute } from './find-route.ts';
import { RouteView } from './route-view.tsx';

/** Shows the page of the hash. One element for all routes, so that the frame stays mounted from page to page. */
const PortalRouter = () => <RouteView {...findRoute(usePath())} />;

interface AppProps {
  queries: QueryClient;
}

/** Keys by which another tab reports a purchase, a billing change or a switched renewal (`lib/tab-broadcast.ts`). */
const BROADCAST_KEY = /bought|changed|renewal/;

/** Refetches what another tab changed. The list of keys is repeated here, so that the first screen needs no other module. */
const useTabBroadcast = (queries: QueryClient) =>
  useEffect(() => {
    const onStorage = ({ key }: StorageEvent) => {
      if (!BROADCAST_KEY.test(key as string)) return; // null after the storage was cleared
      for (const part of ['me', 'account', 'subscriptions', 'receipts', 'plans', 'quote'])
        void queries.invalidateQueries({ queryKey: [part] });
    };
    addEventListener('storage', onStorage);
    return () => removeEventListener('storage', onStorage);
  }, [queries]);

/** Root component of the portal, mounted by the page and by tests. */
export const App = ({ queries }: AppProps) => {
  useTabBroadcast(queries);
  return (
    <QueryClientProvider client={queries}>
      <ToastProvider>
        <PortalRouter />
      </ToastProvider>
    </QueryClientProvider>
  );
};
