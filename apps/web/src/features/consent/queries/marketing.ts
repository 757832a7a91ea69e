import type { Me } from '@foyer/contract/api/auth';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/call.ts';
import { meQuery } from '../../../shared/account/me.ts';

const params = { article: 'marketing' };

/** Answer about marketing news. Refetched when the tab is visible again, because another tab may have answered. */
export const marketingQuery = queryOptions({
  queryKey: ['consent', 'marketing'],
  queryFn: async ({ signal }) =>
    (await call('GET /api/consent/articles/:article', { params }, { signal })).marketingEnabledAnswer,
});

/**
 * Stores an answer with the exact question and the address of the page (CO-01). Updates the cache, so that no page shows
 * the question any more (HO-02), and ignores answers of earlier reads that arrive later. Without an answer it is refetched, because it
 * may have been stored (INV-12).
 */
export const answerMarketing = async (queries: QueryClient, form: string, answer: 'yes' | 'no'): Promise<void> => {
  const both = [marketingQuery, meQuery];
  try {
    await call('POST /api/consent/articles/:article', { params, body: { form, answer, client: location.origin } });
  } catch (error) {
    await Promise.all(both.map(({ queryKey }) => queries.invalidateQueries({ queryKey })));
    throw error;
  }
  await Promise.all(both.map(({ queryKey }) => queries.cancelQueries({ queryKey })));
  queries.setQueryData(marketingQuery.queryKey, answer);
  queries.setQueryData(
    meQuery.queryKey,
    (me: Me | undefined) => me && { ...me, user: { ...me.user, asksMarketing: false } },
  );
};
