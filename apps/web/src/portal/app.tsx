import type { I18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ToastProvider } from '../ui/toast.tsx';
import { PortalRouter } from './router.tsx';

interface AppProps {
  texts: I18n;
  queries: QueryClient;
}

/** What another tab tells (lib/tell-tabs.ts): it bought something, changed it, or switched what goes on by itself. */
const TOLD = /bought|changed|renewal/;

/** What another tab changed is asked again, once for all parts of the page; the list stands here, so that no part has to be fetched for it. */
const useOtherTabs = (queries: QueryClient) =>
  useEffect(() => {
    const heard = ({ key }: StorageEvent) => {
      if (!TOLD.test(key as string)) return; // null: all was cleared
      for (const part of ['me', 'account', 'subscriptions', 'receipts', 'plans', 'quote'])
        void queries.invalidateQueries({ queryKey: [part] });
    };
    addEventListener('storage', heard);
    return () => removeEventListener('storage', heard);
  }, [queries]);

/** The portal as one component: what the page mounts and the tests render. */
export const App = ({ texts, queries }: AppProps) => {
  useOtherTabs(queries);
  return (
    <I18nProvider i18n={texts}>
      <QueryClientProvider client={queries}>
        <ToastProvider>
          <PortalRouter />
        </ToastProvider>
      </QueryClientProvider>
    </I18nProvider>
  );
};
