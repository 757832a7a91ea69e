import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { makeQueryClient } from '../lib/query-client.ts';
import { messages } from '../locales/en/operator.po';
import { OperatorSite } from './operator-site.tsx';

const start = window.__foyer;

try {
  i18n.loadAndActivate({ locale: import.meta.env.FOYER_LANGUAGE ?? 'en', messages });
  createRoot(document.getElementById('root') as HTMLElement, { onUncaughtError: () => start?.showFatal() }).render(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={makeQueryClient()}>
        <OperatorSite />
      </QueryClientProvider>
    </I18nProvider>,
  );
  if (start) start.started = true;
} catch {
  start?.showFatal();
}
