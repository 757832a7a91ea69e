import { QueryClient } from '@tanstack/react-query';
import { CallError } from './call-error.ts';

/** Retries once after a failed connection or server fault. A refusal (4xx) would only be repeated. */
const shouldRetry = (failures: number, error: unknown): boolean =>
  failures < 1 &&
  !(error instanceof CallError && ((error.status >= 400 && error.status < 500) || error.type === 'REQUEST_CANCELED'));

/**
 * Creates the query cache of the portal. `networkMode: always` turns being offline into an error with a retry instead
 * of an endless skeleton. A failed query runs again when the connection is back. Commands are
 * not in this cache: `useCommand` and `useAction` send them.
 */
export const makeQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        retry: shouldRetry,
        retryDelay: 600,
        staleTime: 30_000,
        networkMode: 'always',
        refetchOnReconnect: true,
      },
    },
  });
