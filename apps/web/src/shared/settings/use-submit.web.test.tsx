import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { CallError } from '../../lib/call-error.ts';
import { useSubmit } from './use-submit.ts';

const KEYS = [['me'], ['security', 'sessions'], ['security', 'passkeys'], ['data-export'], ['plans', 'drive']];

test.each([
  ['OFFLINE', 0, [true, true, true, true, false]],
  ['INTERNAL_ERROR', 500, [true, true, true, true, false]],
  ['INVALID_EMAIL', 400, [false, false, false, false, false]],
])(
  '[SC-08, INV-12] after %s (%i) what the page shows of a setting is asked again, or not',
  async (type, status, stale) => {
    const client = new QueryClient();
    for (const queryKey of KEYS) client.setQueryData(queryKey, 'as it was');
    const { result } = renderHook(
      () => useSubmit(() => Promise.reject(new CallError({ status, type, message: type }))),
      {
        wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
      },
    );
    await act(() => result.current.submit());
    expect(KEYS.map((queryKey) => client.getQueryState(queryKey)?.isInvalidated)).toEqual(stale);
  },
);
