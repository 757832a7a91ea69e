import { QueryClient } from '@tanstack/react-query';
import { CallError } from './call-error.ts';

/** Once more helps against a hiccup; the same question after a refusal (4xx) gets the same answer. */
const shouldRetry = (failures: number, error: unknown): boolean =>
  failures < 1 &&
  !(error instanceof CallError && ((error.status >= 400 && error.status < 500) || error.type === 'REQUEST_CANCELED'));

/**
 * The page's memory of what the server said. `networkMode: always`: offline is an error with a retry, not a skeleton
 * that never ends. Writes go
 * through `useAction` and are never repeated by themselves.
 */
export const makeQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: { retry: shouldRetry, retryDelay: 600, staleTime: 30_000, networkMode: 'always' },
    },
  });
