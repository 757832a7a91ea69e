import type { I18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useEffect } from 'react';
import { CHANGED_KEY } from '../lib/kept.ts';
import { ToastProvider } from '../ui/toast.tsx';
import { PortalRouter } from './router.tsx';

interface AppProps {
  texts: I18n;
  queries: QueryClient;
}

/** What another tab changed is asked again (`tellChanged`); the list stands here, so that no part has to be fetched for it. */
const useOtherTabs = (queries: QueryClient) =>
  useEffect(() => {
    const heard = ({ key }: StorageEvent) => {
      if (key !== CHANGED_KEY) return;
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
