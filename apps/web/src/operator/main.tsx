import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { makeQueryClient } from '../lib/query-client.ts';
import { OperatorSite } from './operator-site.tsx';

const start = window.__foyer;

try {
  createRoot(document.getElementById('root') as HTMLElement, { onUncaughtError: () => start?.showFatal() }).render(
    <QueryClientProvider client={makeQueryClient()}>
      <OperatorSite />
    </QueryClientProvider>,
  );
  if (start) start.started = true;
} catch {
  start?.showFatal();
}
