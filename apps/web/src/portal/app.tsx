import type { I18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { ToastProvider } from '../ui/toast.tsx';
import { PortalRouter } from './router.tsx';

interface AppProps {
  texts: I18n;
  queries: QueryClient;
}

/** The portal as one component: what the page mounts and the tests render. */
export const App = ({ texts, queries }: AppProps) => (
  <I18nProvider i18n={texts}>
    <QueryClientProvider client={queries}>
      <ToastProvider>
        <PortalRouter />
      </ToastProvider>
    </QueryClientProvider>
  </I18nProvider>
);
