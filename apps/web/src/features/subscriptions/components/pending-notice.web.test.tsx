import { focusManager, QueryClientProvider } from '@tanstack/react-query';
import { act, render } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { makeQueryClient } from '../../../lib/query-client.ts';
import { accountQuery } from '../../../shared/account/account.ts';
import { anAccount } from '../../../testing/builders.ts';
import { signIn } from '../../../testing/session.ts';
import { PendingOrder } from './pending-notice.tsx';

afterEach(() => {
  focusManager.setFocused(undefined);
});

test('[SU-08] a payment under way is looked at ever more seldom, and not at all while nobody sees the page', async () => {
  vi.useFakeTimers();
  signIn();
  const asked = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json(anAccount()));
  const client = makeQueryClient();
  client.setQueryData(accountQuery.queryKey, anAccount());
  render(
    <QueryClientProvider client={client}>
      <PendingOrder />
    </QueryClientProvider>,
  );
  /** How often it is looked at in so many seconds. */
  const looksIn = async (seconds: number): Promise<number> => {
    const before = asked.mock.calls.length;
    await act(() => vi.advanceTimersByTimeAsync(seconds * 1000));
    return asked.mock.calls.length - before;
  };
  expect(await looksIn(5)).toBe(1);
  expect(await looksIn(7)).toBe(0);
  expect(await looksIn(1)).toBe(1);
  await looksIn(600);
  expect(await looksIn(600)).toBe(10);
  focusManager.setFocused(false);
  expect(await looksIn(600)).toBe(0);
});
