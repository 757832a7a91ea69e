import type { Me } from '@foyer/contract/api/auth';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/call.ts';
import { meQuery } from '../../../lib/queries/me.ts';

const params = { article: 'marketing' };

/** The present answer about marketing news; looked at again when the tab is, because another tab may have answered. */
export const marketingQuery = queryOptions({
  queryKey: ['consent', 'marketing'],
  queryFn: async ({ signal }) =>
    (await call('GET /api/consent/articles/:article', { params }, { signal })).marketingEnabledAnswer,
});

/**
 * Keeps an answer with the exact words that were on the screen and the address of the account pages it was given on
 * (CO-01). Then it is the answer everywhere on the page, and nobody is asked any more (HO-02): what was asked before it and
 * comes after it says nothing. Without an answer it may have been kept all the same, so that is asked (INV-12).
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
