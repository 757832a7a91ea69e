import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { refreshAfterPurchase } from './after-purchase.ts';

vi.mock('../../lib/session/refresh.ts', () => ({ refreshSession: () => Promise.reject(new Error('away')) }));

/** Asked once with `data`, then with an answer of each call's own. */
const shownData = async (client: QueryClient, queryKey: string[], later: () => Promise<string>) => {
  const queryFn = vi.fn(later).mockResolvedValueOnce('of before');
  const observer = new QueryObserver(client, { queryKey, queryFn, retry: false, staleTime: Number.POSITIVE_INFINITY });
  const leave = observer.subscribe(() => undefined);
  await expect.poll(() => observer.getCurrentResult().data).toBe('of before');
  return { observer, leave };
};

test('[HO-08] what was known before a purchase is not kept where it cannot be had anew', async () => {
  const client = new QueryClient();
  const away = () => Promise.reject(new Error('away'));
  const failing = await shownData(client, ['subscriptions', 'all'], away);
  const answered = await shownData(client, ['account'], () => Promise.resolve('of now'));
  const left = await shownData(client, ['receipts'], away);
  left.leave();
  const other = await shownData(client, ['devices'], away);
  await refreshAfterPurchase(client);
  await expect.poll(() => failing.observer.getCurrentResult().data).toBeUndefined();
  await expect.poll(() => failing.observer.getCurrentResult().isError).toBe(true);
  expect(answered.observer.getCurrentResult().data).toBe('of now');
  expect(client.getQueryData(['receipts'])).toBeUndefined();
  expect(other.observer.getCurrentResult().data).toBe('of before');
  for (const { leave } of [failing, answered, other]) leave();
});
